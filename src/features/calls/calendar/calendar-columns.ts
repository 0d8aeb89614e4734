import { createCalendar, createOffset, daysAfter } from '#src/platform/calendar.ts';
import { dayMs, minuteMs } from '#src/platform/durations.ts';
import { clockWords } from '#src/studio/clock-words.ts';
import { minutesOfDay } from '../times/clock-text.ts';
import { hoursOf, type Host } from '../times/free-times.ts';
import type { ListedCall } from './list-calls.ts';

/** Local minutes of a day, from midnight. */
export type Minutes = { readonly from: number; readonly to: number };

/** A host with their hours. */
export type HostWithHours = Pick<Host, 'id' | 'timeZone' | 'weekly' | 'exceptions'>;

/** The default hours if there are neither hours nor calls. */
const usualHours: Minutes = { from: 9 * 60, to: 17 * 60 };
/** The minutes in a row. */
export const rowMin = 30;
/** The most simultaneous calls shown side by side; further ones overlap the last. */
const mostLanes = 6;
/** The label of a call takes as much height as this many minutes, even if the call is shorter. */
const labelMin = 15;

/** A call's place in its column. */
export type Placed = {
  readonly call: ListedCall;
  readonly day: string;
  readonly from: number;
  readonly to: number;
  readonly lane: number;
  /** The number of calls side by side. */
  readonly lanes: number;
};

/** A column of the calendar: a day of all shown hosts, or a host's part of a day. */
export type Column = {
  readonly day: string;
  /** Null for all shown hosts. */
  readonly hostId: string | null;
  /** The bookable hours, sorted and merged. */
  readonly open: readonly Minutes[];
  readonly placed: readonly Placed[];
  /** The number of calls that are side by side at most. */
  readonly lanes: number;
};

/** Returns a call's position in its local day, cut off at midnight. */
function placeOf(call: ListedCall, timeZone: string): Placed {
  const { startsAt, endsAt } = call;
  const [hours = 0, minutes = 0] = clockWords(startsAt, timeZone).time.split(':').map(Number);
  const from = hours * 60 + minutes;
  const to = Math.min(from + (endsAt.getTime() - startsAt.getTime()) / minuteMs, minutesOfDay);
  return { call, day: createCalendar(timeZone).dayOf(startsAt), from, to, lane: 0, lanes: 1 };
}

/** Arranges overlapping calls side by side. */
function sideBySide(calls: readonly Placed[]): Placed[] {
  const groups: Placed[][] = [];
  const endOf = ({ from, to }: Placed) => Math.max(to, from + labelMin);
  let until = -1;
  for (const call of calls.toSorted((one, other) => one.from - other.from)) {
    if (call.from < until) groups.at(-1)?.push(call);
    else groups.push([call]);
    until = Math.max(until, endOf(call));
  }
  return groups.flatMap((group) => {
    const ends: number[] = [];
    const placed = group.map((call) => {
      const free = ends.findIndex((end) => end <= call.from);
      const lane = Math.min(free < 0 ? ends.length : free, mostLanes - 1);
      ends[lane] = endOf(call);
      return { ...call, lane };
    });
    return placed.map((call) => ({ ...call, lanes: ends.length }));
  });
}

/** Returns the bookable hours of hosts on a local day, sorted and merged. */
export function openHoursOf(hosts: readonly HostWithHours[], day: string, timeZone: string): Minutes[] {
  const { startOf } = createCalendar(timeZone);
  const [dayFrom, dayTo] = [startOf(day).getTime(), startOf(daysAfter(day, 1)).getTime()];
  const offsetMsAt = createOffset(timeZone);
  const minuteAt = (ms: number) => ((ms + offsetMsAt(ms)) % dayMs) / minuteMs;
  const open: { from: number; to: number }[] = [];
  const spans = hosts
    .flatMap((host) => hoursOf(host, [dayFrom, dayTo]))
    .map(([from, to]) => [Math.max(from, dayFrom), Math.min(to, dayTo)] as const)
    .filter(([from, to]) => from < to)
    .map(([from, to]) => ({ from: minuteAt(from), to: to === dayTo ? minutesOfDay : minuteAt(to) }))
    .toSorted((one, other) => one.from - other.from);
  for (const span of spans) {
    const last = open.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else open.push({ ...span });
  }
  return open;
}

/** Returns a column per day, or with `isByHost` a column per host. Leaves out cancelled calls, which hold no time. */
export function columnsOf(
  calls: readonly ListedCall[],
  {
    days,
    hosts,
    timeZone,
    byHost,
  }: {
    /** YYYY-MM-DD. */
    readonly days: readonly string[];
    /** The hosts whose hours are shown. */
    readonly hosts: readonly HostWithHours[];
    readonly timeZone: string;
    /** The ids of the hosts that get a column each; null for a column per day. */
    readonly byHost: readonly string[] | null;
  },
): Column[] {
  const held = calls.filter(({ state }) => state !== 'cancelled').map((call) => placeOf(call, timeZone));
  return days.flatMap((day) =>
    (byHost ?? [null]).map((hostId): Column => {
      const isOf = ({ call, day: of }: Placed) => of === day && (hostId ?? call.hostId) === call.hostId;
      const placed = sideBySide(held.filter(isOf));
      const open = openHoursOf(
        hosts.filter(({ id }) => (hostId ?? id) === id),
        day,
        timeZone,
      );
      return { day, hostId, open, placed, lanes: Math.max(1, ...placed.map(({ lanes }) => lanes)) };
    }),
  );
}

/** Returns the start minutes of the rows, covering the hours and all calls of the columns. */
export function rowsOf(columns: readonly Column[]): number[] {
  const open = columns.flatMap((column) => column.open);
  const covered = [...(open.length > 0 ? open : [usualHours]), ...columns.flatMap(({ placed }) => placed)];
  const first = Math.floor(Math.min(...covered.map(({ from }) => from)) / rowMin);
  const last = Math.ceil(Math.max(...covered.map(({ to }) => to)) / rowMin);
  return Array.from({ length: last - first }, (_, n) => (first + n) * rowMin);
}

/** Returns the minutes within a span that are outside the open hours. */
export function closedOf(open: readonly Minutes[], { from, to }: Minutes): Minutes[] {
  const edges = [from, ...open.flatMap((span) => [span.from, span.to]), to];
  return edges
    .flatMap((edge, n) => (n % 2 === 0 ? [{ from: edge, to: edges[n + 1] ?? to }] : []))
    .filter((span) => span.from < span.to);
}
