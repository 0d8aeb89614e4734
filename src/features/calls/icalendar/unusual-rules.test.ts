import { expect, test } from 'vitest';
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

/** Invalid or rare rules and changes: they count as busy or are reported. */
const oddities: readonly Case[] = [
  [
    'a rule with a part that no standard knows: followed without it, and counted',
    event(...weekly.slice(0, 2), 'RRULE:FREQ=WEEKLY;COUNT=3;BYEASTER=0'),
    [october19, october26, november2, '1 left out'],
  ],
  ...[
    'FREQ=WEEKLY;COUNT=0',
    'FREQ=WEEKLY;INTERVAL=0',
    'FREQ=WEEKLY;INTERVAL=1.5',
    'FREQ=WEEKLY;UNTIL=20261332',
    'FREQ=WEEKLY;UNTIL=soon',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=YEARLY;BYMONTH=13',
    'FREQ=YEARLY;BYMONTH=11L',
    'FREQ=WEEKLY;FREQ=DAILY',
    'COUNT=3',
  ].map(
    (rule) =>
      [
        `a rule that is badly written (${rule}): its first time, and counted`,
        event(...weekly.slice(0, 2), `RRULE:${rule}`),
        [october19, '1 left out'],
      ] as const,
  ),
  [
    'a rule in small letters',
    event(...weekly.slice(0, 2), 'RRULE:freq=weekly;count=3'),
    [october19, october26, november2],
  ],
  [
    'a day with a rule about times of day',
    event('DTSTART;VALUE=DATE:20261110', 'RRULE:FREQ=DAILY;COUNT=2;BYHOUR=9,15'),
    ['11-10 00:00 to 11-12 00:00'],
  ],
  [
    'exceptions by a rule that cannot be read: nothing is taken out',
    event(...weekly, 'EXRULE:FREQ=SOMETIMES'),
    [october19, october26, november2, '1 left out'],
  ],
  [
    'exceptions of which one cannot be read',
    event(...weekly, 'EXDATE:soon,20261026T090000Z'),
    [october19, november2, '1 left out'],
  ],
  [
    'additions of which one cannot be read',
    event(...weekly.slice(0, 2), 'RDATE:soon,20261026T090000Z'),
    [october19, october26, '1 left out'],
  ],
  [
    'an addition of a day to an event with times',
    event(...weekly.slice(0, 2), 'RDATE;VALUE=DATE:20261021'),
    [october19, '10-21 00:00 to 10-22 00:00'],
  ],
  [
    'one that is moved with all later ones, and named by other clocks',
    [
      ...event(...weekly),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20261026T090000Z',
        berlin('DTSTART', '20261026T130000'),
        'DURATION:PT30M',
      ),
    ],
    [october19, '10-26 13:00 to 10-26 13:30', '11-02 13:00 to 11-02 13:30'],
  ],
  [
    'one that is moved by weeks with all later ones',
    [
      ...event(berlin('DTSTART', '20260907T100000'), hour, 'RRULE:FREQ=WEEKLY;COUNT=2'),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260907T100000',
        berlin('DTSTART', '20261019T100000'),
        hour,
      ),
    ],
    [october19, october26],
  ],
  [
    'one that is changed with all earlier ones, which no calendar may say any more: counted',
    [
      ...event(...weekly),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDPRIOR;TZID=Europe/Berlin:20261026T100000',
        berlin('DTSTART', '20261027T100000'),
        hour,
      ),
    ],
    [october19, '10-27 10:00 to 10-27 11:00', november2, '1 left out'],
  ],
  [
    'a changed occurrence that repeats: counted',
    [...event(...weekly), ...event(berlin('RECURRENCE-ID', '20261026T100000'), ...weekly)],
    [october19, november2, '1 left out'],
  ],
  [
    'changes without a name, which change no other event',
    [
      'BEGIN:VEVENT',
      ...weekly,
      'END:VEVENT',
      'BEGIN:VEVENT',
      berlin('RECURRENCE-ID', '20261026T100000'),
      berlin('DTSTART', '20261027T100000'),
      hour,
      'END:VEVENT',
    ],
    [october19, october26, '10-27 10:00 to 10-27 11:00', november2],
  ],
];

test.each(oddities)('counts as busy or is reported: %s', (_, lines, busy) => {
  expect(busyOf(calendar(...lines))).toEqual(busy);
});
