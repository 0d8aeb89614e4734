import { RRuleTemporal } from 'rrule-temporal';
import type { Span } from '#src/platform/calendar.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '#src/platform/durations.ts';

const weekday = '(?:MO|TU|WE|TH|FR|SA|SU)';
const matches = (pattern: RegExp) => (value: string) => pattern.test(value);
const everyOf = (isFine: (item: string) => boolean) => (value: string) => value.split(',').every(isFine);

/** Checks a list of whole numbers in a range; with `fromEnd`, negative ones count from the end. */
const numbers = (least: number, most: number, fromEnd = false) =>
  everyOf((item) => {
    const value = Math.abs(Number(item));
    return (fromEnd ? /^[+-]?\d+$/ : /^\d+$/).test(item) && value >= least && value <= most;
  });

const positive = matches(/^0*[1-9]\d*$/);

/** Valid values of the parts of a rule (RFC 5545, 3.3.10, and RFC 7529). */
const checks: Readonly<Record<string, (value: string) => boolean>> = {
  FREQ: matches(/^(?:SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/),
  UNTIL: matches(/^\w+$/),
  COUNT: positive,
  INTERVAL: positive,
  BYSECOND: numbers(0, 60),
  BYMINUTE: numbers(0, 59),
  BYHOUR: numbers(0, 23),
  BYDAY: everyOf(matches(new RegExp(`^(?:[+-]?\\d{1,2})?${weekday}$`))),
  BYMONTHDAY: numbers(1, 31, true),
  BYYEARDAY: numbers(1, 366, true),
  BYWEEKNO: numbers(1, 53, true),
  BYMONTH: everyOf(matches(/^(?:0?[1-9]|1[0-3])L?$/)),
  BYSETPOS: numbers(1, 366, true),
  WKST: matches(new RegExp(`^${weekday}$`)),
  RSCALE: matches(/^[A-Z-]+$/),
  SKIP: matches(/^(?:OMIT|BACKWARD|FORWARD)$/),
};

/** The supported parts of a recurrence rule. */
export type Rule = {
  readonly parts: ReadonlyMap<string, string>;
  /** False if it has unknown parts, which are ignored. */
  readonly isWhole: boolean;
};

/** Parses a recurrence rule. Throws if a part is malformed or repeated. */
export function readRule(text: string): Rule {
  const parts = new Map<string, string>();
  let isWhole = true;
  for (const part of text.trim().toUpperCase().split(';')) {
    if (part === '') continue;
    const [name = '', value = ''] = part.split('=').map((half) => half.trim());
    const isFine = checks[name];
    if (!isFine) isWhole = false;
    else if (parts.has(name) || !isFine(value)) throw new Error('Malformed recurrence rule');
    else parts.set(name, value);
  }
  if (!parts.has('FREQ')) throw new Error('Recurrence rule without FREQ');
  // Leap months and thirteenth months exist in other calendar systems only.
  if (/L|13/.test(parts.get('BYMONTH') ?? '') && !parts.has('RSCALE')) throw new Error('Invalid month');
  return { parts, isWhole };
}

/** Formats a reading: 20261123T100000Z */
const written = (readingMs: number) => new Date(readingMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** Returns the end of a rule in the event's zone: a date includes the whole day, and UTC is converted. */
function untilOf(text: string, { zone }: Reading): number {
  const { readingMs, isDay, isUtc } = readTimeText(text);
  if (isDay) return readingMs + dayMs - 1000;
  return isUtc ? zone.readingOf(readingMs) : readingMs;
}

const timesOfDay = new Set(['BYHOUR', 'BYMINUTE', 'BYSECOND']);

/**
 * Returns the occurrences of a rule within a span of readings, except the event's first one. Throws if the rule is
 * not supported.
 */
export function repeat({ parts }: Rule, start: Reading, [fromMs, toMs]: Span): number[] {
  const until = parts.get('UNTIL');
  const rule = [...parts]
    // RFC 5545: a whole day has no time of day.
    .filter(([name]) => name !== 'UNTIL' && !(start.isDay && timesOfDay.has(name)))
    .map((part) => part.join('='));
  if (until !== undefined) rule.push(`UNTIL=${written(untilOf(until, start))}`);
  const recurrence = new RRuleTemporal({
    rruleString: `DTSTART:${written(start.readingMs)}\nRRULE:${rule.join(';')}`,
    tzid: 'UTC',
    // Enough for rules with a frequency of a day or longer; a slower rule is stopped with its thread.
    maxIterations: 1_000_000,
  });
  if (toMs < start.readingMs) return [];
  return recurrence
    .between(new Date(Math.max(fromMs, start.readingMs)), new Date(toMs), true)
    .map(({ epochMilliseconds }) => epochMilliseconds);
}

const stepsMs: Readonly<Record<string, number>> = { HOURLY: hourMs, MINUTELY: minuteMs, SECONDLY: secondMs };

/** True if a rule only counts hours, minutes or seconds, which do not depend on clock changes. */
export const isStep = ({ parts }: Rule) =>
  stepsMs[parts.get('FREQ') ?? ''] !== undefined && ![...parts.keys()].some((name) => name.startsWith('BY'));

/** Returns the occurrences within a span of a rule that only counts hours, minutes or seconds. */
export function step({ parts }: Rule, start: Reading, [fromMs, toMs]: Span): number[] {
  const unitMs = stepsMs[parts.get('FREQ') ?? ''] ?? hourMs;
  const stepMs = unitMs * Number(parts.get('INTERVAL') ?? 1);
  const firstMs = start.zone.momentOf(start.readingMs);
  const until = parts.get('UNTIL');
  const untilMs = until === undefined ? Infinity : start.zone.momentOf(untilOf(until, start));
  const count = Number(parts.get('COUNT') ?? Infinity);
  const lastMs = Math.min(toMs, untilMs, firstMs + (count - 1) * stepMs);
  const moments: number[] = [];
  const skipped = Math.max(0, Math.ceil((fromMs - firstMs) / stepMs));
  for (let ms = firstMs + skipped * stepMs; ms <= lastMs; ms += stepMs) moments.push(ms);
  return moments;
}

/** Converts between instants and local times of a zone. A reading is a local time as if it were UTC. */
export type Zone = {
  readonly momentOf: (readingMs: number) => number;
  readonly readingOf: (momentMs: number) => number;
};

/** A local time with its zone; `readingMs` is the local time as if it were UTC. */
export type Reading = { readonly readingMs: number; readonly zone: Zone; readonly isDay: boolean };

/** Returns a zone with a fixed offset. */
export const fixedZone = (offsetMs: number): Zone => ({
  momentOf: (readingMs) => readingMs - offsetMs,
  readingOf: (momentMs) => momentMs + offsetMs,
});

export const utc: Zone = fixedZone(0);

/** Returns the zone that is `offsetAt(ms)` ahead of UTC. */
export const zoneOf = (offsetAt: (ms: number) => number): Zone => ({
  readingOf: (ms) => ms + offsetAt(ms),
  momentOf(readingMs) {
    // RFC 5545, 3.3.5: a repeated local time means the first one; a skipped one uses the offset before the gap.
    const before = readingMs - offsetAt(readingMs - dayMs);
    const after = readingMs - offsetAt(readingMs + dayMs);
    const isShown = (ms: number) => ms + offsetAt(ms) === readingMs;
    if (isShown(before)) return before;
    return isShown(after) ? after : before;
  },
});

const timeText = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/;

/** A parsed DATE or DATE-TIME value (20261123T100000Z) whose zone is not known yet. */
export type TimeText = { readonly readingMs: number; readonly isDay: boolean; readonly isUtc: boolean };

/**
 * Parses a DATE or DATE-TIME value. Throws if it is malformed or does not exist, such as 31 November or 25:00.
 */
export function readTimeText(text: string): TimeText {
  const [, ...parts] = timeText.exec(text.trim().toUpperCase()) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const isDate = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  // 24:00 is midnight, and second 60 a leap second.
  const isTime = (hour < 24 && minute < 60 && second <= 60) || (hour === 24 && minute === 0 && second === 0);
  if (parts.length === 0 || !isDate || !isTime) throw new Error('Invalid date or time');
  const readingMs = midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
  return { readingMs, isDay: parts[3] === undefined, isUtc: parts[6] !== undefined };
}
