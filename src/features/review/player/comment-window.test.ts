import { expect, test } from 'vitest';
import { shownRangeOf } from './comment-window.ts';

const every = (count: number) => Array.from({ length: count }, (_, index) => 1000 * index);

test('shows all of a few comments, and those around the moment of many', () => {
  expect(shownRangeOf([], 0)).toEqual([0, 0]);
  expect(shownRangeOf(every(20), 9000)).toEqual([0, 20]);
  expect(shownRangeOf(every(300), 0)).toEqual([0, 10]);
  expect(shownRangeOf(every(300), 100_500)).toEqual([99, 109]);
  expect(shownRangeOf(every(300), 900_000)).toEqual([290, 300]);
});
