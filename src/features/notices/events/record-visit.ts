import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';

const minuteMs = 60_000;

/**
 * Records that a client looks at the portal now, at most once a minute, and returns the number of their latest event. A page
 * calls it before it reads anything else, so that it shows at least what happened up to that number. Throws where there is
 * no such client.
 */
export async function recordVisit(db: Db, now: Date, clientId: string): Promise<number> {
  const [client] = await db
    .select({ seq: people.eventSeq, lookedAt: people.lookedAt })
    .from(people)
    .where(eq(people.id, clientId));
  if (!client) throw new Error(`There is no client ${clientId}`);
  const minuteAgo = new Date(now.getTime() - minuteMs);
  if (client.lookedAt === null || client.lookedAt < minuteAgo) {
    const isOld = or(isNull(people.lookedAt), lt(people.lookedAt, minuteAgo));
    await db
      .update(people)
      .set({ lookedAt: now })
      .where(and(eq(people.id, clientId), isOld));
  }
  return client.seq;
}

/** Records that a client has just opened a stream of events. Waits where their row is locked. */
export async function recordStreamOpened(db: Db, now: Date, clientId: string): Promise<void> {
  await db.update(people).set({ lookedAt: now }).where(eq(people.id, clientId));
}

/**
 * Records that these clients still have a stream open, and returns the numbers of their latest events. A client whose row is
 * locked at this moment is left out: waiting for several rows could deadlock, and the next heartbeat records them.
 */
export async function recordStreamsOpen(
  db: Db,
  now: Date,
  clientIds: readonly string[],
): Promise<{ id: string; seq: number }[]> {
  if (clientIds.length === 0) return [];
  const unlocked = db
    .select({ id: people.id })
    .from(people)
    .where(inArray(people.id, [...clientIds]))
    .for('update', { skipLocked: true });
  return db
    .update(people)
    .set({ lookedAt: now })
    .where(inArray(people.id, unlocked))
    .returning({ id: people.id, seq: people.eventSeq });
}
