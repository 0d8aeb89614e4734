import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { leads, leadReplies } from '../lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import {
  searchedAnswers,
  unseenAnswersOf,
  type Answer,
  type Answered,
  type Sight,
} from '#src/workspace/already-answered.ts';
import { clearLeadWait, lockLead } from './change-lead.ts';
import { replyMailKind } from '../emails/lead-mail-kinds.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { queueMail } from '#src/features/notifications/outbox/outbox.ts';

export type Replied = Outcome<'not-found' | 'no-address' | 'conflict'> | Answered;

/**
 * Answers a lead by email. Stores the reply, its email, the end of the wait and the activity record in one transaction.
 * The same reply under the same id again changes nothing. Stores nothing if colleagues have replied unseen.
 */
export async function replyToLead(
  db: Db,
  { clock, jobs }: QueueServices,
  author: Pick<Person, 'id' | 'name'>,
  {
    id,
    leadId,
    content,
    subject = '',
    ...sight
  }: Sight & { id: string; leadId: string; content: string; subject?: string },
): Promise<Replied> {
  const now = clock.now();
  return db.transaction(async (tx): Promise<Replied> => {
    const lead = await lockLead(tx, leadId);
    if (!lead) return { ok: false, reason: 'not-found' };
    if (mailAddressOf(lead.email) === null) return { ok: false, reason: 'no-address' };
    const answers = await listUnseenReplies(tx, { id, leadId, authorId: author.id }, sight);
    if (answers.length > 0) return { ok: false, reason: 'answered', answers };
    const reply = { id, leadId, authorId: author.id, authorName: author.name, subject, content, sentAt: now };
    const [written] = await tx.insert(leadReplies).values(reply).onConflictDoNothing().returning();
    if (!written) {
      const [known] = await tx.select().from(leadReplies).where(eq(leadReplies.id, id));
      const isSame = known?.leadId === leadId && known.content === content && known.subject === subject;
      return isSame ? { ok: true } : { ok: false, reason: 'conflict' };
    }
    const ended = await clearLeadWait(tx, now, author, leadId);
    const details = ended?.waited ?? {};
    const answered = { answeredAt: now, answeredByName: author.name };
    await tx.update(leads).set(answered).where(eq(leads.id, leadId));
    await recordActivity(tx, now, author, { kind: 'lead-replied', leadId, subjectId: id, details });
    await queueMail(tx, { jobs, now }, { kind: replyMailKind, subjectId: id, leadId });
    return { ok: true };
  });
}

/** Lists the replies of colleagues that the author of another one has not seen; none if it is stored already. */
async function listUnseenReplies(
  tx: Db,
  { id, leadId, authorId }: { readonly id: string; readonly leadId: string; readonly authorId: string },
  sight: Sight,
): Promise<Answer[]> {
  const { authorId: by, authorName, content, sentAt } = leadReplies;
  const newestFirst = await tx
    .select({ id: leadReplies.id, authorId: by, authorName, content, at: sentAt })
    .from(leadReplies)
    .where(eq(leadReplies.leadId, leadId))
    .orderBy(desc(sentAt), desc(leadReplies.id))
    .limit(searchedAnswers);
  return newestFirst.some((reply) => reply.id === id) ? [] : unseenAnswersOf(newestFirst, authorId, sight);
}

/**
 * Returns the replies to a lead, oldest first, each with the state of its email. A reply without a row in the outbox,
 * as in the sample data, counts as sent.
 */
export const listReplies = (db: Db, leadId: string) =>
  db
    .select({
      ...getTableColumns(leadReplies),
      state: sql<'queued' | 'sent' | 'failed'>`coalesce(${outbox.state}, 'sent')`,
      attempts: sql<number>`coalesce(${outbox.attempts}, 0)`,
      lastError: outbox.lastError,
      settledAt: outbox.settledAt,
    })
    .from(leadReplies)
    .leftJoin(
      outbox,
      and(
        eq(outbox.leadId, leadReplies.leadId),
        eq(outbox.subjectId, leadReplies.id),
        eq(outbox.kind, replyMailKind),
      ),
    )
    .where(eq(leadReplies.leadId, leadId))
    .orderBy(asc(leadReplies.sentAt), asc(leadReplies.id));
