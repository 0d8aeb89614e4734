import { eq } from 'drizzle-orm';
import { findAvailability } from '../presence/chat-hours.ts';
import { conversations } from '../conversation.table.ts';
import { retryRaces } from '#src/platform/database/retry-races.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { lockConversation } from './lock-conversation.ts';

/** `closed` says when the studio's hours begin again. */
export type AskedAgain =
  | Outcome<'not-found' | 'ended' | 'nobody'>
  | { readonly ok: false; readonly reason: 'closed'; readonly backAt: Date | null };

/**
 * Makes a conversation that was handed back wait for the team again, as its visitor asks. Refused if the studio is closed or no
 * member is available, as at the first time. `askedBefore` is all that the visitor asked the assistant so far. Nothing changes if it already waits or a member has it, so asking twice is harmless.
 */
export const askAgain = (
  db: Db,
  { clock }: { readonly clock: Clock },
  id: string,
  askedBefore: readonly string[] = [],
): Promise<AskedAgain> =>
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
        .set({ state: 'waiting', waitingSince: now, ...(askedBefore.length > 0 && { askedBefore }) })
        .where(eq(conversations.id, id));
      return { ok: true };
    }),
  );
