import { expect, test } from 'vitest';
import { minutesText } from './minutes-text.ts';
import { differenceText } from './difference-text.ts';

test('what was there before is said to be quieter or louder, with the difference to a tenth of a decibel', () => {
  expect(differenceText(3.46)).toBe('Before is 3.5 dB quieter');
  expect(differenceText(-1.62)).toBe('Before is 1.6 dB louder');
  expect(differenceText(0.04)).toBe('Both are equally loud as they are.');
});

test('a place is written in minutes and whole seconds', () => {
  expect([0, 7.99, 60, 75.5].map(minutesText)).toEqual(['0:00', '0:07', '1:00', '1:15']);
});
