import { v5 as uuidv5 } from 'uuid';
import { dayMs, minuteMs } from '#src/platform/durations.ts';

const sampleNamespace = '5a3b1c52-7a0f-4d5e-9c58-3f2f6f1f2b11';

/** Returns the id of a sample row by kind and key; the same in every studio. */
export const sampleIdOf = (kind: string, key: string | number) => uuidv5(`${kind} ${key}`, sampleNamespace);

/** The kind of meeting that the sample's clients have. */
export const sampleMeetingKindId = sampleIdOf('kind of meeting', 'of clients');

/** The network of every conversation of the sample, by which it is known. */
export const sampleNetworkKey = 'sample';

/** The latest moment in content/sample.yaml. */
const latest = Date.parse('2026-11-20T08:15:00Z');

/** Moves the dates of content/sample.yaml to the days before a first start. */
export type SampleCalendar = {
  /** A day, YYYY-MM-DD. */
  readonly dayOf: (day: string) => string;
  readonly momentOf: (moment: string) => Date;
  /** Minutes before the start. */
  readonly ago: (minutes: number) => Date;
};

/**
 * The calendar of a studio that is first started at `now`. On 20 and 21 November 2026 the dates of content/sample.yaml
 * stay; on any other day all of them move by the same number of whole days, and nothing that happened is in the future.
 */
export function sampleCalendarAt(now: Date): SampleCalendar {
  const days = Math.floor((now.getTime() - latest) / dayMs);
  const shiftMs = (days === 1 ? 0 : days) * dayMs;
  const moved = (text: string) => new Date(Date.parse(text) + shiftMs);
  return {
    dayOf: (day) => moved(day).toISOString().slice(0, 10),
    momentOf: moved,
    ago: (minutes) => new Date(now.getTime() - minutes * minuteMs),
  };
}
