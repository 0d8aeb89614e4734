import { and, eq, isNull, sql } from 'drizzle-orm';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { tokenHashOf } from '#src/features/accounts/people/secret-text.ts';
import type { Member } from '#src/features/accounts/sessions/session.ts';
import { mailTokenOf } from '../conversation-token.ts';
import { conversationLines, conversations, type Conversation } from '../conversation.table.ts';
import { endLeadWait } from '#src/features/leads/lead-page/end-lead-wait.ts';
import { replyToLead, type Replied } from '#src/features/leads/lead-page/reply-to-lead.ts';
import { leadReplies } from '#src/features/leads/emails/lead-reply.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';

/** The most answers mailed to an address before its owner confirms that it was they who wrote. */
export const mostUnconfirmed = 3;

/** Returns how many more answers go by mail to a conversation's address; null if it is confirmed, and so any number. */
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
 * Answers a conversation whose visitor has left their address, which the caller has locked. The answer goes by mail, with a link
 * that opens the conversation. After `mostUnconfirmed` mails to an unconfirmed address, the answer is only shown in the chat, and
 * still ends the lead's wait.
 */
export async function answerByMail(
  tx: Db,
  desk: QueueServices & { readonly secret: string },
  author: Member,
  { id, leadId, mailConfirmedAt }: Pick<Conversation, 'id' | 'mailConfirmedAt'> & { readonly leadId: string },
  { writtenAs, content }: { readonly writtenAs: string; readonly content: string },
): Promise<Replied> {
  if ((await findMailsLeft(tx, { leadId, mailConfirmedAt })) === 0) {
    const now = desk.clock.now();
    const details = (await endLeadWait(tx, now, author, leadId))?.waited;
    if (details) await recordActivity(tx, now, author, { kind: 'lead-answered', leadId, details });
    return { ok: true };
  }
  const mailTokenHash = tokenHashOf(mailTokenOf(desk.secret, id));
  await tx.update(conversations).set({ mailTokenHash }).where(eq(conversations.id, id));
  return replyToLead(tx, desk, author, { id: writtenAs, leadId, content });
}
