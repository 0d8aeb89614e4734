import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';

const minuteMs = 60_000;

/**
 * Notes that a client has the portal before them, at most once a minute, and returns the number of their latest event. A page
 * calls it before it reads anything else: it then shows at least what had happened up to that number.
 */
export async function noteLook(db: Db, now: Date, clientId: string): Promise<number> {
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
