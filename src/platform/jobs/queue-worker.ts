import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { describeFailure } from '../database/sql-state.ts';
import { redact, type Log } from '../log.ts';
import type { Tracing } from '../tracing/spans.ts';
import { runInSpan } from './job-span.ts';
import type { JobHandler, JobOutcome, QueueSettings } from './jobs.ts';
import { queueOptionsOf, type RetryPolicy } from './retry-policy.ts';

export type Definition = { queue: string; settings: QueueSettings; handler: JobHandler<object> };

/** pg-boss's name of one worker, and its queue. */
export type Worker = { readonly queue: string; readonly id: string };

const deadLetterRetry: RetryPolicy = { firstS: 5, longestS: 3600, times: 200 };
// Workers are woken when a job is due (due-jobs.ts); their own poll only ends a wait that nothing else ended.
const fetching = { batchSize: 1, pollingIntervalSeconds: 600, includeMetadata: true } as const;

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

/**
 * Runs a job and returns its outcome. The queue stores a reason for a day or more, so it is redacted: no address, nothing that was
 * typed.
 */
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

/**
 * Runs the jobs of a queue whenever one of its workers is woken, and tells its handler of those that failed for good.
 * `onFailure`: a job is about to be due again, or to be given up.
 */
export async function startWorkers(
  boss: PgBoss,
  { queue, settings, handler }: Definition,
  { log, onFailure, tracing }: { log: Log; onFailure: () => void; tracing: Tracing | null },
): Promise<Worker[]> {
  const deadLetters = deadLetterQueueOf(queue);

  async function run(job: JobWithMetadata): Promise<JobResult> {
    const attempt = job.retryCount + 1;
    const runOnce = () => outcomeOf(() => handler.run(job.data, { id: job.id, attempt }));
    const outcome = await runInSpan({ tracing, queue, attempt, data: job.data }, runOnce);
    if (outcome.ok) return { id: job.id, status: 'completed' };
    const { permanent, reason, isLogged = false } = outcome;
    if (!isLogged) log.warn('job failed', { queue, job: job.id, attempt, permanent, reason });
    onFailure();
    const status = permanent ? 'deadletter' : 'failed';
    return { id: job.id, status, output: { reason } };
  }

  async function giveUp(job: JobWithMetadata): Promise<JobResult> {
    const reason = lastReasonOf(job);
    log.error('job given up', { queue, job: job.sourceId ?? job.id, reason });
    const told = await outcomeOf(async () => {
      await handler.onPermanentFailure?.(job.data, reason);
      return { ok: true };
    });
    if (told.ok) return { id: job.id, status: 'completed' };
    onFailure();
    return { id: job.id, status: 'failed', output: { reason: told.reason } };
  }

  async function work(name: string, runOne: (job: JobWithMetadata) => Promise<JobResult>): Promise<Worker> {
    const id = boss.work(name, { ...fetching, perJobResults: true }, async (jobs: JobWithMetadata[]) => {
      // After a job there may be more waiting: fetch again at once.
      boss.notifyWorker(await id);
      return Promise.all(jobs.map(runOne));
    });
    return { queue: name, id: await id };
  }

  const workers = [await work(deadLetters, giveUp)];
  for (let n = 0; n < (settings.concurrency ?? 1); n += 1) workers.push(await work(queue, run));
  return workers;
}

/** Takes no new job from now on; resolves when the running ones have ended. */
export async function stopWorkers(boss: PgBoss, workers: readonly Worker[]): Promise<void> {
  const queues = new Set(workers.map(({ queue }) => queue));
  await Promise.all([...queues].map((queue) => boss.offWork(queue, { wait: true })));
}
