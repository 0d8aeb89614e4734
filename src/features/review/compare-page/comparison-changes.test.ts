import { expect, test } from 'vitest';
import { biggestChanges, editsOf, laterBy } from './comparison-changes.ts';
import { matchedDb } from '#src/features/files/comparisons/matched-levels.ts';

const quiet = Array.from({ length: 20 }, () => 0.4);
const raised = quiet.map((db, column) => (column >= 8 && column < 14 ? 3 : db));

test('neighbouring bands that changed alike are one change; small changes are none', () => {
  const strip = { columnMs: 500, bandsDb: [quiet, raised, raised, quiet, quiet, quiet, quiet] };
  expect(biggestChanges(strip)).toEqual([{ fromMs: 4000, toMs: 7000, bands: [1, 2], db: 3 }]);
  expect(biggestChanges({ ...strip, bandsDb: [quiet] })).toEqual([]);
});

test('what was cut out and put in has its times in the version that holds it', () => {
  const comparison = {
    rateHz: 1000,
    olderFrames: 45_000,
    newerFrames: 43_000,
    isInverted: false,
    louderLu: null,
    strip: { columnMs: 500, bandsDb: [] },
    pieces: [
      { olderAt: 0, newerAt: 100, frames: 9900 },
      { olderAt: 13_000, newerAt: 10_000, frames: 7000 },
      { olderAt: 20_000, newerAt: 22_000, frames: 20_000 },
    ],
  };
  expect(editsOf(comparison)).toEqual({
    cut: [
      { fromMs: 9900, toMs: 13_000 },
      { fromMs: 40_000, toMs: 45_000 },
    ],
    added: [
      { fromMs: 17_000, toMs: 22_000 },
      { fromMs: 42_000, toMs: 43_000 },
    ],
  });
  const intro = { ...comparison, pieces: [{ olderAt: 0, newerAt: 3000, frames: 40_000 }] };
  expect(editsOf(intro).added).toEqual([{ fromMs: 0, toMs: 3000 }]);
  // What was cut out later does not make it earlier.
  expect(laterBy(comparison)).toBe(100);
});

test('only the louder version is turned down', () => {
  expect(matchedDb(3.2)).toEqual([0, -3.2]);
  expect(matchedDb(-1)).toEqual([-1, 0]);
  expect(matchedDb(null)).toEqual([0, 0]);
});
