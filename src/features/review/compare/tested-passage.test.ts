import { expect, test } from 'vitest';
import { testedPassage } from './blind-test.ts';

const rateHz = 1000;
// B has four seconds inserted after the fifth.
const inserted = {
  rateHz,
  frames: 19_000,
  pieces: [
    { olderAt: 0, newerAt: 0, frames: 5000 },
    { olderAt: 5000, newerAt: 9000, frames: 10_000 },
  ],
};

test('a blind test plays the current piece, without its borders', () => {
  expect(testedPassage(inserted, 3000)).toEqual({ from: 100, to: 4900 });
  expect(testedPassage(inserted, 12_000)).toEqual({ from: 9100, to: 18_900 });
});

test('a blind test plays the longest shared piece if one version is silent at the current position', () => {
  expect(testedPassage(inserted, 7000)).toEqual({ from: 9100, to: 18_900 });
});

test('the passage excludes what was cut from the older version', () => {
  const pieces = [
    { olderAt: 0, newerAt: 0, frames: 5000 },
    { olderAt: 8000, newerAt: 5000, frames: 3000 },
  ];
  expect(testedPassage({ rateHz, frames: 8000, pieces }, 6000)).toEqual({ from: 5100, to: 7900 });
});

test('returns null if the piece is too short', () => {
  const pieces = [{ olderAt: 0, newerAt: 0, frames: 1100 }];
  expect(testedPassage({ rateHz, frames: 8000, pieces }, 0)).toBeNull();
});
