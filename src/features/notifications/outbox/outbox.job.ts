import { and, eq, sql } from 'drizzle-orm';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeFailure } from '#src/platform/database/sql-state.ts';
import type { JobHandler, JobOutcome } from '#src/platform/jobs/queue-worker.ts';
import type { Log } from '#src/platform/log.ts';
import type { Mailer, MailResult } from '#src/platform/mail/mailer.ts';
import { createIdleWait } from '#src/platform/spare-time.ts';
import { type MailDecision, type MailKinds, outboxQueue, type OutboxJob } from './outbox.ts';
import { outbox } from './outbox.table.ts';
import { joinSummary, type TeamMailServices } from './team-summary.ts';

export type OutboxServices = TeamMailServices & {
  readonly db: Db;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly kinds: MailKinds;
  readonly clock: Clock;
  readonly log: Log;
  /** Awaited before each email, so that visitors do not wait while emails are written. */
  readonly waitUntilIdle?: () => Promise<void>;
};

type DueMail = Extract<MailDecision, { kind: 'mail' | 'forward' }>;

/** Claims an email for an attempt, with its row locked; null if it is not to be sent now. */
async function takeMail(services: OutboxServices, mailId: string): Promise<DueMail | null> {
  const { db, jobs, kinds, clock } = services;
  return db.transaction(async (tx) => {
    const isMail = eq(outbox.id, mailId);
    const [mail] = await tx.select().from(outbox).where(isMail).for('update');
    // Sent already, or erased.
    if (mail?.state !== 'queued') return null;
    const decide = kinds[mail.kind];
    if (!decide) throw new Error(`No feature sends a ${mail.kind}`);
    const now = clock.now();
    const decision = await decide(tx, mail, now);
    if (decision.kind === 'wait') {
      const data: OutboxJob = { mailId };
      await jobs.enqueue(tx, [{ queue: outboxQueue, data, startAfter: decision.until }]);
      return null;
    }
    if (decision.kind === 'skip') {
      const skipped = { state: 'skipped', lastError: decision.reason, settledAt: now } as const;
      await tx.update(outbox).set(skipped).where(isMail);
      return null;
    }
    const isForTeam = decision.kind === 'mail' && decision.isForTeam;
    if (isForTeam && (await joinSummary(tx, services, mail, now))) return null;
    const attempts = sql`${outbox.attempts} + 1`;
    await tx
      .update(outbox)
      .set({ attempts, takenAt: mail.takenAt ?? now })
      .where(isMail);
    return decision;
  });
}

type Delivery = { readonly result: MailResult; readonly messageId: string | null };

async function deliver(due: DueMail, mailer: OutboxServices['mailer']): Promise<Delivery> {
  if (due.kind === 'forward') return { result: await due.post(), messageId: null };
  const mail = await due.compose();
  if (!mail) {
    const reason = 'the address cannot receive email';
    return { result: { ok: false, permanent: true, reason }, messageId: null };
  }
  return { result: await mailer.send(mail), messageId: mail.messageId };
}

/**
 * Creates the job that sends the emails of the outbox: each is retried until it is sent, skipped or has failed permanently. A sent
 * email is never sent again.
 */
export function outboxJob(services: OutboxServices): JobHandler<OutboxJob> {
  const { db, mailer, clock, log, waitUntilIdle = createIdleWait() } = services;

  async function record(mailId: string, change: Partial<typeof outbox.$inferInsert>): Promise<void> {
    await db
      .update(outbox)
      .set(change)
      .where(and(eq(outbox.id, mailId), eq(outbox.state, 'queued')));
  }

  async function send(mailId: string): Promise<JobOutcome> {
    const due = await takeMail(services, mailId);
    if (!due) return { ok: true };
    const { result, messageId } = await deliver(due, mailer);
    if (result.ok) {
      await record(mailId, { state: 'sent', messageId, lastError: null, settledAt: clock.now() });
      return result;
    }
    const { permanent, reason } = result;
    if (!permanent) {
      await record(mailId, { lastError: reason });
      return result;
    }
    await record(mailId, { state: 'failed', lastError: reason, settledAt: clock.now() });
    log.error('mail failed for good', { mail: mailId });
    // The failure is stored for the team; the queue has nothing left to do.
    return { ok: true };
  }

  return {
    async run({ mailId }) {
      await waitUntilIdle();
      try {
        return await send(mailId);
      } catch (error) {
        // Only a description is returned: the queue stores and logs the reason, and the failed statement would hold what people
        // typed.
        return { ok: false, permanent: false, reason: describeFailure(error) };
      }
    },
    async onPermanentFailure({ mailId }, reason) {
      await record(mailId, { state: 'failed', lastError: reason, settledAt: clock.now() });
      log.error('mail given up', { mail: mailId });
    },
  };
}
