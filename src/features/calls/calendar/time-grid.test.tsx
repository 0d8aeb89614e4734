import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { closedOf, columnsOf, openHoursOf, rowsOf } from './calendar-columns.ts';
import { initialsOf } from './host-mark.tsx';
import { joinHrefOf } from './join-call.ts';
import type { ListedCall } from './list-calls.ts';
import { distanceText, nextTimeText } from './next-call.tsx';
import { TimeGrid } from './time-grid.tsx';

const days = [
  '2026-11-23',
  '2026-11-24',
  '2026-11-25',
  '2026-11-26',
  '2026-11-27',
  '2026-11-28',
  '2026-11-29',
];
const tuesday = '2026-11-24';
const host = (timeZone: string, fromMinute: number, toMinute: number, id = 'ada') => ({
  id,
  timeZone,
  weekly: [{ weekday: 2, fromMinute, toMinute }],
  exceptions: [],
});
const usual = [host('UTC', 9 * 60, 18 * 60)];

const call = (id: string, from: string, to: string, changes: Partial<ListedCall> = {}): ListedCall => ({
  id,
  name: `Visitor ${id}`,
  kind: null,
  hostId: 'ada',
  host: 'Ada Brandt',
  hasHostLeft: false,
  hostZone: 'UTC',
  state: 'booked',
  startsAt: new Date(`${tuesday}T${from}Z`),
  endsAt: new Date(`${tuesday}T${to}Z`),
  sequence: 0,
  ...changes,
});

const hosts = ['Ada Brandt', 'Tomas Vik'].map((name, n) => ({
  id: n === 0 ? 'ada' : 'tomas',
  name,
  timeZone: 'UTC',
  hasLeft: false,
}));

const drawn = (
  calls: readonly ListedCall[],
  { byHost = null, now = '12:20' }: { byHost?: readonly string[] | null; now?: string } = {},
) =>
  renderToStaticMarkup(
    <TimeGrid
      columns={columnsOf(calls, { days: byHost ? [tuesday] : days, hosts: usual, timeZone: 'UTC', byHost })}
      hosts={hosts}
      filter={{ view: null, day: tuesday, hostIds: [] }}
      today={tuesday}
      now={new Date(`${tuesday}T${now}:00Z`)}
      timeZone="UTC"
    />,
  );
const rowsIn = (html: string) =>
  [...html.matchAll(/<th scope="row"[^>]*><span[^>]*>([\d:]+)/g)].map((match) => match[1]);

test('open hours are those of every host in the viewer’s zone, merged', () => {
  const both = [host('UTC', 9 * 60, 12 * 60), host('Europe/Berlin', 12 * 60, 19 * 60)];
  expect(openHoursOf(both, tuesday, 'UTC')).toEqual([{ from: 9 * 60, to: 18 * 60 }]);
  expect(openHoursOf([host('America/New_York', 18 * 60, 20 * 60)], tuesday, 'UTC')).toEqual([
    { from: 23 * 60, to: 24 * 60 },
  ]);
  expect(openHoursOf(both, '2026-11-25', 'UTC')).toEqual([]);
  expect(
    closedOf(
      [
        { from: 600, to: 780 },
        { from: 840, to: 1080 },
      ],
      { from: 540, to: 1080 },
    ),
  ).toEqual([
    { from: 540, to: 600 },
    { from: 780, to: 840 },
  ]);
  expect(closedOf([], { from: 540, to: 1020 })).toEqual([{ from: 540, to: 1020 }]);
});

test('rows cover the hours and calls outside them, or usual hours if there are neither', () => {
  expect(rowsIn(drawn([])).at(-1)).toBe('17:30');
  const rows = rowsIn(drawn([call('early', '07:10:00', '07:40:00'), call('late', '18:45:00', '19:15:00')]));
  expect([rows[0], rows.at(-1)]).toEqual(['07:00', '19:00']);
  const none = columnsOf([], { days, hosts: [], timeZone: 'UTC', byHost: null });
  expect([rowsOf(none)[0], rowsOf(none).at(-1)]).toEqual([9 * 60, 16 * 60 + 30]);
});

