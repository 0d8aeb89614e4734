import { createCalendar, createOffset, daysAfter, type Span } from '#src/platform/calendar.ts';
import { dayMs, minuteMs } from '#src/platform/durations.ts';

/** Hours of a weekday in the host's zone; gaps between them are breaks. */
export type WeeklyHours = {
  /** 1 for Monday to 7 for Sunday. */
  readonly weekday: number;
  readonly fromMinute: number;
  readonly toMinute: number;
};

/** A day whose hours differ from the week's; an empty list means a day off. */
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
  /** Times when neither a call nor its buffers may be, in no order. */
  readonly busy: readonly Span[];
  /** The starts of their calls, for the daily limit. */
  readonly calls: readonly number[];
  readonly dailyMost: number;
};

/** The lengths and buffers of calls, in minutes. */
export type CallRules = {
  readonly lengthMin: number;
  /** The interval between start times, counted from midnight in the host's zone. */
  readonly stepMin: number;
  /** Free time before and after a call. */
  readonly bufferBeforeMin: number;
  readonly bufferAfterMin: number;
};

/** A time at which a call can start, with the free hosts. */
export type FreeTime = { readonly startMs: number; readonly hostIds: readonly string[] };

/** Monday is 1, Sunday 7. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** Returns the spans sorted, with touching or overlapping ones merged. */
function merge(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = [];
  for (const [from, to] of spans.toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Returns the hours of a host within a span, sorted, regardless of other commitments. */
export function hoursOf(
  { timeZone, weekly, exceptions }: Pick<Host, 'timeZone' | 'weekly' | 'exceptions'>,
  [fromMs, toMs]: Span,
): Span[] {
  const { dayOf, spansOf } = createCalendar(timeZone);
  const changed = new Map(exceptions.map(({ day, hours }) => [day, hours]));
  const spans: Span[] = [];
  // Hours that cross midnight started the day before.
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
 * Returns a function that rounds an instant up to the next whole step since midnight in the host's zone. Looks up the
 * UTC offset only twice if it does not change within the span.
 */
function createGrid(offsetMsAt: (ms: number) => number, stepMs: number, [fromMs, toMs]: Span) {
  const fixed = offsetMsAt(fromMs) === offsetMsAt(toMs) ? offsetMsAt(fromMs) : null;
  return function next(ms: number): number {
    const offsetMs = fixed ?? offsetMsAt(ms);
    const sinceMidnight = (ms + offsetMs) % dayMs;
    const start = ms - sinceMidnight + Math.min(dayMs, Math.ceil(sinceMidnight / stepMs) * stepMs);
    if (fixed !== null || offsetMsAt(start) === offsetMs) return start;
    // The offset changes in between: search minute by minute.
    let [before, after] = [ms, start];
    while (after - before > minuteMs) {
      const middle = before + Math.floor((after - before) / minuteMs / 2) * minuteMs;
      if (offsetMsAt(middle) === offsetMs) before = middle;
      else after = middle;
    }
    return next(after);
  };
}

/** Returns the start times within a span at which a host is free. */
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

/** Lists the start times within a span with the free hosts, earliest first. */
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
