import { expect, test } from 'vitest';
import {
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
import { observance, ownZone } from './own-zone.fixture.ts';

/** Invalid or rare input: it counts as busy or is reported. */
const oddities: readonly Case[] = [
  [
    'a zone of its own under a name that the list has for another: the calendar’s holds',
    [
      'BEGIN:VTIMEZONE',
      'TZID:EST',
      ...observance('STANDARD', '16011104T020000', '-0400', '-0500', 'FREQ=YEARLY;BYDAY=1SU;BYMONTH=11'),
      ...observance('DAYLIGHT', '16010311T020000', '-0500', '-0400', 'FREQ=YEARLY;BYDAY=2SU;BYMONTH=3'),
      'END:VTIMEZONE',
      ...event('DTSTART;TZID=EST:20261019T090000', hour, 'RRULE:FREQ=WEEKLY;COUNT=3'),
    ],
    ['10-19 15:00 to 10-19 16:00', '10-26 14:00 to 10-26 15:00', '11-02 15:00 to 11-02 16:00'],
  ],
  [
    'a zone whose definition cannot be read: the list’s holds, and it is counted',
    [
      'BEGIN:VTIMEZONE',
      'TZID:America/New_York',
      'BEGIN:STANDARD',
      'DTSTART:soon',
      'END:STANDARD',
      'END:VTIMEZONE',
      ...event('DTSTART;TZID=America/New_York:20261019T090000', hour),
    ],
    ['10-19 15:00 to 10-19 16:00', '1 zoneDefinition'],
  ],
  [
    'a day that ends on itself',
    event('DTSTART;VALUE=DATE:20261110', 'DTEND;VALUE=DATE:20261110'),
    ['11-10 00:00 to 11-11 00:00'],
  ],
  ['a day of no days', event('DTSTART;VALUE=DATE:20261110', 'DURATION:P0D'), ['11-10 00:00 to 11-11 00:00']],
  [
    'a day of two hours',
    event('DTSTART;VALUE=DATE:20261110', 'DURATION:PT2H'),
    ['11-10 00:00 to 11-11 00:00'],
  ],
  [
    'a day that ends at a time',
    event('DTSTART;VALUE=DATE:20261110', 'DTEND:20261111T120000Z'),
    ['11-10 00:00 to 11-12 00:00'],
  ],
  ['a day that is not called one', event('DTSTART:20261110'), ['11-10 00:00 to 11-11 00:00']],
  [
    'days that are written backwards',
    event('DTSTART;VALUE=DATE:20261112', 'DTEND;VALUE=DATE:20261110'),
    ['11-10 00:00 to 11-12 00:00'],
  ],
  [
    'a time that ends on a day',
    event('DTSTART:20261110T090000Z', 'DTEND;VALUE=DATE:20261110'),
    ['11-10 10:00 to 11-11 00:00'],
  ],
  [
    'an end before the beginning',
    event('DTSTART:20261110T090000Z', 'DTEND:20261110T080000Z'),
    ['11-10 09:00 to 11-10 10:00'],
  ],
  [
    'a length below nothing',
    event('DTSTART:20261110T090000Z', 'DURATION:-PT1H'),
    ['11-10 09:00 to 11-10 10:00'],
  ],
  [
    'an end and a length that differ: the longer one',
    event('DTSTART:20261110T090000Z', 'DTEND:20261110T093000Z', hour),
    ['11-10 10:00 to 11-10 11:00'],
  ],
  ['an end that cannot be read', event('DTSTART:20261110T090000Z', 'DTEND:later'), ['1 left out']],
  ['a length that cannot be read', event('DTSTART:20261110T090000Z', 'DURATION:1H'), ['1 left out']],
  ['31 November', event('DTSTART:20261131T090000Z', hour), ['1 left out']],
  ['25 o’clock', event('DTSTART:20261110T250000Z', hour), ['1 left out']],
  ['a time with an offset', event('DTSTART:20261110T090000+0100', hour), ['1 left out']],
  [
    'midnight as 24 o’clock',
    event('DTSTART:20261110T220000Z', 'DTEND:20261110T240000Z'),
    ['11-10 23:00 to 11-11 01:00'],
  ],
  [
    'one that is free for one program and not for another',
    event(...weekly, 'TRANSP:TRANSPARENT', 'X-MICROSOFT-CDO-BUSYSTATUS:OOF'),
    [october19, october26, november2],
  ],
  [
    'states that nobody knows',
    event(...weekly, 'STATUS:PERHAPS', 'TRANSP:MILKY', 'X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE'),
    [october19, october26, november2],
  ],
  [
    'free and busy times of which one cannot be read, and of a kind that nobody knows',
    [
      'BEGIN:VFREEBUSY',
      'FREEBUSY;FBTYPE=X-ASLEEP:20261110T090000Z/PT1H,20261111T090000Z/soon',
      'END:VFREEBUSY',
    ],
    ['11-10 10:00 to 11-10 11:00', '1 left out'],
  ],
  [
    'tasks, journal entries and availability: counted',
    [
      'BEGIN:VTODO',
      'DTSTART:20261110T090000Z',
      'BEGIN:VALARM',
      'END:VALARM',
      'END:VTODO',
      'BEGIN:VAVAILABILITY',
      'BEGIN:AVAILABLE',
      'DTSTART:20261110T090000Z',
      'END:AVAILABLE',
      'END:VAVAILABILITY',
      ...event(...weekly),
    ],
    [october19, october26, november2, '2 otherEntries'],
  ],
  [
    'an event without a zone during which its owner is free',
    event('DTSTART:20261110T090000', 'TRANSP:TRANSPARENT'),
    [],
  ],
];

test.each(oddities)('counts as busy or is reported: %s', (_, lines, busy) => {
  expect(busyOf(calendar(...lines))).toEqual(busy);
});

const clockChanges = [
  ['before the hour that comes twice', '20261025T013000'],
  ['in the hour that comes twice', '20261025T023000'],
  ['after it', '20261025T033000'],
] as const;
test.each(clockChanges)('a zone’s own definition is followed like the list’s: %s', (_, begin) => {
  const one = event(`DTSTART;TZID=Europe/Berlin:${begin}`, 'DURATION:PT30M');
  const listed = busyOf(calendar(...one));
  expect(busyOf(calendar(...ownZone('Europe/Berlin'), ...one))).toEqual(listed);
});
