import { expect, test } from 'vitest';
import { callUidOf, callUidsOf } from '#src/features/calls/invitations/call-invitation.ts';
import { readCalendar } from './read-calendar.ts';

const span = [Date.parse('2026-10-01T00:00Z'), Date.parse('2026-12-01T00:00Z')] as const;
const ownUids = callUidsOf('https://studio.example');

test.each([
  ['https://studio.example', 0],
  ['https://other.example', 1],
])('calls that a host has accepted, of %s, keep them busy: %i', (origin, count) => {
  const uid = callUidOf({ id: '019aa000-0000-7000-8000-000000000001', generation: 2 }, origin, 3);
  const event = ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTART:20261019T100000Z', 'DURATION:PT1H', 'END:VEVENT'];
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VCALENDAR', ''].join('\r\n');
  expect(readCalendar({ text, timeZone: 'Europe/Berlin', span, ownUids })?.busy).toHaveLength(count);
});
