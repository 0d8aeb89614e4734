import * as z from 'zod/mini';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import type { Entries, Fields } from '#src/platform/check-fields.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { findZone } from '#src/studio/zone-names.ts';
import { isTimeZone } from '#src/platform/time-zone.ts';

/** The time of a call that was picked in a form. */
export type WantedTime = {
  readonly startMs: number;
  /** The visitor's, a name of the IANA list. */
  readonly timeZone: string;
};

/** A moment in UTC on a whole minute, as browsers write it: 2026-11-23T09:00:00.000Z. */
function isSlot(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{3})?)?Z$/.test(text)) return false;
  const ms = Date.parse(text);
  // A day that there is not is taken for one of the next month.
  return ms % minuteMs === 0 && new Date(ms).toISOString().slice(0, 16) === text.slice(0, 16);
}

const field = (isFine: (text: string) => boolean) =>
  z.string().check(z.refine((text) => text === '' || isFine(text), { error: 'option', abort: true }));

/** The fields of a form that pick a time, with their checks. Both may be empty. */
export const timeFields: Fields = { slot: field(isSlot), time_zone: field(isTimeZone) };

/** Entries with the zone that their sender means, by its name; one that nobody knows stays as it was typed. */
export const withNamedZone = (entries: Entries): Entries => {
  const zone = findZone(entries['time_zone'] ?? '');
  return zone === null ? entries : { ...entries, time_zone: zone };
};

/** A form without a time says nothing of one: a zone alone is left out. */
export function withoutIdleZone({ slot = '', time_zone: timeZone = '', ...rest }: Entries): Entries {
  return slot === '' ? rest : withNamedZone({ ...rest, slot, time_zone: timeZone });
}

/** The time that was picked in checked entries; null without one. Who says no zone has the studio's. */
export function wantedTimeOf({ slot = '', time_zone: timeZone = '' }: Entries): WantedTime | null {
  return slot === '' ? null : { startMs: Date.parse(slot), timeZone: timeZone || studioCalendar.timeZone };
}

/** Why a picked time cannot be booked: someone else has it. The form is shown again. */
export type TimeRefusal = 'taken';
