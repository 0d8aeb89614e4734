import { expect, test } from 'vitest';
import { barOf, loudnessAt, peakIn } from './meter-levels.ts';

test('the loudness at a moment is the nearest point of the curve, and nothing before its first or after the sound', () => {
  const curve = [-30, null, -10];
  const at = (ms: number) => loudnessAt(curve, ms, 13_000);
  expect([0, 2999, 3000, 8000, 10_600, 13_000, 13_100, 14_000].map(at)).toEqual([
    null,
    null,
    -30,
    null,
    -10,
    -10,
    -10,
    null,
  ]);
  expect(loudnessAt([], 5000, 13_000)).toBeNull();
});

test('the peak of a part is that of the bins that it touches', () => {
  // Four bins of 256 samples from the third on.
  const bins = { samples: 256, first: 2, pairs: Int8Array.of(0, 0, -64, 10, -1, 127, 0, 0) };
  expect(peakIn(bins, 512, 700)).toBe(-Infinity);
  expect(peakIn(bins, 600, 800)).toBeCloseTo(-6.02, 2);
  expect(peakIn(bins, 0, 1100)).toBe(0);
  expect(peakIn(bins, 1280, 1500)).toBe(-Infinity);
  expect(peakIn(bins, 2000, 3000)).toBeNull();
});

test('a bar is full at 0 dB and empty at −60, in silence and where nothing is known', () => {
  expect([0, 3, -30, -60, -90, -Infinity, null].map(barOf)).toEqual([1, 1, 0.5, 0, 0, 0, 0]);
});
