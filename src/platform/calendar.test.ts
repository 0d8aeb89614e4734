import { assert, constantFrom, date, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCalendar, daysAfter, isDay } from './calendar.ts';

const zones = [
  'UTC',
  'America/New_York',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'America/St_Johns',
  'America/Havana',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Beirut',
  'Europe/Oslo',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const moments = date({ min: new Date('2020-01-01'), max: new Date('2038-01-01'), noInvalidDate: true });
const millisecond = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

describe('the calendar of any zone', () => {
  test('assigns every moment to exactly one day', () => {
    assert(
      property(constantFrom(...zones), moments, (zone, moment) => {
        const { dayOf, startOf } = createCalendar(zone);
        const day = dayOf(moment);
        expect(startOf(day) <= moment).toBe(true);
        expect(moment < startOf(daysAfter(day, 1))).toBe(true);
        expect(dayOf(startOf(day))).toBe(day);
        expect(dayOf(millisecond(startOf(day), -1))).toBe(daysAfter(day, -1));
      }),
    );
  });

  test('agrees with the formatted local time', () => {
    assert(
      property(constantFrom(...zones), moments, (zone, moment) => {
        const { dayOf, hourOf } = createCalendar(zone);
        const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
        const [day, time = ''] = new Intl.DateTimeFormat('sv-SE', options).format(moment).split(' ');
        expect([dayOf(moment), hourOf(moment)]).toEqual([day, Number(time.slice(0, 2))]);
      }),
    );
  });

  test('finds the next time of an hour: later than now, within a day and an hour', () => {
    assert(
      property(constantFrom(...zones), moments, integer({ min: 0, max: 23 }), (zone, now, hour) => {
        const { nextAt, hourOf, dayOf, momentAt } = createCalendar(zone);
        const next = nextAt(now, hour);
        expect(next > now).toBe(true);
        expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
        expect([hour, hour + 1]).toContain(hourOf(next));
        expect(next).toEqual(momentAt(dayOf(next), hour));
      }),
    );
  });
});

describe('the moment at which the clocks show an hour', () => {
  test.each([
    ['of a plain day', 'America/New_York', '2026-11-20', 8, '2026-11-20T13:00:00Z'],
    ['of the day they go forward', 'America/New_York', '2027-03-14', 8, '2027-03-14T12:00:00Z'],
    ['that they skip is when they go on', 'America/New_York', '2027-03-14', 2, '2027-03-14T07:00:00Z'],
    ['of the day they go back', 'America/New_York', '2026-11-01', 8, '2026-11-01T13:00:00Z'],
    ['that they show twice is the first', 'America/New_York', '2026-11-01', 1, '2026-11-01T05:00:00Z'],
    ['on the far coast', 'America/Los_Angeles', '2026-11-30', 8, '2026-11-30T16:00:00Z'],
    ['where they no longer change', 'America/Sao_Paulo', '2026-12-31', 8, '2026-12-31T11:00:00Z'],
    ['far east', 'Asia/Tokyo', '2027-01-01', 8, '2026-12-31T23:00:00Z'],
    ['fourteen hours ahead', 'Pacific/Kiritimati', '2026-11-21', 8, '2026-11-20T18:00:00Z'],
    ['eleven hours behind', 'Pacific/Pago_Pago', '2026-11-21', 8, '2026-11-21T19:00:00Z'],
    ['where they move by half an hour', 'Australia/Lord_Howe', '2026-10-04', 8, '2026-10-03T21:00:00Z'],
    ['where they move back by it', 'Australia/Lord_Howe', '2027-04-04', 1, '2027-04-03T14:00:00Z'],
    ['of a day without midnight', 'America/Havana', '2027-03-14', 0, '2027-03-14T05:00:00Z'],
    ['of another one', 'Asia/Beirut', '2027-03-28', 0, '2027-03-27T22:00:00Z'],
  ])('%s (%s)', (_name, zone, day, hour, moment) => {
    expect(createCalendar(zone).momentAt(day, hour)).toEqual(new Date(moment));
  });
});

test.each([
  ['before eight', '2026-11-21T06:59:00Z', '2026-11-21T07:00:00Z'],
  ['at eight', '2026-11-21T07:00:00Z', '2026-11-22T07:00:00Z'],
  ['after midnight there, before it in UTC', '2026-11-21T23:30:00Z', '2026-11-22T07:00:00Z'],
  ['the night before the clocks go forward', '2027-03-27T20:00:00Z', '2027-03-28T06:00:00Z'],
  ['the night before they go back', '2026-10-24T20:00:00Z', '2026-10-25T07:00:00Z'],
])('in Oslo the next eight o’clock is found %s', (_name, now, next) => {
  expect(createCalendar('Europe/Oslo').nextAt(new Date(now), 8)).toEqual(new Date(next));
});

test('days follow one another over the ends of months and years', () => {
  expect(daysAfter('2026-11-30', 1)).toBe('2026-12-01');
  expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(daysAfter('2027-02-28', 1)).toBe('2027-03-01');
  expect(daysAfter('2028-02-28', 1)).toBe('2028-02-29');
  expect(daysAfter('2027-03-01', -1)).toBe('2027-02-28');
});

test('accepts calendar days only', () => {
  for (const day of ['2028-02-29', '2026-12-31', '1000-01-01']) expect(isDay(day)).toBe(true);
  for (const text of ['2027-02-29', '2026-13-01', '2026-1-1', '', '3000-01-01', '2026-11-20T00:00:00Z'])
    expect(isDay(text)).toBe(false);
});

/** Zones with unusual clock changes, and the years of these. */
const oddZones: [zone: string, from: string, days: number][] = [
  ['Australia/Lord_Howe', '2026-03-20', 400],
  ['Africa/Casablanca', '2026-01-20', 400],
  ['Europe/Dublin', '2026-03-01', 400],
  ['Pacific/Apia', '2011-12-20', 30],
  ['Antarctica/Troll', '2026-03-01', 400],
  ['Asia/Kathmandu', '2026-01-01', 20],
  ['America/Sao_Paulo', '2018-10-25', 150],
  ['America/New_York', '2026-02-20', 400],
];

test.each(oddZones)(
  'finds the ranges of a day in which clocks of %s show its minutes',
  (zone, from, days) => {
    const { spansOf, startOf } = createCalendar(zone);
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const step = 5 * 60_000;
    const end = startOf(daysAfter(from, days)).getTime();
    const shown = new Map<string, number[]>();
    for (let ms = startOf(from).getTime(); ms < end; ms += step) {
      const [day = '', time = ''] = format.format(ms).split(' ');
      const [hour = 0, minute = 0] = time.split(':').map(Number);
      const isWithin = hour * 60 + minute >= 55 && hour * 60 + minute < 175;
      if (isWithin) shown.set(day, [...(shown.get(day) ?? []), ms]);
    }
    for (let n = 0; n < days; n += 1) {
      const day = daysAfter(from, n);
      const starts = spansOf(day, 55, 175).flatMap(([start, stop]) =>
        Array.from({ length: (stop - start) / step }, (_, at) => start + at * step),
      );
      expect([day, starts]).toEqual([day, shown.get(day) ?? []]);
    }
  },
);
