import { and, eq, sql } from 'drizzle-orm';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeFailure } from '#src/platform/database/sql-state.ts';
import type { JobHandler, JobOutcome, Jobs } from '#src/platform/jobs/jobs.ts';
import type { Log } from '#src/platform/log.ts';
import type { Mailer, MailResult } from '#src/platform/mail/mailer.ts';
import { clientMails } from './client-mail.table.ts';
import { decideMail, lockDueMail, type DueMail } from './due-mail.ts';
import { clientMailQueue, type ClientMailJob } from './queue-mails.ts';

export type NoticeSettings = { readonly origin: string; readonly teamInbox: string };

export type NoticeServices = {
  readonly db: Db;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly settings: NoticeSettings;
  readonly clock: Clock;
  readonly log: Log;
};

/** Takes a mail for sending, so that it gathers nothing more; null when it is not to leave now. */
async function takeMail({ db, jobs, clock }: NoticeServices, mailId: string): Promise<DueMail | null> {
  return db.transaction(async (tx) => {
    const mail = await lockDueMail(tx, mailId);
    if (!mail) return null;
    const now = clock.now();
    const decision = decideMail(mail, now);
    if (decision.kind === 'wait') {
      const job = { queue: clientMailQueue, data: { mailId }, startAfter: decision.until };
      await jobs.enqueue(tx, [job]);
      return null;
    }
    const isMail = eq(clientMails.id, mailId);
    if (decision.kind === 'skip') {
      const skipped = { state: 'skipped', lastError: decision.reason, settledAt: now } as const;
      await tx.update(clientMails).set(skipped).where(isMail);
      return null;
    }
    const takenAt = mail.takenAt ?? now;
    await tx
      .update(clientMails)
      .set({ takenAt, attempts: sql`${clientMails.attempts} + 1` })
      .where(isMail);
    return { ...mail, takenAt, items: decision.items };
  });
}

/** Sends a mail about what happened in a client's projects, to the client or to the team, unless that is no news any more. */
export function clientMailJob(services: NoticeServices): JobHandler<ClientMailJob> {
  const { db, mailer, settings, clock, log } = services;

  async function settle(mailId: string, change: Partial<typeof clientMails.$inferInsert>): Promise<void> {
    await db
      .update(clientMails)
      .set(change)
      .where(and(eq(clientMails.id, mailId), eq(clientMails.state, 'queued')));
  }

  async function send(mailId: string): Promise<JobOutcome> {
    const due = await takeMail(services, mailId);
    if (!due) return { ok: true };
    // The templates are heavy; a start without mail does not wait for them.
    const { noticeMailOf } = await import('./notice-mail.tsx');
    const mail = noticeMailOf(due, settings);
    const sent: MailResult = mail
      ? await mailer.send(mail)
      : { ok: false, permanent: true, reason: 'no mail can go to this address' };
    if (sent.ok) {
      await settle(mailId, { state: 'sent', lastError: null, settledAt: clock.now() });
      return sent;
    }
    if (!sent.permanent) {
      await settle(mailId, { lastError: sent.reason });
      return sent;
    }
    await settle(mailId, { state: 'failed', lastError: sent.reason, settledAt: clock.now() });
    log.error('notice failed for good', { mail: mailId, audience: due.audience });
    return { ok: true };
  }

  return {
    async run({ mailId }) {
      try {
        return await send(mailId);
      } catch (error) {
        // The queue keeps and logs the reason: it must not be a statement with somebody's words.
        return { ok: false, permanent: false, reason: describeFailure(error) };
      }
    },
    async onPermanentFailure({ mailId }, reason) {
      await settle(mailId, { state: 'failed', lastError: reason, settledAt: clock.now() });
      log.error('notice given up', { mail: mailId });
    },
  };
}
