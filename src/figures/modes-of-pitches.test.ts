import { describe, expect, test } from 'vitest';
import { notes } from '#src/studio/notes.ts';
import { besselZero } from './field.ts';
import { modeOfNote, modesOfPitches } from './modes-of-pitches.ts';

const twoOctaves = Array.from({ length: 24 }, (_, index) => 48 + index);
const zeroOf = ({ m, n }: { m: number; n: number }) => besselZero(m, n);
const of = (...pitches: [note: number, share: number][]) =>
  modesOfPitches(pitches.map(([note, share]) => ({ note, share })));

describe('the mode of a note', () => {
  test('is that of the plate in the octave from C4', () => {
    expect(twoOctaves.slice(12).map(modeOfNote)).toEqual(notes.map(({ primary }) => primary));
  });

  test("is close to the note's own, and its zero rises from note to note", () => {
    const zeros = twoOctaves.map((note) => zeroOf(modeOfNote(note)));
    expect(zeros).toEqual(zeros.toSorted((a, b) => a - b));
    expect(new Set(zeros).size).toBe(24);
    twoOctaves.forEach((note, index) => {
      const wanted = 0.057568 * 440 * 2 ** ((note - 69) / 12);
      expect(Math.abs((zeros[index] ?? 0) - wanted), String(note)).toBeLessThan(0.5);
    });
  });

  test('is that of the nearest of these two octaves for every other note', () => {
    for (const note of [24, 36]) expect(modeOfNote(note)).toEqual(modeOfNote(48));
    for (const note of [81, 93, 105]) expect(modeOfNote(note)).toEqual(modeOfNote(69));
  });
});

describe('the modes of pitches', () => {
  test('start with that of the strongest; the others bend it in proportion to their strength', () => {
    expect(of([69, 1])).toEqual([{ m: 5, n: 6, amplitude: 1 }]);
    expect(of([57, 1], [64, 0.8], [60, 0.42])).toEqual([
      { m: 5, n: 2, amplitude: 1 },
      { m: 5, n: 4, amplitude: 0.4 },
      { m: 0, n: 5, amplitude: 0.2 },
    ]);
    expect(of()).toEqual([]);
  });

  test('are all different and share one symmetry, whatever the pitches', () => {
    for (const first of twoOctaves)
      for (const step of [1, 3, 5, 7, 10]) {
        const modes = of([first, 1], [first + step, 0.9], [first - step, 0.6], [first + 2 * step + 1, 0.5]);
        expect(new Set(modes.map(({ m, n }) => `${m},${n}`)).size, `${first} ${step}`).toBe(4);
        const m = modes.find((mode) => mode.m > 0)?.m ?? 1;
        for (const mode of modes) expect(mode.m % m, `${first} ${step}`).toBe(0);
      }
  });
});
