import { expect, test } from 'vitest';
import { dayText, momentDayText, momentText } from './moment-text.ts';
import { studioDayOf, studioHourOf } from '#src/features/site/studio-calendar.ts';

// The studio of these tests keeps the time zone of content/site.yaml, UTC.
const now = new Date('2026-11-20T09:00:00Z');

test('a moment is written with “Today”, without the year, or with an earlier year', () => {
  const textOf = (moment: string) => momentText(new Date(moment), now, 'Today');
  expect(textOf('2026-11-20T08:15:00Z')).toBe('Today, 08:15');
  expect(textOf('2026-11-19T23:59:59Z')).toBe('19 Nov, 23:59');
  expect(textOf('2025-11-19T00:00:00Z')).toBe('19 Nov 2025, 00:00');
});

test('a day is written as the day it is in the time zone of the studio', () => {
  expect(dayText('2026-12-04')).toBe('4 Dec 2026');
  expect(dayText('2027-03-01')).toBe('1 Mar 2027');
  expect(momentDayText(new Date('2026-10-30T23:30:00Z'))).toBe('30 Oct 2026');
  expect(studioDayOf(new Date('2026-10-30T23:30:00Z'))).toBe('2026-10-30');
  expect(studioHourOf(new Date('2026-10-30T23:30:00Z'))).toBe(23);
  expect(studioHourOf(new Date('2026-10-30T00:30:00Z'))).toBe(0);
});
