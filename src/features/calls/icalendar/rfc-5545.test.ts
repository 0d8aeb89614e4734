import { expect, test } from 'vitest';
import { wallClock } from '../times/clock-text.ts';
import { readCalendar } from './read-calendar.ts';

/** Parses days written as "1997 9/2-11 10/1,15", each at 9:00. */
function daysOf(text: string): string[] {
  let year = '';
  return text.split(' ').flatMap((part) => {
    if (!part.includes('/')) {
      year = part;
      return [];
    }
    const [month = '', days = ''] = part.split('/');
    return days.split(',').flatMap((one) => {
      const [from = 0, to = from] = one.split('-').map(Number);
      const date = (day: number) => `${year}-${month.padStart(2, '0')}-${String(day).padStart(2, '0')} 09:00`;
      return Array.from({ length: to - from + 1 }, (_, n) => date(from + n));
    });
  });
}

const everyTwenty = ['02', '03'].flatMap((day) =>
  [9, 10, 11, 12, 13, 14, 15, 16].flatMap((hour) =>
    ['00', '20', '40'].map((minute) => `1997-09-${day} ${String(hour).padStart(2, '0')}:${minute}`),
  ),
);
const on = (times: string) => times.split(' ').map((time) => `1997-09-02 ${time}`);
const weekdays = 'SU,MO,TU,WE,TH,FR,SA';
const januaries = daysOf('1998 1/1-31 1999 1/1-31 2000 1/1-31');
const tuesdaysAndThursdays = '1997 9/2,4,9,11,16,18,23,25,30 10/2';
const hours = 'BYHOUR=9,10,11,12,13,14,15,16';

/**
 * The examples of RFC 5545, 3.8.5.3 in order: the rule, the start, the expected times and, for endless rules, the end
 * of the query.
 */
type Example = {
  readonly rule: string;
  readonly begin: string;
  readonly expected: string | string[];
  readonly until: string;
};

