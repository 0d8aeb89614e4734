const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The latest moment that content/sample.yaml tells of: a start is never before it. */
const told = Date.parse('2026-11-20T08:15:00Z');

/** When sample things happened, as seen from a first start. */
export type SampleCalendar = {
  /** A day, YYYY-MM-DD. */
  readonly dayOf: (day: string) => string;
  readonly momentOf: (moment: string) => Date;
  /** Minutes before the start. */
  readonly ago: (minutes: number) => Date;
};

/**
 * The calendar of a studio that is first started at `now`. What content/sample.yaml dates is right for two days; on any other
 * day all of it moves by the same number of whole days, and is never in the future.
 */
export function sampleCalendarAt(now: Date): SampleCalendar {
  const days = Math.floor((now.getTime() - told) / dayMs);
  const shiftMs = (days === 1 ? 0 : days) * dayMs;
  const moved = (text: string) => new Date(Date.parse(text) + shiftMs);
  return {
    dayOf: (day) => moved(day).toISOString().slice(0, 10),
    momentOf: moved,
    ago: (minutes) => new Date(now.getTime() - minutes * minuteMs),
  };
}
