import { expect, test } from 'vitest';
import { ownZone } from './own-zone.fixture.ts';
import {
  berlin,
  busyOf,
  calendar,
  event,
  hour,
  october19,
  october26,
  november2,
  weekly,
  type Case,
} from './busy-times.fixture.ts';
import { callUidOf, callUidsOf } from './call-invitation.ts';
import { readCalendar } from './read-calendar.ts';

const cases: readonly Case[] = [
  [
    'an event in UTC',
    event('DTSTART:20261110T090000Z', 'DTEND:20261110T100000Z'),
    ['11-10 10:00 to 11-10 11:00'],
  ],
  [
    'an event without a zone, by the host’s clocks',
    event('DTSTART:20261110T090000', hour),
    ['11-10 09:00 to 11-10 10:00', '1 floating'],
  ],
  [
    'one from New York, before and after the clocks of both change',
    event('DTSTART;TZID=America/New_York:20261019T090000', hour, 'RRULE:FREQ=WEEKLY;COUNT=3'),
    ['10-19 15:00 to 10-19 16:00', '10-26 14:00 to 10-26 15:00', '11-02 15:00 to 11-02 16:00'],
  ],
  ['a weekly one, over the change of the clocks', event(...weekly), [october19, october26, november2]],
  [
    'a whole day, by the host’s clocks',
    event('DTSTART;VALUE=DATE:20261025', 'DTEND;VALUE=DATE:20261026'),
    ['10-25 00:00 to 10-26 00:00'],
  ],
  ['a day without an end', event('DTSTART;VALUE=DATE:20261110'), ['11-10 00:00 to 11-11 00:00']],
  [
    'a repeated day whose end is a day',
    event('DTSTART;VALUE=DATE:20261031', 'RRULE:FREQ=MONTHLY;UNTIL=20261130;BYMONTHDAY=-1'),
    ['10-31 00:00 to 11-01 00:00', '11-30 00:00 to 12-01 00:00'],
  ],
  [
    'an occurrence that is taken out',
    event(...weekly, berlin('EXDATE', '20261026T100000')),
    [october19, november2],
  ],
  ['one taken out in UTC', event(...weekly, 'EXDATE:20261026T090000Z'), [october19, november2]],
  [
    'one taken out by its day',
    event(...weekly, 'EXDATE;VALUE=DATE:20261026'),
    [october19, november2, '1 dayLeftOut'],
  ],
  [
    'several taken out in one line',
    event(...weekly, berlin('EXDATE', '20261019T100000,20261102T100000')),
    [october26],
  ],
  [
    'one that is added',
    event(berlin('DTSTART', '20261019T100000'), hour, berlin('RDATE', '20261021T120000')),
    [october19, '10-21 12:00 to 10-21 13:00'],
  ],
  [
    'one that is added with its own end',
    event(berlin('DTSTART', '20261019T100000'), hour, 'RDATE;VALUE=PERIOD:20261021T100000Z/PT2H'),
    [october19, '10-21 12:00 to 10-21 14:00'],
  ],
  [
    'one that is moved',
    [
      ...event(...weekly),
      ...event(berlin('RECURRENCE-ID', '20261026T100000'), berlin('DTSTART', '20261027T150000'), hour),
    ],
    [october19, '10-27 15:00 to 10-27 16:00', november2],
  ],
  [
    'one that is moved, named in UTC and written before the others',
    [
      ...event('RECURRENCE-ID:20261026T090000Z', berlin('DTSTART', '20261027T150000'), hour),
      ...event(...weekly),
    ],
    [october19, '10-27 15:00 to 10-27 16:00', november2],
  ],
  [
    'one that is cancelled',
    [
      ...event(...weekly),
      ...event(
        berlin('RECURRENCE-ID', '20261026T100000'),
        berlin('DTSTART', '20261026T100000'),
        hour,
        'STATUS:CANCELLED',
      ),
    ],
    [october19, november2],
  ],
  [
    'one that is moved with all later ones',
    [
      ...event(...weekly),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261026T100000',
        berlin('DTSTART', '20261026T130000'),
        'DURATION:PT30M',
      ),
    ],
    [october19, '10-26 13:00 to 10-26 13:30', '11-02 13:00 to 11-02 13:30'],
  ],
  [
    'one that stands alone without the event it is of',
    event('RECURRENCE-ID:20261026T090000Z', 'DTSTART:20261026T090000Z', hour),
    [october26],
  ],
  ['an event that is cancelled', event(...weekly, 'STATUS:CANCELLED'), []],
  ['one during which its owner is free', event(...weekly, 'TRANSP:TRANSPARENT'), []],
  ['one that Outlook calls free', event(...weekly, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'), []],
  [
    'one that is not settled yet',
    event(berlin('DTSTART', '20261019T100000'), hour, 'STATUS:TENTATIVE'),
    [october19],
  ],
  [
    'a zone as Windows calls it',
    event('DTSTART;TZID=W. Europe Standard Time:20261019T100000', hour),
    [october19],
  ],
  [
    'a zone at the end of a path',
    event('DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20261019T100000', hour),
    [october19],
  ],
  [
    'a zone that only the calendar defines, over its change',
    [
      ...ownZone('Our place'),
      ...event('DTSTART;TZID=Our place:20261019T100000', hour, 'RRULE:FREQ=WEEKLY;COUNT=3'),
    ],
    [october19, october26, november2],
  ],
  [
    'a zone that nobody knows, by the host’s clocks, and counted',
    event('DTSTART;TZID=Nowhere:20261019T100000', hour),
    [october19, '1 left out'],
  ],
  [
    'free and busy times alone',
    [
      'BEGIN:VFREEBUSY',
      'FREEBUSY:20261110T090000Z/PT1H,20261111T090000Z/20261111T093000Z',
      'FREEBUSY;FBTYPE=FREE:20261112T090000Z/PT1H',
      'END:VFREEBUSY',
    ],
    ['11-10 10:00 to 11-10 11:00', '11-11 10:00 to 11-11 10:30'],
  ],
  [
    'an event that began before and still goes on',
    event('DTSTART:20260901T000000Z', 'DTEND:20261002T000000Z'),
    ['10-01 02:00 to 10-02 02:00'],
  ],
  [
    'a repeated one that began long ago',
    event(berlin('DTSTART', '19990104T100000'), hour, 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=3MO'),
    [october19],
  ],
  [
    'times that overlap, once',
    [...event('DTSTART:20261110T090000Z', hour), ...event('DTSTART:20261110T093000Z', hour)],
    ['11-10 10:00 to 11-10 11:30'],
  ],
  ['an event without any length', event('DTSTART:20261110T090000Z'), ['1 noLength']],
  [
    'a line that goes on in the next',
    event('DTSTART:2026111', ' 0T090000Z', hour),
    ['11-10 10:00 to 11-10 11:00'],
  ],
  [
    'lines that end as on other systems',
    [event('DTSTART:20261110T090000Z', hour).join('\n')],
    ['11-10 10:00 to 11-10 11:00'],
  ],
  [
    'a reminder within an event, and a title that is no text',
    event(
      'SUMMARY;ALTREP="never closed:x',
      'DTSTART:20261110T090000Z',
      hour,
      'BEGIN:VALARM',
      'TRIGGER:-PT15M',
      'DURATION:PT9H',
      'END:VALARM',
    ),
    ['11-10 10:00 to 11-10 11:00'],
  ],
  [
    'a broken event, counted, and one after it',
    [...event('DTSTART:soon'), ...event('DTSTART:20261110T090000Z', hour)],
    ['11-10 10:00 to 11-10 11:00', '1 left out'],
  ],
  [
    'a rule that is none, counted',
    event(berlin('DTSTART', '20261019T100000'), hour, 'RRULE:FREQ=SOMETIMES'),
    [october19, '1 left out'],
  ],
  [
    'a rule that never comes true again',
    event(berlin('DTSTART', '20261019T100000'), hour, 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
    [october19],
  ],
];

test.each(cases)('recurring busy times are neither ignored nor shifted: %s', (_, lines, busy) => {
  expect(busyOf(calendar(...lines))).toEqual(busy);
});

test('a calendar that was cut off is reported as such', () => {
  const whole = calendar(...event('DTSTART:20261110T090000Z', hour));
  expect(busyOf(whole.slice(0, whole.indexOf('END:VEVENT')))).toEqual(['1 left out']);
});

const none = [
  '',
  '<!doctype html><title>Sign in</title>',
  '{"error":"not found"}',
  'BEGIN:VCARD\r\nEND:VCARD',
];
test.each(none)('a text that is no calendar is refused: %j', (text) =>
  expect(busyOf(text)).toEqual(['no calendar']),
);

test('a rule without an end is followed only as far as asked', () => {
  const every = event(berlin('DTSTART', '20010101T000000'), 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY');
  expect(busyOf(calendar(...every))).toEqual(['10-01 02:00 to 12-01 01:00']);
});

const span = [Date.parse('2026-10-01T00:00Z'), Date.parse('2026-12-01T00:00Z')] as const;
const ownUids = callUidsOf('https://studio.example');

test.each([
  ['https://studio.example', 0],
  ['https://other.example', 1],
])('calls that a host has accepted, of %s, keep them busy: %i', (origin, count) => {
  const uid = callUidOf({ id: '019aa000-0000-7000-8000-000000000001', generation: 2 }, origin, 3);
  const ownCall = ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTART:20261019T100000Z', 'DURATION:PT1H', 'END:VEVENT'];
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...ownCall, 'END:VCALENDAR', ''].join('\r\n');
  expect(readCalendar({ text, timeZone: 'Europe/Berlin', span, ownUids })?.busy).toHaveLength(count);
});
