import { dayMs } from '#src/platform/durations.ts';

/** The clocks of a zone: which moment they show a reading at, and the reverse. A reading is written as if it were UTC. */
export type Zone = {
  readonly momentOf: (readingMs: number) => number;
  readonly readingOf: (momentMs: number) => number;
};

/** A time as a calendar writes it: what clocks show there, as if it were UTC, and whose clocks these are. */
export type Reading = { readonly readingMs: number; readonly zone: Zone; readonly isDay: boolean };

/** Returns a zone whose clocks are never changed. */
export const fixedZone = (offsetMs: number): Zone => ({
  momentOf: (readingMs) => readingMs - offsetMs,
  readingOf: (momentMs) => momentMs + offsetMs,
});

export const utc: Zone = fixedZone(0);

/** Returns the zone whose clocks are `offsetAt(moment)` ahead of UTC. */
export const zoneOf = (offsetAt: (ms: number) => number): Zone => ({
  readingOf: (ms) => ms + offsetAt(ms),
  momentOf(readingMs) {
    // RFC 5545, 3.3.5: the first of two, and in a gap what the clocks showed before it.
    const before = readingMs - offsetAt(readingMs - dayMs);
    const after = readingMs - offsetAt(readingMs + dayMs);
    const isShown = (ms: number) => ms + offsetAt(ms) === readingMs;
    if (isShown(before)) return before;
    return isShown(after) ? after : before;
  },
});

const timeText = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/;

/** A date, or a time of a date, as RFC 5545 writes it (20261123T100000Z), before it is known whose clocks it is of. */
export type TimeText = { readonly readingMs: number; readonly isDay: boolean; readonly isUtc: boolean };

/** Reads a date or a time of a date. Throws if it is badly written or is on no calendar, such as 31 November or 25:00. */
export function readTimeText(text: string): TimeText {
  const [, ...parts] = timeText.exec(text.trim().toUpperCase()) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const isDate = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  // 24:00 is midnight, and 60 a leap second.
  const isTime = (hour < 24 && minute < 60 && second <= 60) || (hour === 24 && minute === 0 && second === 0);
  if (parts.length === 0 || !isDate || !isTime) throw new Error('No such date or time');
  const readingMs = midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
  return { readingMs, isDay: parts[3] === undefined, isUtc: parts[6] !== undefined };
}
