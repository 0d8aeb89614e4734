import { expect, test } from 'vitest';
import { biggestChanges, editsOf, startOffsetOf } from './comparison-changes.ts';
import { matchedDb } from '#src/features/files/comparisons/matched-levels.ts';

const quiet = Array.from({ length: 20 }, () => 0.4);
const raised = quiet.map((db, column) => (column >= 8 && column < 14 ? 3 : db));

test('joins neighbouring bands that changed alike, and ignores small changes', () => {
  const strip = { columnMs: 500, bandsDb: [quiet, raised, raised, quiet, quiet, quiet, quiet] };
  expect(biggestChanges(strip)).toEqual([{ fromMs: 4000, toMs: 7000, bands: [1, 2], db: 3 }]);
  expect(biggestChanges({ ...strip, bandsDb: [quiet] })).toEqual([]);
});

test('returns cuts and insertions with their times in the version that contains them', () => {
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
  // A later cut does not make the version earlier.
  expect(startOffsetOf(comparison)).toBe(100);
});

test('lowers only the louder version', () => {
  expect(matchedDb(3.2)).toEqual([0, -3.2]);
  expect(matchedDb(-1)).toEqual([-1, 0]);
  expect(matchedDb(null)).toEqual([0, 0]);
});
