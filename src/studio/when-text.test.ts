import { expect, test } from 'vitest';
import { createCalendar } from '#src/platform/calendar.ts';
import { createWhenText, whenText } from './when-text.ts';

test.each([
  ['America/New_York', '2027-01-01T04:59:00Z', '31 Dec 2026, 23:59'],
  ['America/New_York', '2027-01-01T05:00:00Z', '1 Jan 2027, 00:00'],
  ['America/New_York', '2026-07-01T03:59:00Z', '30 Jun 2026, 23:59'],
  ['Asia/Tokyo', '2026-12-31T14:59:00Z', '31 Dec 2026, 23:59'],
  ['Asia/Tokyo', '2026-12-31T15:00:00Z', '1 Jan 2027, 00:00'],
])('in %s the moment %s is %s', (zone, moment, text) => {
  expect(createWhenText(createCalendar(zone))(new Date(moment))).toBe(text);
});

test('a moment is written by the clock of the studio', () => {
  expect(whenText(new Date('2026-11-21T16:05:00Z'))).toBe('21 Nov 2026, 16:05');
});
