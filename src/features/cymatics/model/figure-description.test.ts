import { expect, test } from 'vitest';
import { noteOf, notes } from '#src/features/site/notes.ts';
import { fieldOf, modesOf } from './field.ts';
import { figureDescriptionOf, foldOf, modesTextOf } from './figure-description.ts';
import { measuredOrderOf } from './figure-orders.fixture.ts';

test.each(notes.map((note) => [note.id, note] as const))(
  '%s has the symmetry that is said of it',
  (_, note) => {
    expect(foldOf(note)).toBe(measuredOrderOf(fieldOf(modesOf(note))));
  },
);

test('the sentence counts rings and diameters in words', () => {
  expect(figureDescriptionOf(noteOf('c4'))).toBe(
    'Seven-fold figure with two rings, the rim included, and seven diameters, bent by a quieter pattern of five rings.',
  );
  expect(figureDescriptionOf(noteOf('g4'))).toBe(
    'Six-fold figure with six rings, the rim included, and three diameters, bent by a quieter pattern of four rings and nine diameters.',
  );
  expect(figureDescriptionOf(noteOf('a4'))).toContain('one ring and twenty diameters');
});

test('the twelve sentences differ, and none falls back to digits', () => {
  const sentences = notes.map(figureDescriptionOf);
  expect(new Set(sentences).size).toBe(12);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][a-z]+-fold figure with [a-z ,]+\.$/);
});

test('the modes of each note are those of the model, written as pairs', () => {
  expect(notes.map((note) => [note.id, modesTextOf(note)])).toEqual([
    ['C4', '(7,2) + 0.5 × (0,5)'],
    ['C#4', '(8,2) + 0.35 × (0,6)'],
    ['D4', '(6,3) + 0.45 × (12,1)'],
    ['D#4', '(2,5) + 0.4 × (6,3)'],
    ['E4', '(5,4) + 0.35 × (10,2)'],
    ['F4', '(6,4) + 0.35 × (0,7)'],
    ['F#4', '(2,6) + 0.45 × (12,2)'],
    ['G4', '(3,6) + 0.25 × (9,4)'],
    ['G#4', '(4,6) + 0.45 × (12,3)'],
    ['A4', '(5,6) + 0.35 × (20,1)'],
    ['A#4', '(6,6) + 0.3 × (12,4)'],
    ['B4', '(7,6) + 0.35 × (14,3)'],
  ]);
});
