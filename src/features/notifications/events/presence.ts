import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import { storeIfRoom } from '#src/platform/database/sql-state.ts';
import type { Db } from '#src/platform/database/database.ts';
import { minuteMs } from '#src/platform/durations.ts';

/**
 * Records that a client's person is using the portal, at most once a minute, and returns the number of the client's latest event. A
 * page calls it before it reads anything else, so that it shows at least everything up to that number. Throws if there is no such
 * person.
 */
export async function recordPageView(
  db: Db,
  now: Date,
  { id, clientId }: Pick<ClientPerson, 'id' | 'clientId'>,
): Promise<number> {
  const [visitor] = await db
    .select({ seq: clients.eventSeq, lookedAt: people.lookedAt })
    .from(people)
    .innerJoin(clients, eq(clients.id, people.clientId))
    .where(and(eq(people.id, id), eq(people.clientId, clientId)));
  if (!visitor) throw new Error(`There is no person ${id} of a client ${clientId}`);
  const minuteAgo = new Date(now.getTime() - minuteMs);
  if (visitor.lookedAt === null || visitor.lookedAt < minuteAgo) {
    const isOld = or(isNull(people.lookedAt), lt(people.lookedAt, minuteAgo));
    await storeIfRoom(() =>
      db
        .update(people)
        .set({ lookedAt: now })
        .where(and(eq(people.id, id), isOld)),
    );
  }
  return visitor.seq;
}

/** Records that a client's person has just opened a stream of events. Waits if their row is locked. */
export async function recordStreamOpened(db: Db, now: Date, personId: string): Promise<void> {
  await db.update(people).set({ lookedAt: now }).where(eq(people.id, personId));
}

/**
 * Records that these people still have a stream open. A person whose row is locked is skipped, since waiting for several rows could
 * deadlock; the next heartbeat records them.
 */
export async function recordStreamsOpen(db: Db, now: Date, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return;
  const unlocked = db
    .select({ id: people.id })
    .from(people)
    .where(inArray(people.id, [...personIds]))
    .for('update', { skipLocked: true });
  await db.update(people).set({ lookedAt: now }).where(inArray(people.id, unlocked));
}

/** Lists the numbers of these clients' latest events. */
export async function listLatestEvents(
  db: Db,
  clientIds: readonly string[],
): Promise<{ id: string; seq: number }[]> {
  if (clientIds.length === 0) return [];
  return db
    .select({ id: clients.id, seq: clients.eventSeq })
    .from(clients)
    .where(inArray(clients.id, [...clientIds]));
}
