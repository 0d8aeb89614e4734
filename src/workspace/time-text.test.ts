import { expect, test } from 'vitest';
import { createCalendar } from '#src/platform/calendar.ts';
import { studioDayOf, studioHourOf } from '#src/studio/studio-calendar.ts';
import { createMomentTexts, dayText, momentDayText, momentText } from './time-text.ts';

// The studio keeps the time zone of content/site.yaml, UTC; other zones have tests of their own.
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

test.each([
  ['America/New_York', '2027-01-01T03:00:00Z', '2027-01-01T03:00:00Z', 'Today, 22:00', '31 Dec 2026'],
  ['America/New_York', '2027-01-01T03:00:00Z', '2026-12-31T04:59:00Z', '30 Dec, 23:59', '30 Dec 2026'],
  ['America/New_York', '2027-01-01T03:00:00Z', '2027-01-01T05:00:00Z', '1 Jan 2027, 00:00', '1 Jan 2027'],
  ['America/New_York', '2027-01-01T05:00:00Z', '2027-01-01T03:00:00Z', '31 Dec 2026, 22:00', '31 Dec 2026'],
  ['America/New_York', '2026-11-20T09:00:00Z', '2026-07-01T03:59:00Z', '30 Jun, 23:59', '30 Jun 2026'],
  ['Asia/Tokyo', '2026-12-31T15:30:00Z', '2026-12-31T15:00:00Z', 'Today, 00:00', '1 Jan 2027'],
  ['Asia/Tokyo', '2026-12-31T15:30:00Z', '2026-12-31T14:59:00Z', '31 Dec 2026, 23:59', '31 Dec 2026'],
  ['Asia/Tokyo', '2026-12-31T14:59:00Z', '2026-12-30T15:00:00Z', 'Today, 00:00', '31 Dec 2026'],
])('in %s, as of %s, the moment %s is %s', (zone, present, moment, text, day) => {
  const texts = createMomentTexts(createCalendar(zone));
  expect(texts.momentText(new Date(moment), new Date(present), 'Today')).toBe(text);
  expect(texts.momentDayText(new Date(moment))).toBe(day);
});
