import { expect, test } from 'vitest';
import { noteOf, notes } from '#src/studio/notes.ts';
import { fieldOf, modesOf } from './field.ts';
import { figureDescriptionOf, foldOf } from './figure-description.ts';
import { measuredOrderOf } from './figure-orders.fixture.ts';

test.each(notes.map((note) => [note.id, note] as const))('%s has the described symmetry', (_, note) => {
  expect(foldOf(note)).toBe(measuredOrderOf(fieldOf(modesOf(note))));
});

test('the sentence counts rings and diameters in words', () => {
  expect(figureDescriptionOf(noteOf('c4'))).toBe(
    'Seven-fold figure with two rings, the rim included, and seven diameters, bent by a quieter pattern of five rings.',
  );
  expect(figureDescriptionOf(noteOf('g4'))).toBe(
    'Six-fold figure with six rings, the rim included, and three diameters, bent by a quieter pattern of four rings and nine diameters.',
  );
  expect(figureDescriptionOf(noteOf('a4'))).toContain('one ring and twenty diameters');
});

test('the twelve sentences differ, and none contains digits', () => {
  const sentences = notes.map(figureDescriptionOf);
  expect(new Set(sentences).size).toBe(12);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][a-z]+-fold figure with [a-z ,]+\.$/);
});
