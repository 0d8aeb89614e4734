import { and, isNull, lt } from 'drizzle-orm';
import { blockedNetworks, conversations } from '#src/features/conversations/records/conversation.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs } from '#src/platform/durations.ts';

/** How long a conversation is kept after its latest line, unless it belongs to a lead. */
export const conversationDays = 90;
export const blockedDays = 30;

/** Deletes conversations that are long over and have no lead, and unblocks networks that were blocked long ago. */
export async function pruneConversations(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const isOld = lt(conversations.changedAt, daysAgo(conversationDays));
  await db.delete(conversations).where(and(isNull(conversations.leadId), isOld));
  await db.delete(blockedNetworks).where(lt(blockedNetworks.blockedAt, daysAgo(blockedDays)));
}
