import { eq } from 'drizzle-orm';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import { endLeadWait } from './end-lead-wait.ts';
import { leadReplyQueue, type LeadReply } from '#src/features/leads/mails/lead-reply.job.ts';
import { leadReplies } from '#src/features/leads/mails/lead-reply.table.ts';

export type Replied =
  { readonly ok: true } | { readonly ok: false; readonly reason: 'not-found' | 'no-address' | 'conflict' };

export type LeadDesk = { readonly clock: Clock; readonly jobs: Pick<Jobs, 'enqueue'> };

/**
 * Answers a lead by mail: the reply, its mail job, the end of the wait and the record in one transaction. The same reply
 * under the same id again changes nothing.
 */
export async function replyToLead(
  db: Db,
  { clock, jobs }: LeadDesk,
  author: Pick<Person, 'id' | 'name'>,
  { id, leadId, content }: { id: string; leadId: string; content: string },
): Promise<Replied> {
  const now = clock.now();
  return db.transaction(async (tx): Promise<Replied> => {
    const [lead] = await tx
      .select({ email: leads.email })
      .from(leads)
      .where(eq(leads.id, leadId))
      .for('update');
    if (!lead) return { ok: false, reason: 'not-found' };
    if (mailAddressOf(lead.email) === null) return { ok: false, reason: 'no-address' };
    const reply = { id, leadId, authorId: author.id, authorName: author.name, content, sentAt: now };
    const [written] = await tx.insert(leadReplies).values(reply).onConflictDoNothing().returning();
    if (!written) {
      const [known] = await tx.select().from(leadReplies).where(eq(leadReplies.id, id));
      const isSame = known?.leadId === leadId && known.content === content;
      return isSame ? { ok: true } : { ok: false, reason: 'conflict' };
    }
    const ended = await endLeadWait(tx, now, author, leadId);
    const details = ended?.waited ?? {};
    const answered = { answeredAt: now, answeredByName: author.name };
    await tx.update(leads).set(answered).where(eq(leads.id, leadId));
    await recordActivity(tx, now, author, { kind: 'lead-replied', leadId, subjectId: id, details });
    const data: LeadReply = { replyId: id };
    await jobs.enqueue(tx, [{ queue: leadReplyQueue, id, data }]);
    return { ok: true };
  });
}
