import { expect, test } from 'vitest';
import { calendarFilterOf, calendarHref, daysOf, shiftedBy, spanTexts, zoneOn } from './calendar-view.ts';

const read = (query: string) => calendarFilterOf(new URLSearchParams(query), '2026-11-25');

test('a week begins on Monday, whichever of its days the address names', () => {
  for (const day of ['2026-11-23', '2026-11-25', '2026-11-29']) {
    const days = daysOf(read(`day=${day}`));
    expect([days[0], days.at(-1)], day).toEqual(['2026-11-23', '2026-11-29']);
  }
});

test('an invalid address shows this week for all hosts', () => {
  expect(read('view=year&day=2026-02-30&host=me')).toEqual({ view: null, day: '2026-11-25', hostIds: [] });
});

test('an address parses to the filter it was made from', () => {
  const filter = {
    view: 'list',
    day: '2026-12-01',
    hostIds: ['00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000001'],
  } as const;
  expect(read(calendarHref(filter).split('?')[1] ?? '')).toEqual(filter);
});

test('previous and next pages of days have no gaps', () => {
  for (const view of ['week', 'day', 'list'] as const) {
    const filter = read(`view=${view}`);
    const [before, now, after] = [shiftedBy(filter, -1), filter, shiftedBy(filter, 1)].map(daysOf);
    const all = [...(before ?? []), ...(now ?? []), ...(after ?? [])];
    expect(new Set(all).size, view).toBe(all.length);
    const spanDays = (Date.parse(all.at(-1) ?? '') - Date.parse(all[0] ?? '')) / 86_400_000;
    expect(spanDays, view).toBe(all.length - 1);
  }
});

test('the zone is named with its offset on the shown days, not today’s', () => {
  expect(zoneOn(['2026-07-06', '2026-07-12'], 'Europe/Berlin')).toBe('Berlin, UTC+2');
  expect(zoneOn(['2026-12-07', '2026-12-13'], 'Europe/Berlin')).toBe('Berlin, UTC+1');
  for (const days of [['2027-03-22', '2027-03-28'], ['2027-03-28']])
    expect(zoneOn(days, 'Europe/Berlin')).toBe('Berlin');
});

test('the dates of a view name what differs between its first and last day', () => {
  const of = (...days: readonly string[]) => Object.values(spanTexts(days)).join(' to ');
  expect(of('2026-11-23', '2026-11-29')).toBe('23 to 29 November 2026');
  expect(of('2026-11-30', '2026-12-06')).toBe('30 November to 6 December 2026');
  expect(of('2026-12-28', '2027-01-03')).toBe('28 December 2026 to 3 January 2027');
});
