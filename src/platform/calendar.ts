import { dayMs, hourMs, minuteMs } from './durations.ts';

/** A half-open time range, in milliseconds since 1970. */
export type Span = readonly [fromMs: number, toMs: number];

/** Days and hours in one time zone. A day is written YYYY-MM-DD, an hour is from 0 to 23. */
export type Calendar = {
  /** IANA time zone name. */
  readonly timeZone: string;
  /** Returns the day of a moment. */
  readonly dayOf: (moment: Date) => string;
  /** Returns the local hour at a moment. */
  readonly hourOf: (moment: Date) => number;
  /** Returns the first moment of a day. */
  readonly startOf: (day: string) => Date;
  /** Returns the moment of a local hour on a day: the first if it occurs twice, the next one if it is skipped. */
  readonly momentAt: (day: string, hour: number) => Date;
  /**
   * Returns the ranges in which local time is between two minutes of a day (0 to 1440): none if they are skipped, two
   * if some of them occur twice with others in between.
   */
  readonly spansOf: (day: string, fromMinute: number, toMinute: number) => Span[];
  /** Returns the next moment of a local hour. */
  readonly nextAt: (now: Date, hour: number) => Date;
};

const midnightUtcMs = (day: string) => Date.parse(`${day}T00:00:00Z`);

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Returns true for a calendar day, written YYYY-MM-DD, from the year 1000 to 2999. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = midnightUtcMs(text);
  return !Number.isNaN(ms) && dayText(ms) === text;
}

/** Returns the day this many days after another one, or before it if negative. */
export const daysAfter = (day: string, days: number) => dayText(midnightUtcMs(day) + days * dayMs);

/** Returns a function that gives a zone's offset from UTC at a moment, in milliseconds. Throws if there is no such zone. */
export function createOffset(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (ms) => {
    const parts = Object.fromEntries(
      format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
  };
}

/** Returns the calendar of a time zone. Throws if there is no such zone. */
export function createCalendar(timeZone: string): Calendar {
  const offsetMsAt = createOffset(timeZone);
  /** Local time, expressed as if it were UTC. */
  const readingOf = (moment: Date) => moment.getTime() + offsetMsAt(moment.getTime());
  const dayOf = (moment: Date) => dayText(readingOf(moment));

  function momentAt(day: string, hour: number): Date {
    const readingMs = midnightUtcMs(day) + hour * hourMs;
    // No offset changes by a day, so these are the offsets before and after a clock change on that day.
    const before = readingMs - offsetMsAt(readingMs - dayMs);
    const after = readingMs - offsetMsAt(readingMs + dayMs);
    const shown = [before, after].find((ms) => readingOf(new Date(ms)) === readingMs);
    return new Date(shown ?? before);
  }

  /** Returns the first moment in this range at which the offset differs from the one at its start. */
  function changeBetween(fromMs: number, toMs: number): number {
    const before = offsetMsAt(fromMs);
    let [same, other] = [fromMs, toMs];
    // Clocks are changed at a whole second.
    while (other - same > 1000) {
      const middle = Math.floor((same + other) / 2000) * 1000;
      if (offsetMsAt(middle) === before) same = middle;
      else other = middle;
    }
    return other;
  }

  function spansOf(day: string, fromMinute: number, toMinute: number): Span[] {
    const [from, to] = [fromMinute, toMinute].map((minute) => midnightUtcMs(day) + minute * minuteMs) as [
      number,
      number,
    ];
    const [earlierMs, laterMs] = [midnightUtcMs(day) - dayMs, midnightUtcMs(day) + 2 * dayMs];
    const [before, after] = [offsetMsAt(earlierMs), offsetMsAt(laterMs)];
    if (before === after) return [[from - before, to - before]];
    const change = changeBetween(earlierMs, laterMs);
    const spans: Span[] = [
      [from - before, Math.min(to - before, change)],
      [Math.max(from - after, change), to - after],
    ];
    const [first, second] = spans.filter(([start, end]) => start < end);
    if (first && second?.[0] === first[1]) return [[first[0], second[1]]];
    return [first, second].filter((span) => span !== undefined);
  }

  return {
    timeZone,
    dayOf,
    spansOf,
    hourOf: (moment) => new Date(readingOf(moment)).getUTCHours(),
    startOf: (day) => momentAt(day, 0),
    momentAt,
    nextAt(now, hour) {
      const today = dayOf(now);
      const next = momentAt(today, hour);
      return next > now ? next : momentAt(daysAfter(today, 1), hour);
    },
  };
}
