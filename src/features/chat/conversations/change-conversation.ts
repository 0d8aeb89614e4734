import { and, eq, inArray, ne } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Member } from '#src/features/accounts/sessions/session.ts';
import { blockedNetworks, conversations, type Conversation } from '../conversation.table.ts';
import { retryRaces } from '#src/platform/database/sql-state.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { addLine, lockConversation } from './lock-conversation.ts';

type Parts = { readonly clock: Clock };

const nobody = { takenBy: null, takenByName: null, waitingSince: null } as const;

/** Locks and changes a conversation in one transaction. */
const onConversation = <Reason extends string>(
  db: Db,
  { clock }: Parts,
  id: string,
  change: (tx: Db, now: Date, conversation: Conversation) => Promise<Outcome<Reason>>,
): Promise<Outcome<Reason | 'not-found'>> =>
  retryRaces(() =>
    db.transaction(async (tx): Promise<Outcome<Reason | 'not-found'>> => {
      const conversation = await lockConversation(tx, id);
      return conversation ? change(tx, clock.now(), conversation) : { ok: false, reason: 'not-found' };
    }),
  );

/** Assigns a locked conversation to a team member, silences the assistant, and returns the changed conversation. */
export async function assignConversation(
  tx: Db,
  now: Date,
  conversation: Conversation,
  member: Member,
): Promise<Conversation> {
  const line = { writtenAs: uuidv7(), kind: 'taken', sender: 'team', content: '', author: member } as const;
  const taken = {
    state: 'live',
    takenBy: member.id,
    takenByName: member.name,
    waitingSince: null,
  } as const;
  const seq = await addLine(tx, now, conversation, line, taken);
  return { ...conversation, ...taken, seq };
}

export type Joined = Outcome<'not-found' | 'over' | 'taken' | 'handed-back'>;

/**
 * Assigns a conversation to a team member and silences the assistant. `from` is the member who had it when they
 * decided, or null: refused if a colleague has joined since. Also refused for a returned conversation, whose visitor
 * does not expect a member to read along. Idempotent.
 */
export const joinConversation = (
  db: Db,
  parts: Parts,
  member: Member,
  { id, from }: { readonly id: string; readonly from: string | null },
): Promise<Joined> =>
  onConversation(db, parts, id, async (tx, now, conversation) => {
    const { state, takenBy } = conversation;
    if (state === 'ended' || state === 'mailed') return { ok: false, reason: 'over' };
    if (state === 'handed-back') return { ok: false, reason: 'handed-back' };
    if (takenBy === member.id) return { ok: true };
    if (takenBy !== from) return { ok: false, reason: 'taken' };
    await assignConversation(tx, now, conversation, member);
    return { ok: true };
  });

/**
 * Returns a member's conversation to the assistant and notifies the visitor. Refused as `taken` if a colleague has
 * it. Idempotent.
 */
export const returnConversation = (
  db: Db,
  parts: Parts,
  member: Member,
  id: string,
): Promise<Outcome<'not-found' | 'not-taken' | 'taken'>> =>
  onConversation(db, parts, id, async (tx, now, conversation) => {
    if (conversation.state === 'handed-back') return { ok: true };
    if (conversation.state !== 'live') return { ok: false, reason: 'not-taken' };
    if (conversation.takenBy !== member.id) return { ok: false, reason: 'taken' };
    const line = { writtenAs: uuidv7(), kind: 'handed-back', sender: 'team', content: '' } as const;
    const changes = { ...nobody, state: 'handed-back' } as const;
    await addLine(tx, now, conversation, { ...line, author: member }, changes);
    return { ok: true };
  });

async function endIn(tx: Db, now: Date, conversation: Conversation, member: Member | null): Promise<void> {
  // A visitor who has left an address still gets an answer.
  if (conversation.state === 'ended' || conversation.state === 'mailed') return;
  const line = { writtenAs: uuidv7(), kind: 'ended', content: '' } as const;
  const by = member ? ({ sender: 'team', author: member } as const) : ({ sender: 'visitor' } as const);
  await addLine(tx, now, conversation, { ...line, ...by }, { ...nobody, state: 'ended' });
}

/** Ends a conversation for a team member, or for the visitor if `member` is null. Idempotent. */
export const endConversation = (
  db: Db,
  parts: Parts,
  member: Member | null,
  id: string,
): Promise<Outcome<'not-found'>> =>
  onConversation(db, parts, id, async (tx, now, conversation) => {
    await endIn(tx, now, conversation, member);
    return { ok: true };
  });

/**
 * Blocks a network for 30 days: ends the conversation and all waiting ones from the same network. Idempotent.
 */
export const blockConversation = (
  db: Db,
  parts: Parts,
  member: Member,
  id: string,
): Promise<Outcome<'not-found'>> =>
  onConversation(db, parts, id, async (tx, now, conversation) => {
    const { networkKey } = conversation;
    const blockedAt = now;
    await tx
      .insert(blockedNetworks)
      .values({ networkKey, blockedAt })
      .onConflictDoUpdate({ target: blockedNetworks.networkKey, set: { blockedAt } });
    await endIn(tx, now, conversation, member);
    await tx.update(conversations).set({ isBlocked: true }).where(eq(conversations.id, id));
    const isOther = and(eq(conversations.networkKey, networkKey), ne(conversations.id, id));
    // Live conversations and those of leads are left to the team.
    const isOpen = inArray(conversations.state, ['waiting', 'handed-back', 'ended']);
    const others = await tx
      .select()
      .from(conversations)
      .where(and(isOther, isOpen))
      .orderBy(conversations.id)
      // Skips conversations that another transaction is changing at this moment.
      .for('update', { skipLocked: true });
    for (const other of others) await endIn(tx, now, other, member);
    const otherIds = others.map((other) => other.id);
    await tx.update(conversations).set({ isBlocked: true }).where(inArray(conversations.id, otherIds));
    return { ok: true };
  });

/** Unblocks a network and its conversations. Returns false if it is not blocked. */
export const unblockNetwork = (db: Db, networkKey: string): Promise<boolean> =>
  retryRaces(() =>
    db.transaction(async (tx) => {
      const isIt = eq(blockedNetworks.networkKey, networkKey);
      const [was] = await tx.delete(blockedNetworks).where(isIt).returning();
      if (!was) return false;
      const isOfIt = and(eq(conversations.networkKey, networkKey), conversations.isBlocked);
      const { id } = conversations;
      const locked = await tx.select({ id }).from(conversations).where(isOfIt).orderBy(id).for('update');
      const ids = locked.map((each) => each.id);
      await tx.update(conversations).set({ isBlocked: false }).where(inArray(id, ids));
      return true;
    }),
  );
