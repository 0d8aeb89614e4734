import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ListedCall } from './list-calls.ts';
import { hoursShown, WeekTable } from './week-table.tsx';

const days = [
  '2026-11-23',
  '2026-11-24',
  '2026-11-25',
  '2026-11-26',
  '2026-11-27',
  '2026-11-28',
  '2026-11-29',
];
const host = (timeZone: string, fromMinute: number, toMinute: number) => ({
  timeZone,
  weekly: [{ weekday: 2, fromMinute, toMinute }],
  exceptions: [],
});

const call = (id: string, from: string, to: string): ListedCall => ({
  id,
  name: `Visitor ${id}`,
  kind: null,
  host: 'Ada Brandt',
  hasHostLeft: false,
  hostZone: 'UTC',
  state: 'booked',
  startsAt: new Date(`2026-11-24T${from}Z`),
  endsAt: new Date(`2026-11-24T${to}Z`),
  sequence: 0,
});

const drawn = (calls: readonly ListedCall[], hours = { fromMinute: 540, toMinute: 1080 }) =>
  renderToStaticMarkup(<WeekTable {...{ calls, days, hours }} today="2026-11-24" timeZone="UTC" />);
const rowsOf = (html: string) =>
  [...html.matchAll(/<th scope="row"[^>]*>([\d:]+)/g)].map((match) => match[1]);

test('covers the hours of every host in the viewer’s zone', () => {
  const hosts = [host('UTC', 9 * 60, 17 * 60), host('Europe/Berlin', 12 * 60, 19 * 60)];
  expect(hoursShown(hosts, days, 'UTC')).toEqual({ fromMinute: 9 * 60, toMinute: 18 * 60 });
  expect(hoursShown([host('America/New_York', 18 * 60, 20 * 60)], days, 'UTC')).toEqual({
    fromMinute: 0,
    toMinute: 24 * 60,
  });
  expect(hoursShown([], days, 'UTC')).toEqual({ fromMinute: 9 * 60, toMinute: 17 * 60 });
});

test('ends with the last hours of hosts, and shows calls outside them', () => {
  expect(rowsOf(drawn([])).at(-1)).toBe('17:30');
  const rows = rowsOf(drawn([call('early', '07:10:00', '07:40:00'), call('late', '18:45:00', '19:15:00')]));
  expect([rows[0], rows.at(-1)]).toEqual(['07:00', '19:00']);
});

test('draws a call as long as it is, from the minute at which it begins', () => {
  const html = drawn([call('one', '09:40:00', '10:55:00')]);
  expect(html).toMatch(/data-time="09:30"><a [^>]*data-after="10" data-hours="1" data-rest="15"/);
  expect(html.match(/<a /g)).toHaveLength(1);
});

test('puts calls that overlap side by side, and others in their full width', () => {
  const html = drawn([
    call('first', '09:00:00', '10:00:00'),
    call('second', '09:30:00', '10:30:00'),
    call('third', '10:00:00', '10:15:00'),
    call('alone', '12:00:00', '12:30:00'),
  ]);
  const placeOf = (id: string) => new RegExp(`calls/${id}"[^>]*>`).exec(html)?.[0] ?? '';
  expect(placeOf('first')).toMatch(/data-lanes="2"/);
  expect(placeOf('second')).toMatch(/data-lane="1" data-lanes="2"/);
  expect(placeOf('third')).not.toMatch(/data-lane=/);
  expect(placeOf('alone')).not.toMatch(/data-lanes/);
});
