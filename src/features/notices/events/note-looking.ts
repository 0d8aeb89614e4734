import { eq, inArray } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/**
 * Notes that these clients have the portal before them now; returns the numbers of their latest events. A client for whom
 * something is being written at this moment is left out: to wait could deadlock, and the next time is near.
 */
export async function noteLooking(
  db: Db,
  now: Date,
  clientIds: readonly string[],
): Promise<{ id: string; seq: number }[]> {
  if (clientIds.length === 0) return [];
  const free = db
    .select({ id: people.id })
    .from(people)
    .where(inArray(people.id, [...clientIds]))
    .for('update', { skipLocked: true });
  return db
    .update(people)
    .set({ lookedAt: now })
    .where(inArray(people.id, free))
    .returning({ id: people.id, seq: people.eventSeq });
}

/** Of one client, as their page opens; it may wait. */
export async function noteOpened(db: Db, now: Date, clientId: string): Promise<void> {
  await db.update(people).set({ lookedAt: now }).where(eq(people.id, clientId));
}
