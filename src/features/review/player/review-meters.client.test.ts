import { expect, test } from 'vitest';
import { silentLoudness } from '#src/audio/peaks-pyramid.ts';
import { barOf, loudnessAt, peakIn } from './review-meters.client.ts';

test('returns the loudness of the nearest half second, and null before the third or after the sound', () => {
  const levels = new DataView(new ArrayBuffer(6));
  [-3012, silentLoudness, -1000].forEach((level, point) => levels.setInt16(2 * point, level, true));
  const at = (ms: number) => loudnessAt(levels, ms, 4100);
  expect([0, 2999, 3000, 3249, 3500, 3760, 4100, 4200, 4300].map(at)).toEqual([
    null,
    null,
    -30.12,
    -30.12,
    null,
    -10,
    -10,
    -10,
    null,
  ]);
  expect(loudnessAt(new DataView(new ArrayBuffer(0)), 5000, 13_000)).toBeNull();
});

test('returns the peak of the bins that a part touches', () => {
  // Four bins of 256 samples, starting with the third.
  const bins = { samples: 256, first: 2, pairs: Int8Array.of(0, 0, -64, 10, -1, 127, 0, 0) };
  expect(peakIn(bins, 512, 700)).toBe(-Infinity);
  expect(peakIn(bins, 600, 800)).toBeCloseTo(-6.02, 2);
  expect(peakIn(bins, 0, 1100)).toBe(0);
  expect(peakIn(bins, 1280, 1500)).toBe(-Infinity);
  expect(peakIn(bins, 2000, 3000)).toBeNull();
});

test('fills a bar at 0 dB and empties it at −60 dB, in silence and without data', () => {
  expect([0, 3, -30, -60, -90, -Infinity, null].map(barOf)).toEqual([1, 1, 0.5, 0, 0, 0, 0]);
});
