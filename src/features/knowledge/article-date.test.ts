import { expect, test } from 'vitest';
import { dayOf } from './article-date.tsx';

test('a day is written with the short month of three letters and without a leading zero', () => {
  expect(dayOf(new Date('2026-09-02'))).toBe('2 Sep 2026');
  expect(dayOf(new Date('2026-11-12T23:59:59Z'))).toBe('12 Nov 2026');
});
