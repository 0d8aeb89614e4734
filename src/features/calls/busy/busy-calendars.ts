import { and, asc, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { busyCalendars, busyTimes, callHosts } from '../host.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { JobQueue } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { readSoon } from './busy-queue.ts';
import { calendarUrlOf } from './calendar-address.ts';
import { seal } from './seal.ts';

/** The most calendars of one host. */
export const mostCalendars = 10;

/** The team member who changes a host's calendars, and the services that this needs. */
export type CalendarChange = {
  readonly now: Date;
  readonly actor: Actor;
  readonly jobs: JobQueue;
  readonly secret: string;
};

const recordCalendar = (tx: Db, { now, actor }: CalendarChange, kind: string, hostId: string, name: string) =>
  recordActivity(tx, now, actor, { kind, subjectId: hostId, details: { name } });

/** Adds a calendar by its secret address and has it read at once. Its address is not shown again; without a name it is called as its server. */
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
    const sealedAddress = seal(desk.secret, id, url.href);
    await tx.insert(busyCalendars).values({ id, hostId, name, sealedAddress, madeAt: desk.now });
    await recordCalendar(tx, desk, 'call-calendar-added', hostId, name);
    await readSoon(tx, desk.jobs, { id, triedAt: null });
    return { ok: true, id };
  });

const ofHost = (hostId: string, id: string) =>
  and(eq(busyCalendars.id, id), eq(busyCalendars.hostId, hostId));

/** Removes a calendar with everything that was read from it; false where the host has none of this id. */
export const removeCalendar = (db: Db, desk: CalendarChange, hostId: string, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [removed] = await tx.delete(busyCalendars).where(ofHost(hostId, id)).returning();
    if (!removed) return false;
    await recordCalendar(tx, desk, 'call-calendar-removed', hostId, removed.name);
    return true;
  });

/** Has a calendar read now; false where the host has none of this id. */
export const readCalendarNow = (db: Db, desk: CalendarChange, hostId: string, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [calendar] = await tx
      .select({ id: busyCalendars.id, triedAt: busyCalendars.triedAt })
      .from(busyCalendars)
      .where(ofHost(hostId, id));
    if (calendar) await readSoon(tx, desk.jobs, calendar);
    return calendar !== undefined;
  });

/** A host's calendars and how reading them went; never their addresses. */
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
