import { eq } from 'drizzle-orm';
import { findAvailability } from '#src/features/conversations/presence/chat-hours.ts';
import { conversations } from '#src/features/conversations/records/conversation.table.ts';
import { retryRaces } from '#src/platform/database/retry-races.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { lockConversation } from './lock-conversation.ts';

/** `closed` with when somebody is back. */
export type AskedAgain =
  | Outcome<'not-found' | 'ended' | 'nobody'>
  | { readonly ok: false; readonly reason: 'closed'; readonly backAt: Date | null };

/**
 * The visitor asks for a person again in a conversation that was handed back: it waits for the team, where there is somebody as there has to be at the
 * first time. Doing it again changes nothing; one that already waits, or that somebody has, stays as it is.
 */
export const askAgain = (db: Db, { clock }: { readonly clock: Clock }, id: string): Promise<AskedAgain> =>
  retryRaces(() =>
    db.transaction(async (tx): Promise<AskedAgain> => {
      const conversation = await lockConversation(tx, id);
      if (!conversation) return { ok: false, reason: 'not-found' };
      if (conversation.state === 'ended' || conversation.isBlocked) return { ok: false, reason: 'ended' };
      if (conversation.state !== 'handed-back') return { ok: true };
      const now = clock.now();
      const availability = await findAvailability(tx, now);
      if (availability.kind === 'closed') return { ok: false, reason: 'closed', backAt: availability.backAt };
      if (availability.kind === 'nobody') return { ok: false, reason: 'nobody' };
      await tx
        .update(conversations)
        .set({ state: 'waiting', waitingSince: now })
        .where(eq(conversations.id, id));
      return { ok: true };
    }),
  );