const written: readonly (readonly [
  rule: string,
  begin: string,
  expected: string | string[],
  until?: string,
])[] = [
  ['FREQ=DAILY;COUNT=10', '19970902', '1997 9/2-11'],
  ['FREQ=DAILY;UNTIL=19971224T000000Z', '19970902', '1997 9/2-30 10/1-31 11/1-30 12/1-23'],
  [
    'FREQ=DAILY;INTERVAL=2',
    '19970902',
    '1997 9/2,4,6,8,10,12,14,16,18,20,22,24,26,28,30 10/2,4',
    '1997-10-06',
  ],
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '19970902', '1997 9/2,12,22 10/2,12'],
  [`FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=${weekdays}`, '19980101', januaries],
  ['FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1', '19980101', januaries],
  ['FREQ=WEEKLY;COUNT=10', '19970902', '1997 9/2,9,16,23,30 10/7,14,21,28 11/4'],
  [
    'FREQ=WEEKLY;UNTIL=19971224T000000Z',
    '19970902',
    '1997 9/2,9,16,23,30 10/7,14,21,28 11/4,11,18,25 12/2,9,16,23',
  ],
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU', '19970902', '1997 9/2,16,30 10/14,28 11/11,25 12/9,23', '1998-01-06'],
  ['FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH', '19970902', tuesdaysAndThursdays],
  ['FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', '19970902', tuesdaysAndThursdays],
  [
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    '19970901',
    '1997 9/1,3,5,15,17,19,29 10/1,3,13,15,17,27,29,31 11/10,12,14,24,26,28 12/8,10,12,22',
  ],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH', '19970902', '1997 9/2,4,16,18,30 10/2,14,16'],
  ['FREQ=MONTHLY;COUNT=10;BYDAY=1FR', '19970905', '1997 9/5 10/3 11/7 12/5 1998 1/2 2/6 3/6 4/3 5/1 6/5'],
  ['FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR', '19970905', '1997 9/5 10/3 11/7 12/5'],
  [
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '19970907',
    '1997 9/7,28 11/2,30 1998 1/4,25 3/1,29 5/3,31',
  ],
  ['FREQ=MONTHLY;COUNT=6;BYDAY=-2MO', '19970922', '1997 9/22 10/20 11/17 12/22 1998 1/19 2/16'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', '19970928', '1997 9/28 10/29 11/28 12/29 1998 1/29 2/26', '1998-03-01'],
  ['FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15', '19970902', '1997 9/2,15 10/2,15 11/2,15 12/2,15 1998 1/2,15'],
  ['FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1', '19970930', '1997 9/30 10/1,31 11/1,30 12/1,31 1998 1/1,31 2/1'],
  ['FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15', '19970910', '1997 9/10-15 1999 3/10-13'],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    '19970902',
    '1997 9/2,9,16,23,30 11/4,11,18,25 1998 1/6,13,20,27 3/3,10,17,24,31',
    '1998-04-30',
  ],
  [
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    '19970610',
    '1997 6/10 7/10 1998 6/10 7/10 1999 6/10 7/10 2000 6/10 7/10 2001 6/10 7/10',
  ],
  [
    'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    '19970310',
    '1997 3/10 1999 1/10 2/10 3/10 2001 1/10 2/10 3/10 2003 1/10 2/10 3/10',
  ],
  [
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    '19970101',
    '1997 1/1 4/10 7/19 2000 1/1 4/9 7/18 2003 1/1 4/10 7/19 2006 1/1',
  ],
  ['FREQ=YEARLY;BYDAY=20MO', '19970519', '1997 5/19 1998 5/18 1999 5/17', '2000-01-01'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '19970512', '1997 5/12 1998 5/11 1999 5/17', '2000-01-01'],
  [
    'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
    '19970313',
    '1997 3/13,20,27 1998 3/5,12,19,26 1999 3/4,11,18,25',
    '2000-01-01',
  ],
  [
    'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
    '19970605',
    '1997 6/5,12,19,26 7/3,10,17,24,31 8/7,14,21,28 1998 6/4,11,18,25 7/2,9,16,23,30 8/6,13,20,27',
    '1999-01-01',
  ],
  [
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13\r\nEXDATE;TZID=America/New_York:19970902T090000',
    '19970902',
    '1998 2/13 3/13 11/13 1999 8/13 2000 10/13',
    '2001-01-01',
  ],
  [
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    '19970913',
    '1997 9/13 10/11 11/8 12/13 1998 1/10 2/7 3/7 4/11 5/9 6/13',
    '1998-07-01',
  ],
  [
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    '19961105',
    '1996 11/5 2000 11/7 2004 11/2',
    '2005-01-01',
  ],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '19970904', '1997 9/4 10/7 11/6'],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    '19970929',
    '1997 9/29 10/30 11/27 12/30 1998 1/29 2/26 3/30',
    '1998-04-01',
  ],
  // UNTIL is 13:00 local time; the RFC's list continues past it (erratum 3883).
  ['FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z', '19970902', on('09:00 12:00')],
  ['FREQ=MINUTELY;INTERVAL=15;COUNT=6', '19970902', on('09:00 09:15 09:30 09:45 10:00 10:15')],
  ['FREQ=MINUTELY;INTERVAL=90;COUNT=4', '19970902', on('09:00 10:30 12:00 13:30')],
  [`FREQ=DAILY;${hours};BYMINUTE=0,20,40`, '19970902', everyTwenty, '1997-09-04'],
  [`FREQ=MINUTELY;INTERVAL=20;${hours}`, '19970902', everyTwenty, '1997-09-04'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '19970805', '1997 8/5,10,19,24'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '19970805', '1997 8/5,17,19,31'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '20070115', '2007 1/15,30 2/15 3/15,30'],
];

const examples = written.map(([rule, begin, expected, until = '2010-01-01']): Example => ({
  rule,
  begin,
  expected,
  until,
}));

test('all 42 examples of RFC 5545 are asked for', () => {
  expect(examples).toHaveLength(42);
});

test.each(examples)(
  'recurring busy times are neither ignored nor shifted: $rule',
  ({ rule, begin, expected, until }) => {
    const text = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:example',
      `DTSTART;TZID=America/New_York:${begin}T090000`,
      'DURATION:PT10M',
      `RRULE:${rule}`,
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    const span = [Date.parse('1996-01-01T00:00Z'), Date.parse(`${until}T00:00Z`)] as const;
    const read = readCalendar({ text, timeZone: 'Asia/Tokyo', span, ownUids: /^never$/ });
    expect(read?.leftOut).toBe(0);
    const shown = read?.busy.map(([from]) => wallClock(from, 'America/New_York').slice(0, 16));
    expect(shown).toEqual(typeof expected === 'string' ? daysOf(expected) : expected);
  },
);
