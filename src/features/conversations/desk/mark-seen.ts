import { eq, sql } from 'drizzle-orm';
import { conversations, type Conversation } from '#src/features/conversations/records/conversation.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/**
 * Records that somebody of the team has seen a conversation as it was read. Where one of them has it, it is for them to see: a colleague who looks in
 * changes nothing.
 */
export async function markSeen(
  db: Db,
  { id, seq, seenSeq, takenBy }: Pick<Conversation, 'id' | 'seq' | 'seenSeq' | 'takenBy'>,
  personId: string,
): Promise<void> {
  if ((takenBy !== null && takenBy !== personId) || (seenSeq ?? -1) >= seq) return;
  const latest = sql`greatest(${conversations.seenSeq}, ${seq}::int)`;
  await db.update(conversations).set({ seenSeq: latest }).where(eq(conversations.id, id));
}
