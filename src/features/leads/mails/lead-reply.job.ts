import { and, eq, sql } from 'drizzle-orm';
import { leads } from '#src/features/leads/lead.table.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { JobHandler } from '#src/platform/jobs/jobs.ts';
import type { Log } from '#src/platform/log.ts';
import type { Mailer } from '#src/platform/mail/mailer.ts';
import { leadReplies } from './lead-reply.table.ts';

export const leadReplyQueue = 'lead-reply';

export type LeadReply = { readonly replyId: string };

export type ReplyServices = {
  readonly db: Db;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly settings: { readonly origin: string; readonly teamInbox: string };
  readonly clock: Clock;
  readonly log: Log;
};

/** Mails a reply that the team wrote on the desk, until it is sent or has failed for good. */
export function leadReplyJob({ db, mailer, settings, clock, log }: ReplyServices): JobHandler<LeadReply> {
  const queued = (replyId: string) => and(eq(leadReplies.id, replyId), eq(leadReplies.state, 'queued'));
  return {
    async run({ replyId }) {
      const [found] = await db
        .select({ reply: leadReplies, email: leads.email })
        .from(leadReplies)
        .innerJoin(leads, eq(leads.id, leadReplies.leadId))
        .where(queued(replyId));
      // Sent already, or erased with its lead.
      if (!found) return { ok: true };
      // The templates are heavy; a start without mail does not wait for them.
      const { replyMailOf } = await import('./lead-reply.email.tsx');
      const { authorName, content } = found.reply;
      const mail = replyMailOf({ id: replyId, email: found.email, authorName, content }, settings);
      const sent = mail
        ? await mailer.send(mail)
        : ({ ok: false, permanent: true, reason: 'no mail can go to this address' } as const);
      const isSettled = sent.ok || sent.permanent;
      await db
        .update(leadReplies)
        .set({
          attempts: sql`${leadReplies.attempts} + 1`,
          lastError: sent.ok ? null : sent.reason,
          ...(isSettled ? { state: sent.ok ? 'sent' : 'failed', settledAt: clock.now() } : {}),
        })
        .where(queued(replyId));
      if (sent.ok || !sent.permanent) return sent;
      // Written down above; the queue has nothing left to do.
      log.error('reply failed for good', { reply: replyId });
      return { ok: true };
    },
    async onPermanentFailure({ replyId }, reason) {
      await db
        .update(leadReplies)
        .set({ state: 'failed', lastError: reason, settledAt: clock.now() })
        .where(queued(replyId));
      log.error('reply given up', { reply: replyId });
    },
  };
}
