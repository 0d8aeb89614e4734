import { and, eq, isNull, ne } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { callKinds, callSettings } from '../call.table.ts';
import type { CallSettings } from '#src/features/calls/times/find-hosts.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Outcome } from '#src/platform/outcome.ts';

/** The team member who changes the hours or settings, and when. */
export type HoursChangedBy = { readonly actor: Actor; readonly now: Date };

/** A kind of meeting other than the discovery call. */
export type MeetingKind = Pick<typeof callKinds.$inferSelect, 'name' | 'lengthMin' | 'place'>;

/** Stores how calls are given out from now on; calls that stand are not changed. */
export const saveSettings = (db: Db, { actor, now }: HoursChangedBy, settings: CallSettings): Promise<void> =>
  db.transaction(async (tx) => {
    const target = callSettings.onlyRow;
    await tx.insert(callSettings).values(settings).onConflictDoUpdate({ target, set: settings });
    await recordActivity(tx, now, actor, { kind: 'call-settings-changed' });
  });

/** The kinds that calls can be of, by name. */
export const listMeetingKinds = (db: Db) =>
  db.select().from(callKinds).where(isNull(callKinds.removedAt)).orderBy(callKinds.name, callKinds.id);

export type KindSaved = Outcome<'exists' | 'not-found'>;

/** Adds a kind of meeting, or changes one. A name is one kind's. */
export const saveKind = (
  db: Db,
  { actor, now }: HoursChangedBy,
  kind: MeetingKind,
  id: string | null,
): Promise<KindSaved> =>
  db.transaction(async (tx): Promise<KindSaved> => {
    // Two that add the same name come one after the other.
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

/** Offers a kind no more; calls of it keep its name. False where there is none. */
export const removeKind = (db: Db, { actor, now }: HoursChangedBy, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const isThere = and(eq(callKinds.id, id), isNull(callKinds.removedAt));
    const [removed] = await tx.update(callKinds).set({ removedAt: now }).where(isThere).returning();
    if (!removed) return false;
    await recordActivity(tx, now, actor, { kind: 'call-kind-removed', details: { name: removed.name } });
    return true;
  });
