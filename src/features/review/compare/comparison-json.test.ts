import { expect, test } from 'vitest';
import compare from '#content/compare.yaml';
import type { SoundComparison } from '#src/audio/alignment/sound-comparison.ts';
import { comparisonJson } from './comparison-json.ts';

const nothing = [0, 0, 0, 0];

/** The newer one starts 0.25 s later, is 3.2 LU louder, and has more bass from its second column on. */
const comparison: SoundComparison = {
  rateHz: 48_000,
  olderFrames: 96_000,
  newerFrames: 108_000,
  pieces: [{ olderAt: 0, newerAt: 12_000, frames: 96_000 }],
  isInverted: false,
  louderLu: 3.2,
  strip: {
    columnMs: 500,
    bandsDb: [nothing, [0, 3, 3.5, 3.1], nothing, [null, null, null, null], nothing, nothing, nothing],
  },
};

const compared = (change: Partial<SoundComparison> = {}) => ({
  older: { id: 'older' },
  isLater: false,
  found: {
    state: 'compared' as const,
    percent: 100,
    reason: null,
    comparer: 1,
    comparison: { ...comparison, ...change },
  },
});

test('reports how the second version differs from the first', () => {
  expect(comparisonJson(compared(), 'older')).toEqual({
    state: 'compared',
    offsetFrames: 12_000,
    rateHz: 48_000,
    pieces: [{ aFrame: 0, bFrame: 12_000, frames: 96_000 }],
    isInverted: false,
    gainDb: -3.2,
    turnedDown: 'b',
    changes: [{ startMs: 500, endMs: 2000, bands: [0, 3.2, 0, null, 0, 0, 0] }],
  });
});

test('reverses every difference in the other direction, and still lowers only the louder version', () => {
  expect(comparisonJson(compared(), 'newer')).toMatchObject({
    offsetFrames: -12_000,
    pieces: [{ aFrame: 12_000, bFrame: 0, frames: 96_000 }],
    gainDb: -3.2,
    turnedDown: 'a',
    changes: [{ startMs: 500, endMs: 2000, bands: [0, -3.2, 0, null, 0, 0, 0] }],
  });
});

test('lists a passage once in which bands changed by different amounts', () => {
  const [bass, mids] = [
    [0, 3, 3, 0],
    [0, -4, -4, 0],
  ];
  const bandsDb = [nothing, bass, nothing, mids, nothing, [0, 0, 6, 6], nothing];
  expect(comparisonJson(compared({ strip: { columnMs: 500, bandsDb } }), 'older').changes).toEqual([
    { startMs: 500, endMs: 1500, bands: [0, 3, 0, -4, 0, 3, 0] },
    { startMs: 1000, endMs: 2000, bands: [0, 1.5, 0, -2, 0, 6, 0] },
  ]);
});

test('lowers neither version if both are equally loud or the loudness is unknown', () => {
  const levelOf = (louderLu: number | null) => comparisonJson(compared({ louderLu }), 'older');
  expect(levelOf(0.01)).toMatchObject({ gainDb: 0, turnedDown: null });
  expect(levelOf(null)).toMatchObject({ gainDb: null, turnedDown: null });
  expect(levelOf(-2)).toMatchObject({ gainDb: -2, turnedDown: 'a' });
});

test('returns the reason if the versions were not compared', () => {
  const { older, isLater } = compared();
  const said = (state: 'waiting' | 'uncompared', reason: 'too-long' | null) =>
    comparisonJson(
      { older, isLater, found: { state, reason, percent: 0, comparer: 1, comparison: null } },
      'older',
    );
  expect(said('waiting', null)).toEqual({ state: 'waiting', reason: compare.state.waiting });
  expect(said('uncompared', 'too-long')).toEqual({
    state: 'uncompared',
    reason: compare.reasons['too-long'],
  });
  expect(comparisonJson({ older, isLater, found: null }, 'older')).toMatchObject({ state: 'waiting' });
});
