import { eq, isNotNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { tokenHashOf } from '#src/features/accounts/people/tokens.ts';
import { isAnyoneAvailable } from './availability.ts';
import { conversationTokenOf, networkKeyOf } from './find-conversation.ts';
import { blockedNetworks, conversations } from '../conversation.table.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs, hourMs } from '#src/platform/durations.ts';
import { wideNetworkLimit, type RateLimiter } from '#src/platform/limits/rate-limit.ts';
import { retryRaces } from '#src/platform/database/sql-state.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { lockConversation } from './lock-conversation.ts';

/**
 * The most conversations one network can start in an hour and in a day, so that a few networks cannot fill the queue.
 */
export const startsPerHour = 3;
export const startsPerDay = 10;

/**
 * With this many waiting conversations, further visitors are asked for an address instead: the wait would be too long
 * and the list unreadable.
 */
export const mostWaiting = 30;

/** `blocked` means that the team has blocked the visitor's network. */
export type Started =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly reason: 'nobody' | 'blocked' }
  | { readonly ok: false; readonly reason: 'too-many'; readonly retryAfterS: number };

export type ConversationServices = {
  readonly clock: Clock;
  readonly secret: string;
  readonly rateLimiter: Pick<RateLimiter, 'hit'>;
};

/**
 * Returns the result of an earlier request with the same id; null if it is new. Only for an hour: afterwards the id,
 * which database backups contain in plain text, grants no access.
 */
async function findStarted(db: Db, secret: string, askedAs: string, now: Date): Promise<Started | null> {
  const [known] = await db
    .select({ id: conversations.id, begunAt: conversations.begunAt })
    .from(conversations)
    .where(eq(conversations.askedAs, askedAs));
  if (!known) return null;
  if (now.getTime() - known.begunAt.getTime() > hourMs) return { ok: false, reason: 'nobody' };
  return { ok: true, token: conversationTokenOf(secret, known.id) };
}

/**
 * Starts a conversation with the team if a member is available; the wait starts with its first line. Idempotent per
 * `askedAs`. `askedBefore` is what the visitor asked the assistant.
 */
export async function startConversation(
  db: Db,
  { clock, secret, rateLimiter }: ConversationServices,
  {
    askedAs,
    network,
    askedBefore = [],
  }: { readonly askedAs: string; readonly network: string; readonly askedBefore?: readonly string[] },
): Promise<Started> {
  const now = clock.now();
  const known = await findStarted(db, secret, askedAs, now);
  if (known) return known;
  const networkKey = networkKeyOf(secret, network);
  const isBlocked = await db.$count(blockedNetworks, eq(blockedNetworks.networkKey, networkKey));
  if (isBlocked > 0) return { ok: false, reason: 'blocked' };
  const waiting = await db.$count(conversations, isNotNull(conversations.waitingSince));
  if (waiting >= mostWaiting || !(await isAnyoneAvailable(db, now))) return { ok: false, reason: 'nobody' };
  const name = 'conversations, network';
  const counted = await rateLimiter.hit(db, [
    wideNetworkLimit(network, { name, limit: startsPerHour, windowMs: hourMs }),
    wideNetworkLimit(network, { name: `${name}, day`, limit: startsPerDay, windowMs: dayMs }),
  ]);
  if (!counted.ok) return { ok: false, reason: 'too-many', retryAfterS: counted.retryAfterS };
  const id = uuidv7();
  const token = conversationTokenOf(secret, id);
  const times = { begunAt: now, changedAt: now };
  const keys = { id, askedAs, tokenHash: tokenHashOf(token), networkKey };
  const row = { ...keys, state: 'waiting', askedBefore, ...times } as const;
  const [begun] = await db.insert(conversations).values(row).onConflictDoNothing().returning();
  if (begun) return { ok: true, token };
  return (await findStarted(db, secret, askedAs, now)) ?? { ok: false, reason: 'nobody' };
}

export type RequestedAgain = Outcome<'not-found' | 'ended' | 'nobody'>;

/**
 * Puts a returned conversation back in the queue on the visitor's request. Refused if no member is
 * available. `askedBefore` is everything the visitor has asked the assistant. Idempotent.
 */
export const requestAgain = (
  db: Db,
  { clock }: { readonly clock: Clock },
  id: string,
  askedBefore: readonly string[] = [],
): Promise<RequestedAgain> =>
  retryRaces(() =>
    db.transaction(async (tx): Promise<RequestedAgain> => {
      const conversation = await lockConversation(tx, id);
      if (!conversation) return { ok: false, reason: 'not-found' };
      if (conversation.state === 'ended' || conversation.isBlocked) return { ok: false, reason: 'ended' };
      if (conversation.state !== 'handed-back') return { ok: true };
      const now = clock.now();
      if (!(await isAnyoneAvailable(tx, now))) return { ok: false, reason: 'nobody' };
      await tx
        .update(conversations)
        .set({ state: 'waiting', waitingSince: now, ...(askedBefore.length > 0 && { askedBefore }) })
        .where(eq(conversations.id, id));
      return { ok: true };
    }),
  );
