import { expect, test } from 'vitest';
import { brokenOf, longestHealMs, slowIn, type Seen } from './full-disk.ts';

const sound: Seen = {
  falls: 0,
  unclear: [],
  whileFull: new Map([['form 503', 12]]),
  pagesWhileFull: 30,
  pagesFailed: [],
  healMs: [120, longestHealMs],
  lost: 0,
  storedTwice: 0,
  halfLeft: 0,
  unnamed: 0,
  missing: 0,
  acknowledged: 40,
};

test('accepts a run that kept everything and accepted writes again in time', () => {
  expect([...brokenOf(sound), ...slowIn(sound)]).toEqual([]);
});

test('rejects a server that accepts writes again too late or never', () => {
  expect(brokenOf({ ...sound, healMs: [120, null] })).toEqual(['times that writes were not taken again: 1']);
  const late = { ...sound, healMs: [longestHealMs + 1, 120] };
  expect(brokenOf(late)).toEqual([]);
  expect(slowIn(late)).toEqual(['times that writes were taken again after more than 10000 ms: 1']);
});

test('rejects a run without a full disk or without writes', () => {
  expect(brokenOf({ ...sound, healMs: [], acknowledged: 0, whileFull: new Map() })).toEqual([
    'the disk was never full',
    'nothing was acknowledged',
    'nothing was written while the disk was full',
  ]);
});
