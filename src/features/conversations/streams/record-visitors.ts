import { and, inArray, isNull, lt, or } from 'drizzle-orm';
import { conversations } from '#src/features/conversations/records/conversation.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** So exact is the record of when a visitor was there last: it serves to tell that they have been gone for a day. */
const exactToMs = 600_000;

/** Records that the visitors of these conversations have a stream open; one whose row is locked is left to the next time. */
export async function recordVisitors(db: Db, now: Date, ids: readonly string[]): Promise<void> {
  const { id, visitorSeenAt } = conversations;
  const isOld = or(isNull(visitorSeenAt), lt(visitorSeenAt, new Date(now.getTime() - exactToMs)));
  const unlocked = db
    .select({ id })
    .from(conversations)
    .where(and(inArray(id, [...ids]), isOld))
    .for('update', { skipLocked: true });
  await db.update(conversations).set({ visitorSeenAt: now }).where(inArray(id, unlocked));
}
