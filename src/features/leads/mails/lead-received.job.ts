import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import type { JobHandler, JobOutcome } from '#src/platform/jobs/jobs.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Mailer } from '#src/platform/mail/mailer.ts';
import { deliveries, type DeliveryKind } from './delivery.table.ts';
import { findSubmission, type StoredSubmission } from './find-submission.ts';
import { forward } from './forward.ts';
import type { MailSettings } from './lead-mails.tsx';
import { describeFailure } from '#src/platform/database/sql-state.ts';

export const leadReceivedQueue = 'lead-received';

export type LeadReceived = {
  readonly submissionId: string;
  /** What is to leave because of it; left out where an earlier job of the submission has noted that. */
  readonly deliveries?: readonly DeliveryKind[];
};

export type DeliveryServices = {
  readonly db: Db;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly forwardUrl: string | null;
  readonly settings: MailSettings;
  readonly log: Log;
  readonly clock: Clock;
  /** Waited for before a submission is worked on, so that receipts are not slowed by mails. */
  readonly rest: () => Promise<void>;
};

type Sent = { ok: true; messageId: string | null } | { ok: false; permanent: boolean; reason: string };

async function send(
  kind: DeliveryKind,
  submission: StoredSubmission,
  { mailer, forwardUrl, settings }: DeliveryServices,
): Promise<Sent> {
  if (kind === 'forward') {
    // Switched off meanwhile: there is nowhere to send it.
    if (forwardUrl === null) return { ok: false, permanent: true, reason: 'FORM_FORWARD_URL is not set' };
    const result = await forward(submission, forwardUrl);
    return result.ok ? { ok: true, messageId: null } : result;
  }
  // The templates are heavy; a start without mail does not wait for them.
  const { teamMailOf, senderMailOf } = await import('./lead-mails.tsx');
  const mail =
    kind === 'team-mail' ? teamMailOf(submission, settings) : await senderMailOf(submission, settings);
  if (mail === null) return { ok: false, permanent: true, reason: 'no mail can go to this address' };
  const result = await mailer.send(mail);
  return result.ok ? { ok: true, messageId: mail.messageId } : result;
}

/** Tries one delivery and writes down how it went; returns why it has to be tried again, or null. */
async function deliver(
  kind: DeliveryKind,
  submission: StoredSubmission,
  services: DeliveryServices,
): Promise<string | null> {
  const { db, log, clock } = services;
  const sent = await send(kind, submission, services);
  const isSettled = sent.ok || sent.permanent;
  await db
    .update(deliveries)
    .set({
      attempts: sql`${deliveries.attempts} + 1`,
      lastError: sent.ok ? null : sent.reason,
      ...(sent.ok ? { messageId: sent.messageId } : {}),
      ...(isSettled ? { state: sent.ok ? 'sent' : 'failed', settledAt: clock.now() } : {}),
    })
    .where(and(eq(deliveries.submissionId, submission.id), eq(deliveries.kind, kind)));
  if (sent.ok) return null;
  if (sent.permanent) log.error('delivery failed for good', { kind, submission: submission.id });
  return sent.permanent ? null : `${kind}: ${sent.reason}`;
}

/**
 * Sends what a submission causes: a mail to the team, one to the sender, a forward. Each is tried until it is sent or has
 * failed for good; one that was sent is never sent again.
 */
export function leadReceivedJob(services: DeliveryServices): JobHandler<LeadReceived> {
  const { db, log, clock } = services;
  const queued = (submissionId: string) =>
    and(eq(deliveries.submissionId, submissionId), eq(deliveries.state, 'queued'));
  // The request only queues this job: a receipt does not wait for these rows.
  async function noteDue({ submissionId, deliveries: kinds = [] }: LeadReceived): Promise<void> {
    if (kinds.length === 0) return;
    const due = kinds.map((kind) => ({ submissionId, kind }));
    await db.insert(deliveries).values(due).onConflictDoNothing();
  }
  async function deliverAll(received: LeadReceived): Promise<JobOutcome> {
    const { submissionId } = received;
    const submission = await findSubmission(db, submissionId);
    if (!submission || submission.isHeld) return { ok: true };
    await noteDue(received);
    const open = await db.select({ kind: deliveries.kind }).from(deliveries).where(queued(submissionId));
    const reasons = await Promise.all(open.map(({ kind }) => deliver(kind, submission, services)));
    const unsent = reasons.filter((reason) => reason !== null);
    return unsent.length === 0 ? { ok: true } : { ok: false, permanent: false, reason: unsent.join('; ') };
  }
  return {
    async run(received): Promise<JobOutcome> {
      await services.rest();
      try {
        return await deliverAll(received);
      } catch (error) {
        // The queue keeps and logs the reason: it must not be a statement with what somebody typed.
        return { ok: false, permanent: false, reason: describeFailure(error) };
      }
    },
    async onPermanentFailure(received, reason) {
      const { submissionId } = received;
      if (await findSubmission(db, submissionId)) await noteDue(received);
      await db
        .update(deliveries)
        .set({ state: 'failed', lastError: reason, settledAt: clock.now() })
        .where(queued(submissionId));
      log.error('deliveries given up', { submission: submissionId });
    },
  };
}
