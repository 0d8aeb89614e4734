import { and, eq, gt, isNull, sql, ne } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { calls, holdsTime, callKinds, callSettings } from '../call.table.ts';
import { busyCalendars, callHosts, callHours, hostZone } from '../host.table.ts';
import type { WeeklyHours } from '../times/free-times.ts';
import { wallClock } from '../times/clock-text.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { v7 as uuidv7 } from 'uuid';
import type { CallSettings } from '../times/find-hosts.ts';
import type { Outcome } from '#src/platform/outcome.ts';

/** A host's own settings, besides the hours. */
export type HostRules = Pick<typeof callHosts.$inferSelect, 'timeZone' | 'dailyMost' | 'isTakingCalls'>;

/** The daily limit of a new host. */
const firstDailyMost = 6;

/**
 * Locks a host's row, which every booking waits for, and returns the host's name; null if there is no such host.
 */
async function lockHost(tx: Db, hostId: string): Promise<{ readonly name: string } | null> {
  const [host] = await tx
    .select({ name: people.name })
    .from(callHosts)
    .innerJoin(people, eq(people.id, callHosts.personId))
    .where(eq(callHosts.personId, hostId))
    .for('update', { of: callHosts });
  return host ?? null;
}

/**
 * Locks a host, changes them in a transaction and records the activity. Returns false if there is no such host.
 */
export const changingHost = (
  db: Db,
  { actor, now }: HoursChangedBy,
  hostId: string,
  kind: `call-${string}`,
  change: (tx: Db) => Promise<void>,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const host = await lockHost(tx, hostId);
    if (!host) return false;
    await change(tx);
    await recordActivity(tx, now, actor, { kind, subjectId: hostId, details: { person: host.name } });
    return true;
  });

/**
 * Makes a team member a host in the studio's zone, without hours. Returns false if the person is not on the team.
 * Idempotent.
 */
export const addHost = (db: Db, { actor, now }: HoursChangedBy, personId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const isMember = and(eq(people.id, personId), eq(people.role, 'team'), isNull(people.disabledAt));
    const [person] = await tx.select({ name: people.name }).from(people).where(isMember);
    if (!person) return false;
    const made = await tx
      .insert(callHosts)
      .values({ personId, dailyMost: firstDailyMost })
      .onConflictDoNothing()
      .returning({ id: callHosts.personId });
    if (made.length === 0) return true;
    const details = { person: person.name };
    await recordActivity(tx, now, actor, { kind: 'call-host-added', subjectId: personId, details });
    return true;
  });

/**
 * Updates the local times of upcoming calls to a host's new zone. Calls that the old zone's rules had shifted are
 * left, to keep the warning about them.
 */
async function moveClocks(tx: Db, now: Date, hostId: string, timeZone: string): Promise<void> {
  const { id, startsAt, hostClock } = calls;
  const toCome = await tx
    .select({ id, startsAt, hostClock, formerZone: hostZone })
    .from(calls)
    .innerJoin(callHosts, eq(callHosts.personId, calls.hostId))
    .where(and(eq(calls.hostId, hostId), holdsTime, gt(startsAt, now)));
  for (const call of toCome) {
    const startMs = call.startsAt.getTime();
    if (call.hostClock !== wallClock(startMs, call.formerZone)) continue;
    await tx
      .update(calls)
      .set({ hostClock: wallClock(startMs, timeZone) })
      .where(eq(id, call.id));
  }
}

/**
 * Sets a host's time zone and rules, and updates the local times of their upcoming calls. Returns false if there is
 * no such host.
 */
export const changeHost = (db: Db, by: HoursChangedBy, hostId: string, rules: HostRules): Promise<boolean> =>
  changingHost(db, by, hostId, 'call-host-changed', async (tx) => {
    await moveClocks(tx, by.now, hostId, rules.timeZone ?? studioCalendar.timeZone);
    await tx.update(callHosts).set(rules).where(eq(callHosts.personId, hostId));
    // Whole days start at another instant in the new zone, so the next reading is a full one.
    await tx.update(busyCalendars).set({ knownUntil: null }).where(eq(busyCalendars.hostId, hostId));
  });

