import { expect, test, vi } from 'vitest';
import { callUidsOf } from './call-invitation.ts';
import { readCalendar } from './read-calendar.ts';

const read = (...lines: string[]) =>
  readCalendar({
    text: ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n'),
    timeZone: 'Europe/Berlin',
    span: [Date.parse('2026-10-01T00:00Z'), Date.parse('2026-12-01T00:00Z')],
    ownUids: callUidsOf('https://studio.example'),
  });

const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one', ...lines, 'END:VEVENT'];

test('refuses a calendar with too many busy times', () => {
  const everyMinute = (minutes: number) =>
    event('DTSTART:20261001T000000Z', 'DURATION:PT1M', `RRULE:FREQ=MINUTELY;INTERVAL=${minutes}`);
  expect(read(...everyMinute(20))?.busy).toHaveLength(4392);
  expect(() => read(...everyMinute(10))).toThrow('Too many busy times');
});

test('creates a zone once for all spellings of its name', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const inZone = (zone: string) => event(`DTSTART;TZID=${zone}:20261110T100000`, 'DURATION:PT1H');
  const zones = ['Asia/Tokyo', 'asia/tokyo', 'aSIA/tOKYO', 'ASIA/TOKYO'];
  expect(read(...zones.flatMap(inZone))).toMatchObject({ leftOut: 0, busy: { length: 1 } });
  // The host's zone and this one.
  expect(made).toHaveBeenCalledTimes(2);
});
