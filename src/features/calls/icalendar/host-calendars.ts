import { and, asc, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { busyCalendars, busyTimes, callHosts } from '../host.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { JobQueue } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { sealedFor } from '#src/platform/sealed-text.ts';
import { calendarUrlOf } from './fetch-calendar.ts';
import { createHash } from 'node:crypto';
import { minuteMs } from '#src/platform/durations.ts';

/** The most external calendars of one host. */
export const mostCalendars = 10;

/** The encryption of secret calendar addresses. */
export const sealedAddresses = sealedFor('addresses of calendars');

/** The team member who changes a host's calendars, and the required services. */
export type CalendarChange = {
  readonly now: Date;
  readonly actor: Actor;
  readonly jobs: JobQueue;
  readonly secret: string;
};

const recordCalendar = (tx: Db, { now, actor }: CalendarChange, kind: string, hostId: string, name: string) =>
  recordActivity(tx, now, actor, { kind, subjectId: hostId, details: { name } });

/**
 * Adds a calendar by its secret address and schedules a reading now. The address is not shown again; an empty name
 * defaults to the server's name.
 */
export const addCalendar = (
  db: Db,
  desk: CalendarChange,
  hostId: string,
  { address, name: typedName }: { readonly address: string; readonly name: string },
): Promise<Outcome<'address' | 'too-many' | 'not-found', { readonly id: string }>> =>
  db.transaction(async (tx) => {
    const url = calendarUrlOf(address);
    if (!url) return { ok: false, reason: 'address' };
    const name = typedName || url.hostname;
    const isTheirs = eq(callHosts.personId, hostId);
    const [host] = await tx.select({ id: callHosts.personId }).from(callHosts).where(isTheirs).for('update');
    if (!host) return { ok: false, reason: 'not-found' };
    if ((await tx.$count(busyCalendars, eq(busyCalendars.hostId, hostId))) >= mostCalendars)
      return { ok: false, reason: 'too-many' };
    const id = uuidv7();
    const sealedAddress = sealedAddresses.seal(desk.secret, id, url.href);
    await tx.insert(busyCalendars).values({ id, hostId, name, sealedAddress, madeAt: desk.now });
    await recordCalendar(tx, desk, 'call-calendar-added', hostId, name);
    await readSoon(tx, desk.jobs, { id, triedAt: null });
    return { ok: true, id };
  });

const ofHost = (hostId: string, id: string) =>
  and(eq(busyCalendars.id, id), eq(busyCalendars.hostId, hostId));

/** Removes a calendar and its busy times. Returns false if the host has no such calendar. */
export const removeCalendar = (db: Db, desk: CalendarChange, hostId: string, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [removed] = await tx.delete(busyCalendars).where(ofHost(hostId, id)).returning();
    if (!removed) return false;
    await recordCalendar(tx, desk, 'call-calendar-removed', hostId, removed.name);
    return true;
  });

/** Schedules a reading now. Returns false if the host has no such calendar. */
export const readCalendarNow = (db: Db, desk: CalendarChange, hostId: string, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [calendar] = await tx
      .select({ id: busyCalendars.id, triedAt: busyCalendars.triedAt })
      .from(busyCalendars)
      .where(ofHost(hostId, id));
    if (calendar) await readSoon(tx, desk.jobs, calendar);
    return calendar !== undefined;
  });

/** Lists a host's calendars and the results of their last readings, without their addresses. */
export const listCalendars = (db: Db, hostId: string) =>
  db
    .select({
      id: busyCalendars.id,
      name: busyCalendars.name,
      readAt: busyCalendars.readAt,
      triedAt: busyCalendars.triedAt,
      failure: busyCalendars.failure,
      leftOut: busyCalendars.leftOut,
      remarks: busyCalendars.remarks,
      madeAt: busyCalendars.madeAt,
      busyTimes: sql<number>`(select count(*)::int from ${busyTimes} where ${busyTimes.calendarId} = ${busyCalendars.id})`,
    })
    .from(busyCalendars)
    .where(eq(busyCalendars.hostId, hostId))
    .orderBy(asc(busyCalendars.madeAt), asc(busyCalendars.id));

export type ListedCalendar = Awaited<ReturnType<typeof listCalendars>>[number];

export const busyQueue = 'busy-calendar';

export type BusyJob = { readonly calendarId: string };

const readEveryMs = 15 * minuteMs;

/**
 * Returns a job id derived from the calendar and the occasion, so that a reading scheduled twice is one job.
 */
function jobIdOf(calendarId: string, occasion: string): string {
  const hash = createHash('sha256').update(`${calendarId}\n${occasion}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Schedules the next reading of calendars at the next quarter of an hour. Idempotent. */
export async function planReadings(
  tx: Db,
  jobs: JobQueue,
  now: Date,
  calendarIds: readonly string[],
): Promise<void> {
  const nextMs = (Math.floor(now.getTime() / readEveryMs) + 1) * readEveryMs;
  const requests = calendarIds.map((calendarId) => ({
    queue: busyQueue,
    id: jobIdOf(calendarId, String(nextMs)),
    data: { calendarId } satisfies BusyJob,
    startAfter: new Date(nextMs),
  }));
  await jobs.enqueue(tx, requests);
}

/** Schedules a reading of a calendar now; repeated requests before it runs are one job. */
async function readSoon(
  tx: Db,
  jobs: JobQueue,
  { id, triedAt }: { readonly id: string; readonly triedAt: Date | null },
): Promise<void> {
  const data: BusyJob = { calendarId: id };
  await jobs.enqueue(tx, [{ queue: busyQueue, id: jobIdOf(id, `after ${triedAt?.getTime()}`), data }]);
}
