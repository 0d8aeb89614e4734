import { and, asc, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { blockedNetworks, conversations } from '../conversation.table.ts';
import { retryRaces } from '#src/platform/database/retry-races.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs } from '#src/platform/durations.ts';
import { addLine, lockConversation } from './lock-conversation.ts';

/** How long a visitor can be gone before their conversation ends by itself. */
export const abandonedAfterMs = dayMs;

const mostAtOnce = 500;

/**
 * Matches open conversations in which nothing was said, asked or followed for a day. One with an address left is not open: it gets
 * an answer, however late.
 */
const isAbandoned = (now: Date) => {
  const { state, changedAt, waitingSince, visitorSeenAt } = conversations;
  const since = new Date(now.getTime() - abandonedAfterMs);
  const isOpen = inArray(state, ['waiting', 'live', 'handed-back']);
  const isUnasked = or(isNull(waitingSince), lt(waitingSince, since));
  const isUnseen = or(isNull(visitorSeenAt), lt(visitorSeenAt, since));
  return and(isOpen, lt(changedAt, since), isUnasked, isUnseen);
};

/** Ends conversations that their visitors have abandoned, each with a line that says so. */
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
        // The visitor may have come back meanwhile.
        const isIt = and(eq(id, found.id), isAbandoned(now));
        if (!conversation || (await tx.$count(conversations, isIt)) === 0) return;
        const line = { writtenAs: uuidv7(), kind: 'left', sender: 'visitor', content: '' } as const;
        const nobody = { takenBy: null, takenByName: null, waitingSince: null } as const;
        await addLine(tx, now, conversation, line, { ...nobody, state: 'ended' });
      }),
    );
}

/** How long a conversation is kept after its latest line, unless it belongs to a lead. */
export const conversationDays = 90;
export const blockedDays = 30;

/** Deletes conversations that nobody left an address in and that are long over, and lets blocked networks begin some again. */
export async function pruneConversations(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const isOld = lt(conversations.changedAt, daysAgo(conversationDays));
  await db.delete(conversations).where(and(isNull(conversations.leadId), isOld));
  await db.delete(blockedNetworks).where(lt(blockedNetworks.blockedAt, daysAgo(blockedDays)));
}
