import { expect, test } from 'vitest';
import { exactCodeOf, lengthCodeOf, parseTimeCode, shortCodeOf, timeCodeOf } from './time-code.ts';

test.each([
  [0, '0:00.0'],
  [2100, '0:02.1'],
  [13_449, '0:13.4'],
  [83_900, '1:23.9'],
  [3_599_999, '59:59.9'],
  [3_723_400, '1:02:03.4'],
])('%i ms is written %s', (ms, text) => {
  expect(timeCodeOf(ms)).toBe(text);
});

test('formats a time to the millisecond', () => {
  expect(exactCodeOf(13_456.9)).toBe('0:13.456');
  expect(exactCodeOf(60_001)).toBe('1:00.001');
  expect([13_000, 13_400, 13_450, 13_456].map(shortCodeOf)).toEqual([
    '0:13.0',
    '0:13.4',
    '0:13.45',
    '0:13.456',
  ]);
  expect(exactCodeOf(3_723_456)).toBe('1:02:03.456');
});

test('never formats a length below one second as zero', () => {
  expect([10, 999, 1000, 61_040].map(lengthCodeOf)).toEqual(['0:00.01', '0:00.999', '0:01.0', '1:01.0']);
});

test.each([
  ['0:13.4', 13_400],
  ['13.4', 13_400],
  [' 1:23 ', 83_000],
  ['1:23,25', 83_250],
  ['1:02:03.4', 3_723_400],
  ['90', 90_000],
])('%j is read as %i ms', (text, ms) => {
  expect(parseTimeCode(text)).toBe(ms);
});

test.each(['', 'a', '1:', ':5', '0:60', '1:60:00', '-1', '1e3', '0:13.4567', '0:1:2:3', '٣'])(
  '%j is not read as a moment',
  (text) => {
    expect(parseTimeCode(text)).toBeNull();
  },
);
