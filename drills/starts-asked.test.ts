import { expect, test } from 'vitest';
import { fewerThanAsked, startsAskedBy } from './starts-asked.ts';

test('a run with fewer starts or minutes than requested fails', () => {
  const asked = startsAskedBy(['300', '92', '2']);
  expect(fewerThanAsked(asked, { starts: 300, minutes: [92, 92] })).toEqual([]);
  expect(fewerThanAsked(asked, { starts: 256, minutes: [92, 30] })).toEqual([
    '256 starts, fewer than the 300 that were asked for',
    'servers under load for 92, 30 minutes, not 2 for the 92 that were asked for',
  ]);
});
