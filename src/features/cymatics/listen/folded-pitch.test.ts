import { expect, test } from 'vitest';
import { notes } from '#src/studio/notes.ts';
import { noteAt, onCircle, placeOf, stepsBetween } from './hold.ts';

test('maps every note of the table to its own place, in every octave', () => {
  for (const [place, note] of notes.entries())
    for (const octave of [-2, -1, 0, 1, 2, 3]) {
      expect(Math.abs(stepsBetween(place, placeOf(note.hz * 2 ** octave)))).toBeLessThan(1e-9);
      expect(noteAt(place)).toBe(note);
    }
});

test('grows with the cents between two notes, across B and C, too', () => {
  expect(placeOf(440 * 2 ** (1 / 48))).toBeCloseTo(9.25, 2);
  expect(placeOf(493.88 * 2 ** (1 / 24))).toBeCloseTo(11.5, 2);
});

test('measures the shorter way between two places', () => {
  expect(stepsBetween(11.5, 0.25)).toBeCloseTo(0.75);
  expect(stepsBetween(0.25, 11.5)).toBeCloseTo(-0.75);
  expect(onCircle(-0.25)).toBe(11.75);
  expect(noteAt(12.4).id).toBe('C4');
});
