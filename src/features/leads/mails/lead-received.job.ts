import { performance } from 'node:perf_hooks';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { submissions } from '#src/features/leads/records/submission.table.ts';
import { enqueueMails, writeMails } from '#src/features/outbox/outbox.ts';
import { outbox } from '#src/features/outbox/outbox.table.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeFailure } from '#src/platform/database/sql-state.ts';
import type { JobHandler, Jobs } from '#src/platform/jobs/jobs.ts';
import type { Log } from '#src/platform/log.ts';
import { submissionMailKinds, type SubmissionMailKind } from './lead-mail-kinds.ts';

export const leadReceivedQueue = 'lead-received';

export type LeadReceived = {
  readonly submissionId: string;
  /** What is to leave because of it; a job from before the outbox may leave it out, where an earlier one wrote it down. */
  readonly deliveries?: readonly SubmissionMailKind[];
};

type LeadReceivedServices = {
  readonly db: Db;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly log: Log;
  readonly clock: Clock;
  /** Waited for before a submission is worked on, so that receipts are not slowed by mails. */
  readonly rest?: () => Promise<void>;
};

const sliceMs = 100;
const longestRestMs = 5000;
const busyShare = 0.7;

/** Waits until this process has time to spare, but not for ever. */
async function untilCalm(): Promise<void> {
  for (let waitedMs = 0; waitedMs < longestRestMs; waitedMs += sliceMs) {
    const before = performance.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, sliceMs));
    if (performance.eventLoopUtilization(before).utilization < busyShare) return;
  }
}

/** Writes down what a submission causes, once; nothing for one that is held or was deleted. */
async function writeMailsOf(tx: Db, now: Date, { submissionId, deliveries = [] }: LeadReceived) {
  const { leadId, form, isHeld } = submissions;
  const [submission] = await tx
    .select({ leadId, topic: form })
    .from(submissions)
    .where(and(eq(submissions.id, submissionId), eq(isHeld, false)));
  if (!submission) return;
  const mails = deliveries.map((kind) => ({ kind, subjectId: submissionId, ...submission }));
  await writeMails(tx, now, mails);
}

const queuedMailsOf = (submissionId: string) =>
  and(
    eq(outbox.subjectId, submissionId),
    inArray(outbox.kind, [...submissionMailKinds]),
    isNotNull(outbox.leadId),
    eq(outbox.state, 'queued'),
  );

/** Puts into the outbox what a submission causes: a mail to the team, one to the sender, a forward. */
export function leadReceivedJob({
  db,
  jobs,
  log,
  clock,
  rest = untilCalm,
}: LeadReceivedServices): JobHandler<LeadReceived> {
  return {
    async run(received) {
      await rest();
      try {
        await db.transaction(async (tx) => {
          await writeMailsOf(tx, clock.now(), received);
          // Also those that a job from before the outbox wrote down and did not get to send.
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
        // The queue keeps and logs the reason: it must not be a statement with what somebody typed.
        return { ok: false, permanent: false, reason: describeFailure(error) };
      }
    },
    async onPermanentFailure(received, reason) {
      const { submissionId } = received;
      await db.transaction(async (tx) => {
        await writeMailsOf(tx, clock.now(), received);
        const failed = { state: 'failed', lastError: reason, settledAt: clock.now() } as const;
        await tx.update(outbox).set(failed).where(queuedMailsOf(submissionId));
      });
      log.error('mails given up', { submission: submissionId });
    },
  };
}
