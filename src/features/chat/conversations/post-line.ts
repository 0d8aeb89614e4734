import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Member } from '#src/features/accounts/sessions/session.ts';
import {
  searchedAnswers,
  unseenAnswersOf,
  type Answer,
  type Answered,
} from '#src/workspace/already-answered.ts';
import { hasDeskOpen } from './availability.ts';
import { assignConversation } from './change-conversation.ts';
import { conversationLines, type Conversation, conversations } from '../conversation.table.ts';
import { retryRaces } from '#src/platform/database/sql-state.ts';
import { leads, leadReplies } from '#src/features/leads/lead.table.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import { minuteMs } from '#src/platform/durations.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import type { RateLimiter } from '#src/platform/limits/rate-limit.ts';
import { addLine, findLine, lockConversation } from './lock-conversation.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { tokenHashOf } from '#src/features/accounts/people/tokens.ts';
import { mailTokenOf } from './find-conversation.ts';
import { clearLeadWait } from '#src/features/leads/lead-page/change-lead.ts';
import { replyToLead, type Replied } from '#src/features/leads/lead-page/reply-to-lead.ts';

/** The most characters in a line. */
export const longestLine = 2_000;
/** The most lines of a visitor in one conversation, and in a minute. */
export const visitorLines = 200;
export const visitorLinesAMinute = 20;

type PostedLine = { readonly conversationId: string; readonly writtenAs: string; readonly content: string };

type Written = { readonly seq: number };

export type PostedByVisitor =
  | Outcome<'not-found' | 'ended' | 'full' | 'conflict', Written>
  | { readonly ok: false; readonly reason: 'too-many'; readonly retryAfterS: number };

/**
 * Returns the answer to a line whose id is already stored: success if it is the same line, `conflict` if it is
 * another. Null if the id is new.
 */
async function answerKnown(
  tx: Db,
  { conversationId, writtenAs, content }: PostedLine,
  sender: 'visitor' | 'team',
): Promise<Outcome<'conflict', Written> | null> {
  const known = await findLine(tx, conversationId, writtenAs);
  if (!known) return null;
  const isSame = known.kind === 'text' && known.sender === sender && known.content === content;
  return isSame ? { ok: true, seq: known.seq } : { ok: false, reason: 'conflict' };
}

/**
 * Returns the changes that a visitor's line causes: the conversation waits for a person from its first line, after it
 * was returned, and while its member has the desk closed.
 */
async function changesOf(
  tx: Db,
  now: Date,
  { state, takenBy, waitingSince }: Conversation,
): Promise<Partial<Conversation>> {
  if (waitingSince !== null) return {};
  if (state === 'waiting' || state === 'handed-back') return { state: 'waiting', waitingSince: now };
  if (takenBy === null) return {};
  return (await hasDeskOpen(tx, now, takenBy)) ? {} : { waitingSince: now };
}

/** Posts a visitor's line of 1 to 2,000 characters. Idempotent per `writtenAs`. */
export const postAsVisitor = (
  db: Db,
  { clock, rateLimiter }: { readonly clock: Clock; readonly rateLimiter: Pick<RateLimiter, 'hit'> },
  posted: PostedLine,
): Promise<PostedByVisitor> =>
  retryRaces(() =>
    db.transaction(async (tx): Promise<PostedByVisitor> => {
      const now = clock.now();
      const { conversationId, writtenAs, content } = posted;
      const conversation = await lockConversation(tx, conversationId);
      if (!conversation) return { ok: false, reason: 'not-found' };
      const known = await answerKnown(tx, posted, 'visitor');
      if (known) return known;
      if (conversation.state === 'ended' || conversation.isBlocked) return { ok: false, reason: 'ended' };
      const { conversationId: ofConversation, sender, kind } = conversationLines;
      const isTheirs = and(eq(ofConversation, conversationId), eq(sender, 'visitor'), eq(kind, 'text'));
      if ((await tx.$count(conversationLines, isTheirs)) >= visitorLines)
        return { ok: false, reason: 'full' };
      const rule = { limit: visitorLinesAMinute, windowMs: minuteMs };
      const limit = { name: 'lines of a conversation', subject: conversationId, ...rule };
      const counted = await rateLimiter.hit(tx, [limit]);
      if (!counted.ok) return { ok: false, reason: 'too-many', retryAfterS: counted.retryAfterS };
      const line = { writtenAs, kind: 'text', sender: 'visitor', content } as const;
      const seq = await addLine(tx, now, conversation, line, await changesOf(tx, now, conversation));
      if (conversation.state === 'mailed' && conversation.leadId !== null) {
        const isAnswered = and(eq(leads.id, conversation.leadId), isNull(leads.waitingSince));
        await tx.update(leads).set({ waitingSince: now }).where(isAnswered);
      }
      return { ok: true, seq };
    }),
  );

/** `answered` has the colleague who has the conversation, if one does, and what colleagues have answered unseen. */
export type SaidByTeam =
  | Outcome<'not-found' | 'handed-back' | 'ended' | 'conflict' | 'no-address', Written>
  | (Answered & { readonly holder?: string | null });

/** What the author of a line had seen of the conversation. */
type Sight = {
  /** The number of the latest line that they saw; without it they saw them all. */
  readonly seen?: number | undefined;
  /** True if they know of the colleagues' answers, and take the conversation over. */
  readonly isSure?: boolean;
};