/** Gives a host's calendar feed a new address and makes the old one invalid. */
export const renewFeed = (db: Db, by: HoursChangedBy, hostId: string): Promise<boolean> =>
  changingHost(db, by, hostId, 'call-feed-renewed', async (tx) => {
    const feedVersion = sql`${callHosts.feedVersion} + 1`;
    await tx.update(callHosts).set({ feedVersion }).where(eq(callHosts.personId, hostId));
  });

/** Replaces a host's weekly hours. */
export const saveWeek = (
  db: Db,
  by: HoursChangedBy,
  hostId: string,
  weekly: readonly WeeklyHours[],
): Promise<boolean> =>
  changingHost(db, by, hostId, 'call-hours-changed', async (tx) => {
    await tx.delete(callHours).where(eq(callHours.hostId, hostId));
    if (weekly.length > 0) await tx.insert(callHours).values(weekly.map((hours) => ({ ...hours, hostId })));
  });

/** The team member who changes the hours or settings, and when. */
export type HoursChangedBy = { readonly actor: Actor; readonly now: Date };

/** A kind of meeting other than the discovery call. */
export type MeetingKind = Pick<typeof callKinds.$inferSelect, 'name' | 'lengthMin' | 'place'>;

/** Saves the call settings; existing calls do not change. */
export const saveSettings = (db: Db, { actor, now }: HoursChangedBy, settings: CallSettings): Promise<void> =>
  db.transaction(async (tx) => {
    const target = callSettings.onlyRow;
    await tx.insert(callSettings).values(settings).onConflictDoUpdate({ target, set: settings });
    await recordActivity(tx, now, actor, { kind: 'call-settings-changed' });
  });

/** Lists the kinds of meetings, by name. */
export const listMeetingKinds = (db: Db) =>
  db.select().from(callKinds).where(isNull(callKinds.removedAt)).orderBy(callKinds.name, callKinds.id);

export type KindSaved = Outcome<'exists' | 'not-found'>;

/** Adds or changes a kind of meeting. Names are unique. */
export const saveKind = (
  db: Db,
  { actor, now }: HoursChangedBy,
  kind: MeetingKind,
  id: string | null,
): Promise<KindSaved> =>
  db.transaction(async (tx): Promise<KindSaved> => {
    // Serialises concurrent additions of the same name.
    await tx.execute('lock table call_kinds in share row exclusive mode');
    const sameName = and(eq(callKinds.name, kind.name), isNull(callKinds.removedAt));
    const [other] = await tx
      .select({ id: callKinds.id })
      .from(callKinds)
      .where(and(sameName, id === null ? undefined : ne(callKinds.id, id)));
    if (other) return { ok: false, reason: 'exists' };
    if (id === null) await tx.insert(callKinds).values({ id: uuidv7(), ...kind });
    else {
      const isThere = and(eq(callKinds.id, id), isNull(callKinds.removedAt));
      const changed = await tx.update(callKinds).set(kind).where(isThere).returning({ id: callKinds.id });
      if (changed.length === 0) return { ok: false, reason: 'not-found' };
    }
    const activityKind = id === null ? 'call-kind-added' : 'call-kind-changed';
    await recordActivity(tx, now, actor, { kind: activityKind, details: { name: kind.name } });
    return { ok: true };
  });

/** Removes a kind; its calls keep its name. Returns false if there is none. */
export const removeKind = (db: Db, { actor, now }: HoursChangedBy, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const isThere = and(eq(callKinds.id, id), isNull(callKinds.removedAt));
    const [removed] = await tx.update(callKinds).set({ removedAt: now }).where(isThere).returning();
    if (!removed) return false;
    await recordActivity(tx, now, actor, { kind: 'call-kind-removed', details: { name: removed.name } });
    return true;
  });
