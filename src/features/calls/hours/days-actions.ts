import words from '#content/call-hours.yaml';
import { refusal } from '#src/features/accounts/access/person-action.ts';
import type { ActionOutcome, FieldError } from '#src/features/accounts/access/take-action.ts';
import { checkText, present, problem, wrongFields } from '#src/workspace/form-checks.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { createCalendar, daysAfter, isDay } from '#src/platform/calendar.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { fill } from '#src/platform/fill.ts';
import type { Services } from '#src/platform/services/services.ts';
import { mostDays, removeDays, saveDays, type DaySpan } from './change-days.ts';
import type { HoursChangedBy } from './change-settings.ts';
import { readHours } from './read-times.ts';
import { saying } from './said.ts';

const { errors } = words;
const longestNote = 200;

/** How many spans of hours a day that differs from the week may have. */
export const spansOfOtherDay = 2;

/** Whose days these are: a host's, or the whole studio's if `hostId` is null. */
export type Whose = { readonly hostId: string | null; readonly timeZone: string; readonly path: string };

export const theStudio: Whose = {
  hostId: null,
  timeZone: studioCalendar.timeZone,
  path: '/desk/calls/hours',
};

function checkSpan({ fromDay, toDay }: DaySpan, today: string): FieldError | null {
  if (!isDay(fromDay)) return problem('fromDay', errors.day);
  if (!isDay(toDay)) return problem('toDay', errors.day);
  if (toDay < fromDay) return problem('toDay', errors.daysBackwards);
  if (toDay < today) return problem(toDay === fromDay ? 'fromDay' : 'toDay', errors.over);
  const isTooLong = daysAfter(fromDay, mostDays) <= toDay;
  return isTooLong ? problem('toDay', fill(errors.tooManyDays, { count: String(mostDays) })) : null;
}

const spanOf = (entries: Entries): DaySpan => {
  const fromDay = entries['fromDay']?.trim() ?? '';
  return { fromDay, toDay: entries['toDay']?.trim() || fromDay };
};

const gone = refusal(404, errors.gone);

/** Stores days that are unlike the week; the studio's are free of calls altogether. */
export async function saveDaysAction(
  { db }: Pick<Services, 'db'>,
  by: HoursChangedBy,
  { hostId, timeZone, path }: Whose,
  entries: Entries,
): Promise<ActionOutcome> {
  const span = spanOf(entries);
  const { hours, wrong } =
    hostId === null ? { hours: [], wrong: [] } : readHours(entries, 'day', spansOfOtherDay);
  const noSpan = checkSpan(span, createCalendar(timeZone).dayOf(by.now));
  const faults = present([
    noSpan,
    ...wrong,
    checkText(entries, 'note', { max: longestNote, isLine: true, missing: null }),
  ]);
  if (faults.length > 0) return wrongFields(faults);
  const note = entries['note']?.trim() ?? '';
  const isSaved = await saveDays(db, by, hostId, { ...span, hours, note });
  return isSaved ? saying(path, 'daysSaved') : gone;
}

/** Lets the week hold again on days that were unlike it. */
export async function removeDaysAction(
  { db }: Pick<Services, 'db'>,
  by: HoursChangedBy,
  { hostId, path }: Whose,
  entries: Entries,
): Promise<ActionOutcome> {
  const span = spanOf(entries);
  if (!isDay(span.fromDay) || !isDay(span.toDay)) return gone;
  return (await removeDays(db, by, hostId, span)) ? saying(path, 'daysRemoved') : gone;
}
