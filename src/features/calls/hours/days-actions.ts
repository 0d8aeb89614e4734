import { and, asc, between, eq, gte, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { callExceptions } from '../host.table.ts';
import { daysAfter, createCalendar, isDay } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { changingHost, type HoursChangedBy } from './change-hours.ts';
import { type Hours, readHours, saying } from './hours-form.ts';
import words from '#content/call-hours.yaml';
import { refusal, type ActionOutcome, type FieldError } from '#src/features/accounts/access/action.ts';
import { checkText, present, problem, wrongFields } from '#src/workspace/form-checks.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { fill } from '#src/platform/fill.ts';
import type { Services } from '#src/platform/services/services.ts';

/** Days (YYYY-MM-DD), the last included. */
export type DaySpan = { readonly fromDay: string; readonly toDay: string };

/** Days with other hours than the week's, or none. */
export type OtherDays = DaySpan & { readonly hours: readonly Hours[]; readonly note: string };

/** The most days in one span. */
const mostDays = 366;

const ofHost = (hostId: string | null) =>
  hostId === null ? isNull(callExceptions.hostId) : eq(callExceptions.hostId, hostId);

async function clearDays(tx: Db, hostId: string | null, { fromDay, toDay }: DaySpan): Promise<void> {
  await tx.delete(callExceptions).where(and(ofHost(hostId), between(callExceptions.day, fromDay, toDay)));
}

async function storeDays(tx: Db, hostId: string | null, { hours, note, ...span }: OtherDays): Promise<void> {
  await clearDays(tx, hostId, span);
  const spans: readonly (Hours | null)[] = hours.length > 0 ? hours : [null];
  const rows: (typeof callExceptions.$inferInsert)[] = [];
  for (let day = span.fromDay; day <= span.toDay; day = daysAfter(day, 1))
    rows.push(...spans.map((one) => ({ id: uuidv7(), hostId, day, note, ...one })));
  await tx.insert(callExceptions).values(rows);
}

/** Changes days of one host or of the whole studio. Returns false if there is no such host. */
async function changeDays(
  db: Db,
  by: HoursChangedBy,
  hostId: string | null,
  change: (tx: Db) => Promise<void>,
): Promise<boolean> {
  if (hostId !== null) return changingHost(db, by, hostId, 'call-days-changed', change);
  return db.transaction(async (tx) => {
    await change(tx);
    await recordActivity(tx, by.now, by.actor, { kind: 'call-holidays-changed' });
    return true;
  });
}

/** Sets other hours, or none, for these days, replacing earlier ones. */
const saveDays = (db: Db, by: HoursChangedBy, hostId: string | null, days: OtherDays): Promise<boolean> =>
  changeDays(db, by, hostId, (tx) => storeDays(tx, hostId, days));

/** Restores the week's hours on these days. */
const removeDays = (db: Db, by: HoursChangedBy, hostId: string | null, span: DaySpan): Promise<boolean> =>
  changeDays(db, by, hostId, (tx) => clearDays(tx, hostId, span));

/** Lists upcoming days that differ from the week; consecutive equal days are one entry. */
export async function listDays(db: Db, hostId: string | null, today: string): Promise<OtherDays[]> {
  const { day, fromMinute, toMinute, note } = callExceptions;
  const rows = await db
    .select({ day, fromMinute, toMinute, note })
    .from(callExceptions)
    .where(and(ofHost(hostId), gte(day, today)))
    .orderBy(asc(day), asc(fromMinute));
  const spans: OtherDays[] = [];
  for (const [one, ofDay] of Map.groupBy(rows, (row) => row.day)) {
    const hours = ofDay.flatMap((row) =>
      row.fromMinute === null || row.toMinute === null
        ? []
        : [{ fromMinute: row.fromMinute, toMinute: row.toMinute }],
    );
    const [{ note: why } = { note: '' }] = ofDay;
    const last = spans.at(-1);
    const isAlike = JSON.stringify([last?.hours, last?.note]) === JSON.stringify([hours, why]);
    if (last && isAlike && daysAfter(last.toDay, 1) === one) spans.splice(-1, 1, { ...last, toDay: one });
    else spans.push({ fromDay: one, toDay: one, hours, note: why });
  }
  return spans;
}

const { errors } = words;
const longestNote = 200;

/** The most spans of hours on a day that differs from the week. */
const spansOfOtherDay = 4;

/** The owner of the days: a host, or the whole studio if `hostId` is null. */
export type DaysOwner = { readonly hostId: string | null; readonly timeZone: string; readonly path: string };

export const studioOwner: DaysOwner = {
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

/** Saves days that differ from the week; studio days are always without calls. */
export async function saveDaysAction(
  { db }: Pick<Services, 'db'>,
  by: HoursChangedBy,
  { hostId, timeZone, path }: DaysOwner,
  entries: Entries,
): Promise<ActionOutcome> {
  const span = spanOf(entries);
  const { hours, wrong } =
    hostId === null ? { hours: [], wrong: null } : readHours(entries, 'dayHours', spansOfOtherDay);
  const noSpan = checkSpan(span, createCalendar(timeZone).dayOf(by.now));
  const faults = present([
    noSpan,
    wrong,
    checkText(entries, 'note', { max: longestNote, isLine: true, missing: null }),
  ]);
  if (faults.length > 0) return wrongFields(faults);
  const note = entries['note']?.trim() ?? '';
  const isSaved = await saveDays(db, by, hostId, { ...span, hours, note });
  return isSaved ? saying(path, 'daysSaved') : gone;
}

/** Restores the week's hours on days that differed from it. */
export async function removeDaysAction(
  { db }: Pick<Services, 'db'>,
  by: HoursChangedBy,
  { hostId, path }: DaysOwner,
  entries: Entries,
): Promise<ActionOutcome> {
  const span = spanOf(entries);
  if (!isDay(span.fromDay) || !isDay(span.toDay)) return gone;
  return (await removeDays(db, by, hostId, span)) ? saying(path, 'daysRemoved') : gone;
}
