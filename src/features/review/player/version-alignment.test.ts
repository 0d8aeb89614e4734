import { expect, test } from 'vitest';
import { placeOn, placesOf } from './version-alignment.ts';

// The newer one is a second later, and lacks the older one's tenth to twelfth second.
const comparison = {
  rateHz: 1000,
  olderFrames: 20_000,
  newerFrames: 19_000,
  pieces: [
    { olderAt: 0, newerAt: 1000, frames: 10_000 },
    { olderAt: 12_000, newerAt: 11_000, frames: 8000 },
  ],
  isInverted: false,
  louderLu: 0,
  strip: { columnMs: 1000, bandsDb: [] },
};

test('maps a moment to the same place of the music in the other version, in both directions', () => {
  expect(placeOn(placesOf(comparison, true), 3000)).toBe(4000);
  expect(placeOn(placesOf(comparison, true), 15_000)).toBe(14_000);
  expect(placeOn(placesOf(comparison, false), 4000)).toBe(3000);
});

test('maps a moment that the other version lacks to the next shared passage', () => {
  expect(placeOn(placesOf(comparison, true), 11_000)).toBe(11_000);
  expect(placeOn(placesOf(comparison, false), 400)).toBe(0);
});

test('keeps the last shift after the last shared passage, and the moment without a comparison', () => {
  expect(placeOn(placesOf(comparison, true), 20_500)).toBe(19_500);
  expect(placeOn(null, 3000)).toBe(3000);
  expect(placeOn([], 3000)).toBe(3000);
});