/** Lists the latest answers of other members after a line and after the author's own latest, oldest first. */
async function listAnswersSince(
  tx: Db,
  { id }: Pick<Conversation, 'id'>,
  author: Member,
  seen: number,
): Promise<Answer[]> {
  const { conversationId, seq, kind, sender, writtenAs, authorId, authorName, content, at } =
    conversationLines;
  const isAnswer = and(eq(conversationId, id), gt(seq, seen), eq(kind, 'text'), eq(sender, 'team'));
  const rows = await tx
    .select({ id: writtenAs, authorId, authorName: sql<string>`${authorName}`, content, at })
    .from(conversationLines)
    .where(isAnswer)
    .orderBy(desc(seq))
    .limit(searchedAnswers);
  return unseenAnswersOf(rows, author.id, { seen: '' });
}

/**
 * Posts a team member's line, which takes a waiting conversation. Asks first, as `answered`, if a colleague has it or has
 * answered after the line that the author saw. If the visitor has left their address, it is also emailed to them in the
 * same transaction, as a reply to their lead, a limited number of times until the address is confirmed. Idempotent per
 * `writtenAs`.
 */
export const postAsTeam = (
  db: Db,
  desk: QueueServices & { readonly secret: string },
  author: Member,
  { seen, isSure = false, ...posted }: PostedLine & Sight,
): Promise<SaidByTeam> =>
  retryRaces(() =>
    db.transaction(async (tx): Promise<SaidByTeam> => {
      const { conversationId, writtenAs, content } = posted;
      const conversation = await lockConversation(tx, conversationId);
      if (!conversation) return { ok: false, reason: 'not-found' };
      const known = await answerKnown(tx, posted, 'team');
      if (known) return known;
      const { state, leadId, takenBy, takenByName } = conversation;
      if (state === 'ended' || state === 'handed-back') return { ok: false, reason: state };
      const holder = takenBy === author.id ? null : takenByName;
      const answers =
        isSure || seen === undefined ? [] : await listAnswersSince(tx, conversation, author, seen);
      if (!isSure && (holder !== null || answers.length > 0))
        return { ok: false, reason: 'answered', holder, answers };
      const now = desk.clock.now();
      let joined = conversation;
      if (state === 'mailed' && leadId !== null) {
        const replied = await answerByMail(tx, desk, author, { ...conversation, leadId }, posted);
        if (!replied.ok) return replied;
      } else if (takenBy !== author.id) joined = await assignConversation(tx, now, conversation, author);
      const line = { writtenAs, kind: 'text', sender: 'team', content, author } as const;
      return { ok: true, seq: await addLine(tx, now, joined, line, { waitingSince: null }) };
    }),
  );

/** Posts a line of a member in a live conversation that they have; elsewhere nothing. */
export const sayIfTaken = (
  db: Db,
  { clock }: { readonly clock: Clock },
  author: Member,
  { conversationId, writtenAs, content }: PostedLine,
): Promise<void> =>
  retryRaces(() =>
    db.transaction(async (tx) => {
      const conversation = await lockConversation(tx, conversationId);
      if (conversation?.state !== 'live' || conversation.takenBy !== author.id) return;
      if (await findLine(tx, conversationId, writtenAs)) return;
      const line = { writtenAs, kind: 'text', sender: 'team', content, author } as const;
      await addLine(tx, clock.now(), conversation, line);
    }),
  );

/** The most replies emailed to an address before its owner confirms it. */
export const mostUnconfirmed = 3;

/**
 * Returns the number of remaining replies by email; null if the address is confirmed and the number unlimited.
 */
export async function findMailsLeft(
  db: Db,
  { leadId, mailConfirmedAt }: Pick<Conversation, 'leadId' | 'mailConfirmedAt'>,
): Promise<number | null> {
  if (leadId === null || mailConfirmedAt !== null) return null;
  const { conversationId, sender, writtenAs } = conversationLines;
  const [row] = await db
    .select({ sent: sql<number>`count(*)::int` })
    .from(leadReplies)
    .innerJoin(conversationLines, eq(writtenAs, leadReplies.id))
    .innerJoin(conversations, eq(conversations.id, conversationId))
    .where(and(eq(leadReplies.leadId, leadId), eq(sender, 'team'), isNull(conversations.mailConfirmedAt)));
  return Math.max(0, mostUnconfirmed - (row?.sent ?? 0));
}

/**
 * Replies to a locked conversation whose visitor has left their address, by email with a link to the conversation.
 * After `mostUnconfirmed` emails to an unconfirmed address, the reply is only shown in the chat, and still ends the
 * lead's wait.
 */
async function answerByMail(
  tx: Db,
  desk: QueueServices & { readonly secret: string },
  author: Member,
  { id, leadId, mailConfirmedAt }: Pick<Conversation, 'id' | 'mailConfirmedAt'> & { readonly leadId: string },
  { writtenAs, content }: { readonly writtenAs: string; readonly content: string },
): Promise<Replied> {
  if ((await findMailsLeft(tx, { leadId, mailConfirmedAt })) === 0) {
    const now = desk.clock.now();
    const details = (await clearLeadWait(tx, now, author, leadId))?.waited;
    if (details) await recordActivity(tx, now, author, { kind: 'lead-answered', leadId, details });
    return { ok: true };
  }
  const mailTokenHash = tokenHashOf(mailTokenOf(desk.secret, id));
  await tx.update(conversations).set({ mailTokenHash }).where(eq(conversations.id, id));
  return replyToLead(tx, desk, author, { id: writtenAs, leadId, content });
}
