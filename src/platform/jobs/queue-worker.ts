import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { describeFailure } from '../database/sql-state.ts';
import { redact, type Log } from '../log.ts';
import type { JobHandler, JobOutcome, QueueSettings } from './jobs.ts';
import { queueOptionsOf, type RetryPolicy } from './retry-policy.ts';

export type Definition = { queue: string; settings: QueueSettings; handler: JobHandler<object> };

const deadLetterRetry: RetryPolicy = { firstS: 5, longestS: 3600, times: 200 };
const polling = { batchSize: 1, pollingIntervalSeconds: 1, includeMetadata: true } as const;

const deadLetterQueueOf = (queue: string) => `${queue}.dead`;

/** Creates a queue and its dead-letter queue, or brings the settings of both up to date. */
export async function createQueue(boss: PgBoss, { queue, settings }: Definition): Promise<void> {
  const options = {
    ...queueOptionsOf(settings.retry, settings.timeoutS),
    deadLetter: deadLetterQueueOf(queue),
  };
  await boss.createQueue(deadLetterQueueOf(queue));
  await boss.updateQueue(deadLetterQueueOf(queue), queueOptionsOf(deadLetterRetry, 60));
  await boss.createQueue(queue, options);
  await boss.updateQueue(queue, options);
  // The first use of a queue looks it up outside the caller's transaction, which on one connection waits for ever.
  await boss.insert(queue, []);
}

/** What became of a run. The queue keeps a reason for a day or more: it holds neither an address nor what somebody typed. */
async function outcomeOf(run: () => Promise<JobOutcome>): Promise<JobOutcome> {
  try {
    const outcome = await run();
    return outcome.ok ? outcome : { ...outcome, reason: redact(outcome.reason) };
  } catch (error) {
    return { ok: false, permanent: false, reason: redact(describeFailure(error)) };
  }
}

function lastReasonOf(job: JobWithMetadata): string {
  const { reason, message } = (job.sourceOutput ?? {}) as { reason?: string; message?: string };
  return reason ?? message ?? 'gave up';
}

/** Runs the jobs of a queue from now on, and tells its handler of those that failed for good. */
export async function startWorkers(boss: PgBoss, definition: Definition, log: Log): Promise<void> {
  const { queue, settings, handler } = definition;

  async function run(job: JobWithMetadata): Promise<JobResult> {
    const attempt = job.retryCount + 1;
    const outcome = await outcomeOf(() => handler.run(job.data, { id: job.id, attempt }));
    if (outcome.ok) return { id: job.id, status: 'completed' };
    log.warn('job failed', { queue, job: job.id, attempt, ...outcome });
    const status = outcome.permanent ? 'deadletter' : 'failed';
    return { id: job.id, status, output: { reason: outcome.reason } };
  }

  async function giveUp(job: JobWithMetadata): Promise<void> {
    log.error('job given up', { queue, job: job.sourceId ?? job.id, reason: lastReasonOf(job) });
    await handler.onPermanentFailure?.(job.data, lastReasonOf(job));
  }

  for (let n = 0; n < (settings.concurrency ?? 1); n += 1) {
    const worker = boss.work(queue, { ...polling, perJobResults: true }, async (jobs: JobWithMetadata[]) => {
      // Where one job was, more may wait: fetch again at once instead of at the next poll.
      boss.notifyWorker(await worker);
      return Promise.all(jobs.map(run));
    });
    await worker;
  }
  await boss.work(deadLetterQueueOf(queue), polling, async (jobs: JobWithMetadata[]) => {
    for (const job of jobs) await giveUp(job);
  });
}
