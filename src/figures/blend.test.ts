import { array, assert, boolean, double, nat, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { noteOf, notes, type NoteSlug } from '#src/studio/notes.ts';
import { breathAt, modesAt, modesOfBlend, showBlend, type Blend, type Showing } from './blend.ts';
import { modesOf, type WeightedMode } from './field.ts';

const only = (slug: NoteSlug): Blend => [{ note: noteOf(slug), weight: 1 }];
const between = (a: NoteSlug, b: NoteSlug, share: number): Blend => [
  { note: noteOf(a), weight: 1 - share },
  { note: noteOf(b), weight: share },
];
const weightOf = (modes: readonly WeightedMode[], { m, n }: { m: number; n: number }) =>
  modes.find((mode) => mode.m === m && mode.n === n)?.amplitude ?? 0;

test('a note starts with the two modes of the table', () => {
  for (const note of notes) {
    const modes = modesOfBlend([{ note, weight: 1 }]);
    for (const mode of modesOf(note)) expect(weightOf(modes, mode)).toBeCloseTo(mode.amplitude, 12);
    expect(modes).toHaveLength(2);
  }
});

test('the secondary mode varies slowly, between 0.25 and 0.5', () => {
  for (const { amplitude } of notes) {
    const breath = Array.from({ length: 1500 }, (_, i) => breathAt(amplitude, i / 100));
    expect(Math.min(...breath)).toBeCloseTo(0.25, 4);
    expect(Math.max(...breath)).toBeCloseTo(0.5, 4);
    breath.slice(1).forEach((value, i) => expect(Math.abs(value - (breath[i] ?? 0))).toBeLessThan(0.001));
  }
});

test('a crossfade starts with the old figure and ends before the 300 ms of a navigation are over', () => {
  const old = showBlend(only('c4'), 0);
  const fading = showBlend(only('a4'), 3, old);
  expect(modesAt(fading, 3)).toEqual(modesAt(old, 3));
  expect(modesAt(fading, 3.2)).toHaveLength(4);
  expect(modesAt(fading, 3.285)).toEqual(modesOfBlend(only('a4'), 3.285 - 3));
});

test('the picture follows a gliding voice at any update rate', () => {
  let showing = showBlend(only('c4'), 0);
  for (let i = 1; i <= 60; i += 1) showing = showBlend(between('c4', 'cs4', i / 60), i / 60, showing);
  const gone = weightOf(modesAt(showing, 1), noteOf('c4').primary);
  expect(gone).toBeGreaterThan(0);
  expect(gone).toBeLessThan(0.2);
});

test('there are never more than four modes, and none jumps, in any order of blends', () => {
  const aBlend = tuple(nat(10), double({ min: 0, max: 1, noNaN: true }), boolean()).map(
    ([i, share, isMixed]): Blend => {
      const [note, next] = notes.slice(i, i + 2);
      if (!note || !next) throw new Error('The notes are missing');
      return isMixed
        ? [
            { note, weight: 1 - share },
            { note: next, weight: share },
          ]
        : [{ note, weight: 1 }];
    },
  );
  const aStep = tuple(aBlend, double({ min: 0, max: 0.6, noNaN: true }));
  assert(
    property(array(aStep, { minLength: 1, maxLength: 6 }), (steps) => {
      let nowS = 0;
      let showing: Showing | undefined;
      let before: readonly WeightedMode[] | undefined;
      for (const [blend, forS] of steps) {
        showing = showBlend(blend, nowS, showing);
        for (const end = nowS + forS; nowS < end; nowS += 0.002) {
          const modes = modesAt(showing, nowS);
          expect(modes.length).toBeLessThanOrEqual(4);
          expect(modes.length).toBeGreaterThan(0);
          for (const mode of [...modes, ...(before ?? [])]) {
            const jump = before ? Math.abs(weightOf(modes, mode) - weightOf(before, mode)) : 0;
            expect(jump).toBeLessThan(0.06);
          }
          before = modes;
        }
      }
    }),
    { numRuns: 60 },
  );
});