test('draws a call as long as it is, from the minute at which it begins', () => {
  const html = drawn([call('one', '09:40:00', '10:55:00')]);
  expect(html).toMatch(/data-time="09:30"><a [^>]*data-after="10" data-hours="1" data-rest="15"/);
  expect(html.match(/desk\/calls\/one/g)).toHaveLength(1);
  expect(drawn([call('short', '10:00:00', '10:05:00')])).toMatch(/calls\/short"[^>]*data-rest="5"/);
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
  expect(html.match(/<i data-lanes="2"/g), 'a wider day').toHaveLength(1);
  expect(html).toMatch(/colSpan="8" data-day="2026-11-24"/);
});

test('a day has a column per host, without cancelled calls', () => {
  const calls = [
    call('hers', '10:00:00', '10:30:00'),
    call('his', '10:00:00', '10:30:00', { hostId: 'tomas', host: 'Tomas Vik' }),
    call('off', '11:00:00', '11:30:00', { state: 'cancelled' }),
  ];
  const html = drawn(calls, { byHost: ['ada', 'tomas'] });
  expect(html).toMatch(/data-time="10:00" data-host="ada"><a [^>]*calls\/hers"/);
  expect(html).toMatch(/data-time="10:00" data-host="tomas"><a [^>]*calls\/his"/);
  expect(html).not.toContain('calls/off');
  expect(html).not.toMatch(/data-lanes="2"/);
});

test('marks hosts by shape and initials, past calls, and the present minute', () => {
  const calls = [
    call('past', '10:00:00', '10:30:00'),
    call('now', '12:00:00', '12:30:00', { hostId: 'tomas', host: 'Tomas Vik' }),
  ];
  const html = drawn(calls);
  expect(html).toMatch(/calls\/past"[^>]*data-past/);
  expect(html).not.toMatch(/calls\/now"[^>]*data-past/);
  expect(html).toContain('translate(0 740)');
  const shapes = [...html.matchAll(/<path d="(M[^"]+Z)"/g)].map((match) => match[1]);
  expect(new Set(shapes).size).toBe(2);
  expect(html).toContain('</svg>TV');
  expect(drawn([], { now: '20:00' })).not.toContain('translate(');
  expect(['Ada Brandt', 'Björk', 'Anna  de la Cruz', ''].map(initialsOf)).toEqual(['AB', 'B', 'AC', '']);
});

test.each([
  ['2026-11-24T09:20:00Z', 'Today 10:20', 'in 20 minutes'],
  ['2026-11-24T15:00:00Z', 'Today 16:00', 'in 6 hours'],
  ['2026-11-25T09:00:00Z', 'Tomorrow 10:00', 'in 24 hours'],
  ['2026-11-27T09:00:00Z', 'Friday 10:00', 'in 3 days'],
  ['2026-12-01T09:00:00Z', 'Tuesday 1 December, 10:00', 'in 7 days'],
])('the next call at %s is %s, %s', (startsAt, when, distance) => {
  const now = new Date('2026-11-24T09:00:00Z');
  expect(nextTimeText(new Date(startsAt), now, 'Europe/Berlin')).toBe(when);
  expect(distanceText(new Date(startsAt), now, 'Europe/Berlin')).toBe(distance);
});

test('a call is joined at the address in its place', () => {
  expect(joinHrefOf('https://meet.example/room?x=1')).toBe('https://meet.example/room?x=1');
  expect(joinHrefOf('Video: https://meet.example/room.')).toBe('https://meet.example/room');
  for (const place of ['', 'Room 2', '+49 30 123', 'javascript:alert(1)', 'http://meet.example/'])
    expect(joinHrefOf(place)).toBeNull();
});
