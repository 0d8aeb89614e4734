import { expect, test } from 'vitest';
import { noteOf, notes } from '#src/features/site/notes.ts';
import { fieldOf, modesOf, type Field } from './field.ts';
import { figureDescriptionOf, foldOf } from './figure-description.ts';

/** Largest order under which |u| is unchanged by a turn of 360°/order, measured on the field itself. */
function measuredFold(field: Field): number {
  const at = (r: number, angle: number) => Math.abs(field(r * Math.sin(angle), -r * Math.cos(angle)).u);
  const isUnchanged = (order: number) =>
    [0.31, 0.55, 0.78, 0.93].every((r) =>
      [0.1, 0.7, 1.9, 3.3, 4.4].every(
        (angle) => Math.abs(at(r, angle) - at(r, angle + (2 * Math.PI) / order)) < 1e-3,
      ),
    );
  return Math.max(...Array.from({ length: 40 }, (_, i) => i + 1).filter(isUnchanged));
}

test.each(notes.map((note) => [note.id, note] as const))(
  '%s has the symmetry that is said of it',
  (_, note) => {
    expect(foldOf(note)).toBe(measuredFold(fieldOf(modesOf(note))));
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
