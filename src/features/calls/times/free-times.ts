import { createCalendar, createOffset, daysAfter, type Span } from '#src/platform/calendar.ts';
import { dayMs, minuteMs } from '#src/platform/durations.ts';

/** Hours of a weekday, by the host's clocks; what lies between two of them is a break. */
export type WeeklyHours = {
  /** 1 for Monday to 7 for Sunday. */
  readonly weekday: number;
  readonly fromMinute: number;
  readonly toMinute: number;
};

/** A day whose hours differ from the week's; no hours at all if the list is empty. */
export type DayHours = {
  /** YYYY-MM-DD, by the host's clocks. */
  readonly day: string;
  readonly hours: readonly { readonly fromMinute: number; readonly toMinute: number }[];
};

/** A team member who takes calls. */
export type Host = {
  readonly id: string;
  readonly timeZone: string;
  readonly weekly: readonly WeeklyHours[];
  readonly exceptions: readonly DayHours[];
  /** When a call or its buffers may not lie, in no order. */
  readonly busy: readonly Span[];
  /** The starts of the calls that they have, to keep to the most of a day. */
  readonly calls: readonly number[];
  readonly dailyMost: number;
};

/** The lengths and buffers of calls, in minutes. */
export type CallRules = {
  readonly lengthMin: number;
  /** From one start to the next, counted from midnight by the host's clocks. */
  readonly stepMin: number;
  /** Kept free before and after a call. */
  readonly bufferBeforeMin: number;
  readonly bufferAfterMin: number;
};

/** A time at which a call can begin, and who is free then. */
export type FreeTime = { readonly startMs: number; readonly hostIds: readonly string[] };

/** Monday is 1, Sunday 7. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** Spans in order, those that touch or overlap as one. */
function merge(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = [];
  for (const [from, to] of spans.toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The hours of a host on the days between two moments, in order, whatever else they have to do. */
export function hoursOf(
  { timeZone, weekly, exceptions }: Pick<Host, 'timeZone' | 'weekly' | 'exceptions'>,
  [fromMs, toMs]: Span,
): Span[] {
  const { dayOf, spansOf } = createCalendar(timeZone);
  const changed = new Map(exceptions.map(({ day, hours }) => [day, hours]));
  const spans: Span[] = [];
  // Hours over midnight began the day before.
  for (
    let day = daysAfter(dayOf(new Date(fromMs)), -1);
    day <= dayOf(new Date(toMs));
    day = daysAfter(day, 1)
  ) {
    const hours = changed.get(day) ?? weekly.filter(({ weekday }) => weekday === weekdayOf(day));
    for (const { fromMinute, toMinute } of hours) spans.push(...spansOf(day, fromMinute, toMinute));
  }
  return merge(spans);
}

/**
 * Returns a function that rounds a moment up to the next whole step since midnight by the host's clocks. The offset from UTC is
 * asked for only twice if it does not change within the span.
 */
function createGrid(offsetMsAt: (ms: number) => number, stepMs: number, [fromMs, toMs]: Span) {
  const fixed = offsetMsAt(fromMs) === offsetMsAt(toMs) ? offsetMsAt(fromMs) : null;
  return function next(ms: number): number {
    const offsetMs = fixed ?? offsetMsAt(ms);
    const sinceMidnight = (ms + offsetMs) % dayMs;
    const start = ms - sinceMidnight + Math.min(dayMs, Math.ceil(sinceMidnight / stepMs) * stepMs);
    if (fixed !== null || offsetMsAt(start) === offsetMs) return start;
    // The clocks are changed before: it goes on from there, by the minute.
    let [before, after] = [ms, start];
    while (after - before > minuteMs) {
      const middle = before + Math.floor((after - before) / minuteMs / 2) * minuteMs;
      if (offsetMsAt(middle) === offsetMs) before = middle;
      else after = middle;
    }
    return next(after);
  };
}

/** The starts of calls that a host is free for, between two moments. */
function startsOf(host: Host, rules: CallRules, [fromMs, toMs]: Span): number[] {
  const [length, step, before, after] = [
    rules.lengthMin,
    rules.stepMin,
    rules.bufferBeforeMin,
    rules.bufferAfterMin,
  ].map((minutes) => minutes * minuteMs) as [number, number, number, number];
  const busy = merge(host.busy);
  const { dayOf } = createCalendar(host.timeZone);
  const callsOn = Map.groupBy(host.calls, (ms) => dayOf(new Date(ms)));
  const fullDays = new Set(
    [...callsOn].filter(([, calls]) => calls.length >= host.dailyMost).map(([day]) => day),
  );
  const offsetMsAt = createOffset(host.timeZone);
  const starts: number[] = [];
  let at = 0;
  for (const [opens, closes] of hoursOf(host, [fromMs, toMs])) {
    const next = createGrid(offsetMsAt, step, [opens, closes]);
    for (let start = next(opens); start + length <= closes; start = next(start + minuteMs)) {
      if (start < fromMs || start >= toMs) continue;
      while ((busy[at]?.[1] ?? Infinity) <= start - before) at += 1;
      if ((busy[at]?.[0] ?? Infinity) < start + length + after) continue;
      if (fullDays.size > 0 && fullDays.has(dayOf(new Date(start)))) continue;
      starts.push(start);
    }
  }
  return starts;
}

/** Lists when a call can begin between two moments and which hosts are free, the earliest first. */
export function findFreeTimes(hosts: readonly Host[], rules: CallRules, between: Span): FreeTime[] {
  const hostIds = new Map<number, string[]>();
  for (const host of hosts) {
    for (const startMs of startsOf(host, rules, between)) {
      const known = hostIds.get(startMs);
      if (known) known.push(host.id);
      else hostIds.set(startMs, [host.id]);
    }
  }
  return [...hostIds]
    .map(([startMs, ids]) => ({ startMs, hostIds: ids }))
    .toSorted((one, other) => one.startMs - other.startMs);
}
