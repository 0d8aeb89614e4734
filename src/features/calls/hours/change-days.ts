import { and, asc, between, eq, gte, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { callExceptions } from '../host.table.ts';
import { daysAfter } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { changingHost } from './change-host.ts';
import type { HoursChangedBy } from './change-settings.ts';
import type { Hours } from './read-times.ts';

/** Days, YYYY-MM-DD, the last included. */
export type DaySpan = { readonly fromDay: string; readonly toDay: string };

/** Days that are unlike the week: other hours, or none. */
export type OtherDays = DaySpan & { readonly hours: readonly Hours[]; readonly note: string };

/** The most days of one span. */
export const mostDays = 366;

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

/** Changes days of one host, or of the whole studio. False where there is no such host. */
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

/** Lets other hours than the week's hold on these days, or none; what was said of these days before does not hold any more. */
export const saveDays = (
  db: Db,
  by: HoursChangedBy,
  hostId: string | null,
  days: OtherDays,
): Promise<boolean> => changeDays(db, by, hostId, (tx) => storeDays(tx, hostId, days));

/** Lets the week's hours hold on these days again. */
export const removeDays = (
  db: Db,
  by: HoursChangedBy,
  hostId: string | null,
  span: DaySpan,
): Promise<boolean> => changeDays(db, by, hostId, (tx) => clearDays(tx, hostId, span));

/** Days to come that are unlike the week, those together that follow each other and are alike. */
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
