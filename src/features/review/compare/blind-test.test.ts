import { expect, test } from 'vitest';
import { chanceOf, drawTrials, isHeard, trialCounts } from './blind-test.ts';

const waysOf = (count: number) =>
  Array.from({ length: 2 ** count }, (_, answers) => answers.toString(2).replaceAll('0', '').length);

test('calculates the probability of guessing exactly', () => {
  for (const count of [8, 10, 12]) {
    const ways = waysOf(count);
    for (let correct = 0; correct <= count; correct += 1)
      expect(chanceOf(correct, count)).toBeCloseTo(
        ways.filter((right) => right >= correct).length / 2 ** count,
        12,
      );
  }
  expect(chanceOf(12, 16)).toBeCloseTo(0.0384, 4);
});

test('detects a difference from 7 of 8, 9 of 10, 10 of 12, 12 of 16 and 15 of 20 correct answers', () => {
  const least = trialCounts.map((count) =>
    Array.from({ length: count + 1 }, (_, right) => right).find((right) => isHeard(right, count)),
  );
  expect(least).toEqual([7, 9, 10, 12, 15]);
});

test('draws each trial independently, with equal probability', () => {
  expect(drawTrials(Uint8Array.of(0, 127, 128, 255))).toEqual([true, true, false, false]);
  const all = drawTrials(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  expect(all.filter(Boolean)).toHaveLength(128);
});
