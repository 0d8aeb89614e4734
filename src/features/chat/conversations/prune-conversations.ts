import { and, asc, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { blockedNetworks, conversations } from '../conversation.table.ts';
import { retryRaces } from '#src/platform/database/sql-state.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs } from '#src/platform/durations.ts';
import { addLine, lockConversation } from './lock-conversation.ts';

/** After this long without the visitor, a conversation ends automatically. */
export const abandonedAfterMs = dayMs;

const mostAtOnce = 500;

/**
 * Matches open conversations without activity for a day. One with an address is not open: it still gets a reply.
 */
const isAbandoned = (now: Date) => {
  const { state, changedAt, waitingSince, visitorSeenAt } = conversations;
  const since = new Date(now.getTime() - abandonedAfterMs);
  const isOpen = inArray(state, ['waiting', 'live', 'handed-back']);
  const isUnasked = or(isNull(waitingSince), lt(waitingSince, since));
  const isUnseen = or(isNull(visitorSeenAt), lt(visitorSeenAt, since));
  return and(isOpen, lt(changedAt, since), isUnasked, isUnseen);
};

/** Ends abandoned conversations, each with a line about it. */
export async function endAbandonedConversations(db: Db, now: Date): Promise<void> {
  const { id } = conversations;
  const left = await db
    .select({ id })
    .from(conversations)
    .where(isAbandoned(now))
    .orderBy(asc(id))
    .limit(mostAtOnce);
  for (const found of left)
    await retryRaces(() =>
      db.transaction(async (tx) => {
        const conversation = await lockConversation(tx, found.id);
        // The visitor may have returned in the meantime.
        const isIt = and(eq(id, found.id), isAbandoned(now));
        if (!conversation || (await tx.$count(conversations, isIt)) === 0) return;
        const line = { writtenAs: uuidv7(), kind: 'left', sender: 'visitor', content: '' } as const;
        const nobody = { takenBy: null, takenByName: null, waitingSince: null } as const;
        await addLine(tx, now, conversation, line, { ...nobody, state: 'ended' });
      }),
    );
}

/** Days until a conversation is deleted after its latest line, unless it belongs to a lead. */
export const conversationDays = 90;
export const blockedDays = 30;

/** Deletes old conversations without an address, and unblocks networks after their time. */
export async function pruneConversations(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const isOld = lt(conversations.changedAt, daysAgo(conversationDays));
  await db.delete(conversations).where(and(isNull(conversations.leadId), isOld));
  await db.delete(blockedNetworks).where(lt(blockedNetworks.blockedAt, daysAgo(blockedDays)));
}
