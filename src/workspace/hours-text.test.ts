import { expect, test } from 'vitest';
import { hoursText } from './time-text.ts';

test('waits are written in hours and minutes', () => {
  expect([0, 59_999, 9 * 3_600_000 + 300_000, 76 * 3_600_000].map(hoursText)).toEqual([
    '0 h 00 m',
    '0 h 00 m',
    '9 h 05 m',
    '76 h 00 m',
  ]);
});
