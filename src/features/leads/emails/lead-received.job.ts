import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { submissions } from '../submission.table.ts';
import { enqueueMails, writeMails } from '#src/features/notifications/outbox/outbox.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeFailure } from '#src/platform/database/sql-state.ts';
import type { JobHandler, JobQueue } from '#src/platform/jobs/jobs.ts';
import type { Log } from '#src/platform/log.ts';
import type { RateLimiter } from '#src/platform/limits/rate-limit.ts';
import { createIdleWait } from '#src/platform/spare-time.ts';
import { confirmationLimits, confirmationLimitsOf, type ConfirmationLimits } from './confirmation-limits.ts';
import { submissionMailKinds, type SubmissionMailKind } from './lead-mail-kinds.ts';

export const leadReceivedQueue = 'lead-received';

export type LeadReceived = {
  readonly submissionId: string;
  /** The mails and forward to queue. */
  readonly deliveries: readonly SubmissionMailKind[];
  /** The limit because of which the sender gets no confirmation, if its network had used one up. */
  readonly withheldFor?: string;
};

type LeadReceivedServices = {
  readonly db: Db;
  readonly jobs: JobQueue;
  readonly log: Log;
  readonly clock: Clock;
  readonly rateLimiter: Pick<RateLimiter, 'hit'>;
  readonly limits?: ConfirmationLimits;
  /** Waited for before a submission is worked on, so that receipts are not slowed by mails. */
  readonly waitUntilIdle?: () => Promise<void>;
};

/**
 * Returns the limit because of which the sender gets no confirmation; undefined if they get or have got one. A repeat of the job is
 * not counted again.
 */
async function withheldFor(
  tx: Db,
  email: string,
  { submissionId, withheldFor: known }: LeadReceived,
  { rateLimiter, limits = confirmationLimits }: Pick<LeadReceivedServices, 'rateLimiter' | 'limits'>,
): Promise<string | undefined> {
  if (known !== undefined) return known;
  const isConfirmation = and(eq(outbox.subjectId, submissionId), eq(outbox.kind, 'sender-mail'));
  if ((await tx.$count(outbox, isConfirmation)) > 0) return undefined;
  const counted = await rateLimiter.hit(tx, confirmationLimitsOf(email, limits));
  return counted.ok ? undefined : counted.name;
}

type Writing = Pick<LeadReceivedServices, 'clock' | 'rateLimiter' | 'limits'>;

/**
 * Writes down what a submission causes, once; nothing for one that is held or was deleted. A confirmation that a limit
 * withholds is written down as skipped; the team is told all the same.
 */
async function writeMailsOf(tx: Db, services: Writing, received: LeadReceived): Promise<void> {
  const { submissionId, deliveries } = received;
  const { leadId, form, fields, isHeld } = submissions;
  const [submission] = await tx
    .select({ leadId, form, fields })
    .from(submissions)
    .where(and(eq(submissions.id, submissionId), eq(isHeld, false)));
  if (!submission) return;
  const about = { subjectId: submissionId, leadId: submission.leadId, topic: submission.form };
  const skippedFor = deliveries.includes('sender-mail')
    ? await withheldFor(tx, submission.fields['email'] ?? '', received, services)
    : undefined;
  const mails = deliveries.map((kind) => ({
    kind,
    ...about,
    ...(kind === 'sender-mail' ? { skippedFor } : {}),
  }));
  await writeMails(tx, services.clock.now(), mails);
}

const queuedMailsOf = (submissionId: string) =>
  and(
    eq(outbox.subjectId, submissionId),
    inArray(outbox.kind, [...submissionMailKinds]),
    isNotNull(outbox.leadId),
    eq(outbox.state, 'queued'),
  );

/** Puts into the outbox what a submission causes: a mail to the team, one to the sender, a forward. */
export function leadReceivedJob(services: LeadReceivedServices): JobHandler<LeadReceived> {
  const { db, jobs, log, clock, waitUntilIdle = createIdleWait() } = services;
  return {
    async run(received) {
      await waitUntilIdle();
      try {
        await db.transaction(async (tx) => {
          await writeMailsOf(tx, services, received);
          const mails = await tx
            .select({ id: outbox.id })
            .from(outbox)
            .where(queuedMailsOf(received.submissionId))
            .orderBy(outbox.id);
          await enqueueMails(
            tx,
            jobs,
            mails.map(({ id }) => id),
          );
        });
        return { ok: true };
      } catch (error) {
        // Only a description is returned: the queue stores and logs the reason, and the failed statement would hold what was typed.
        return { ok: false, permanent: false, reason: describeFailure(error) };
      }
    },
    async onPermanentFailure(received, reason) {
      const { submissionId } = received;
      await db.transaction(async (tx) => {
        await writeMailsOf(tx, services, received);
        const failed = { state: 'failed', lastError: reason, settledAt: clock.now() } as const;
        await tx.update(outbox).set(failed).where(queuedMailsOf(submissionId));
      });
      log.error('mails given up', { submission: submissionId });
    },
  };
}
