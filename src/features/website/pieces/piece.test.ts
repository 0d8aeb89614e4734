import { expect, test } from 'vitest';
import pieces from '#content/pieces.yaml';
import { fill } from '#src/platform/fill.ts';
import { minutesText } from './minutes-text.ts';
import { differenceText } from './piece.tsx';

test('what was there before is said to be quieter or louder, with the difference to a tenth of a decibel', () => {
  const { quieter, louder, same } = pieces.words;
  expect(differenceText(3.46)).toBe(fill(quieter, { difference: '3.5' }));
  expect(differenceText(-1.62)).toBe(fill(louder, { difference: '1.6' }));
  expect(differenceText(0.04)).toBe(same);
});

test('a place is written in minutes and whole seconds', () => {
  expect([0, 7.99, 60, 75.5].map(minutesText)).toEqual(['0:00', '0:07', '1:00', '1:15']);
});
