import { expect, test } from 'vitest';
import { loopTextOf, parseLoop } from './loop-range.ts';

test('writes a range in seconds with milliseconds and reads it back', () => {
  const range = { fromMs: 12_000, toMs: 15_507 };
  expect(loopTextOf(range)).toBe('12.000-15.507');
  expect(parseLoop('12.000-15.507', 60_000)).toEqual(range);
  expect(parseLoop('12-15.5', 60_000)).toEqual({ fromMs: 12_000, toMs: 15_500 });
});

test('ends a range with the recording', () => {
  expect(parseLoop('1.000-90.000', 60_000)).toEqual({ fromMs: 1000, toMs: 60_000 });
});

test('refuses what is not a range of the recording', () => {
  for (const text of [
    null,
    '',
    '5',
    '5-',
    '-5',
    '5-5',
    '5-4',
    '5-5.02',
    '61-62',
    '1e3-2e3',
    '1-2-3',
    '1,5-2',
  ])
    expect(parseLoop(text, 60_000), String(text)).toBeNull();
});
