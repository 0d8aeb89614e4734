import { array, assert, constantFrom, integer, property, record, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { minuteMs } from '#src/platform/durations.ts';
import { findFreeTimes, type CallRules, type Host } from './free-times.ts';

const day0 = Date.parse('2026-03-27T00:00:00Z');
const days = 4;

const zones = constantFrom(
  'UTC',
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Kiritimati',
);
const hours = tuple(integer({ min: 0, max: 95 }), integer({ min: 1, max: 40 })).map(([from, length]) => ({
  fromMinute: from * 15,
  toMinute: Math.min(from + length, 96) * 15,
}));
const hosts = record({
  timeZone: zones,
  weekly: array(tuple(integer({ min: 1, max: 7 }), hours), { maxLength: 12 }).map((list) =>
    list.map(([weekday, span]) => ({ weekday, ...span })),
  ),
  exceptions: array(tuple(integer({ min: 0, max: days - 1 }), array(hours, { maxLength: 2 })), {
    maxLength: 1,
  }).map((list) => list.map(([n, spans]) => ({ day: dayText(day0 + n * 1440 * minuteMs), hours: spans }))),
  busy: array(tuple(integer({ min: 0, max: days * 288 }), integer({ min: 1, max: 60 })), {
    maxLength: 6,
  }).map((list) =>
    list.map(
      ([from, length]) => [day0 + from * 5 * minuteMs, day0 + (from + length) * 5 * minuteMs] as const,
    ),
  ),
  calls: array(
    integer({ min: 0, max: days * 96 }).map((n) => day0 + n * 15 * minuteMs),
    { maxLength: 4 },
  ),
  dailyMost: integer({ min: 1, max: 3 }),
});
const rules = record({
  lengthMin: constantFrom(15, 30, 45),
  stepMin: constantFrom(15, 20, 30, 50, 60),
  bufferBeforeMin: constantFrom(0, 10),
  bufferAfterMin: constantFrom(0, 5, 15),
});

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local day and minute in a zone. */
function clockOf(timeZone: string, ms: number): { day: string; minute: number } {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  const [day = '', time = ''] = format.format(ms).split(' ');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return { day, minute: hour * 60 + minute };
}

/** Finds the free times by trying every five minutes, as a reference. */
function findByTrial(
  host: Host,
  { lengthMin, stepMin, bufferBeforeMin, bufferAfterMin }: CallRules,
): number[] {
  const isOpen = (ms: number) => {
    const { day, minute } = clockOf(host.timeZone, ms);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
    const spans =
      host.exceptions.find((exception) => exception.day === day)?.hours ??
      host.weekly.filter((span) => span.weekday === weekday);
    return spans.some(({ fromMinute, toMinute }) => minute >= fromMinute && minute < toMinute);
  };
  const isBusy = (from: number, to: number) => host.busy.some(([start, end]) => start < to && end > from);
  const callsOn = (day: string) =>
    host.calls.filter((call) => clockOf(host.timeZone, call).day === day).length;
  const found: number[] = [];
  for (let ms = day0; ms < day0 + days * 1440 * minuteMs; ms += 5 * minuteMs) {
    if (!isOpen(ms) || clockOf(host.timeZone, ms).minute % stepMin !== 0) continue;
    const end = ms + lengthMin * minuteMs;
    const minutes = Array.from({ length: lengthMin / 5 }, (_, n) => ms + n * 5 * minuteMs);
    if (!minutes.every(isOpen)) continue;
    if (isBusy(ms - bufferBeforeMin * minuteMs, end + bufferAfterMin * minuteMs)) continue;
    if (callsOn(clockOf(host.timeZone, ms).day) >= host.dailyMost) continue;
    found.push(ms);
  }
  return found;
}

test('calls start at whole steps since the host’s local midnight, whatever the hours', () => {
  const weekly = [{ weekday: 5, fromMinute: 9 * 60 + 10, toMinute: 11 * 60 }];
  const host = {
    id: 'host',
    timeZone: 'Asia/Kathmandu',
    weekly,
    exceptions: [],
    busy: [],
    calls: [],
    dailyMost: 8,
  };
  const how = { lengthMin: 30, stepMin: 30, bufferBeforeMin: 0, bufferAfterMin: 0 };
  const free = findFreeTimes([host], how, [day0, day0 + 1440 * minuteMs]);
  expect(free.map(({ startMs }) => clockOf(host.timeZone, startMs).minute)).toEqual([570, 600, 630]);
});

test('free times match a search of every five minutes, across clock changes', () => {
  assert(
    property(array(hosts, { minLength: 1, maxLength: 3 }), rules, (made, how) => {
      const team = made.map((host, n) => ({ ...host, id: `host ${n}` }));
      const free = findFreeTimes(team, how, [day0, day0 + days * 1440 * minuteMs]);
      for (const host of team) {
        const starts = free.filter(({ hostIds }) => hostIds.includes(host.id)).map(({ startMs }) => startMs);
        expect(starts).toEqual(findByTrial(host, how));
      }
      expect(free.every(({ hostIds }) => hostIds.length > 0)).toBe(true);
    }),
    { numRuns: 60 },
  );
});
