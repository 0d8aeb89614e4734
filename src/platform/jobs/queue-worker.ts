import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { describeFailure } from '../database/sql-state.ts';
import { redact, type Log } from '../log.ts';
import { type Tracing, currentTraceparent, runInsideSpan } from '../tracing/spans.ts';
import { queueOptionsOf, type RetryPolicy } from './retry-policy.ts';
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The result of a job. A failure that a retry cannot fix is `permanent`; any other failure or exception is retried.
 * `isLogged`: the failure was logged already, or is part of an outage.
 */
export type JobOutcome = { ok: true } | { ok: false; permanent: boolean; reason: string; isLogged?: boolean };

export type JobHandler<T extends object> = {
  /** `attempt` counts from 1. Must be safe to repeat: a crash can come between doing and noting it done. */
  run: (data: T, job: { id: string; attempt: number }) => Promise<JobOutcome>;
  /** Called once the last retry has failed or a failure was permanent; itself retried until it succeeds. */
  onPermanentFailure?: (data: T, reason: string) => Promise<void>;
};

export type QueueSettings = {
  retry: RetryPolicy;
  /** Maximum run time of a handler before its job counts as lost and is retried. */
  timeoutS: number;
  /** Concurrency in this process. */
  concurrency?: number;
};

export type JobRequest = {
  queue: string;
  data: object;
  /** UUID; jobs with the same id are one job. */
  id?: string;
  /** The earliest moment to run it; at once if it is not given. */
  startAfter?: Date;
  /** Jobs of a higher priority run first; 0 if it is not given. */
  priority?: number;
};

// Beside what the handler gets: a handler reads its own fields alone.
const key = '_traceparent';

/** The queue of the current job. */
const runningIn = new AsyncLocalStorage<string>();

/**
 * Adds the current trace to a job that is due at once. A later job gets none, since the trace would be over by then; nor does a job
 * that follows another of its queue, since their trace might never end.
 */
export function carryTrace<J extends Pick<JobRequest, 'data' | 'startAfter'>>(job: J, queue: string): J {
  const traceparent = currentTraceparent();
  if (traceparent === null || job.startAfter !== undefined || runningIn.getStore() === queue) return job;
  return { ...job, data: { ...job.data, [key]: traceparent } };
}

type Run = {
  readonly tracing: Tracing | null;
  readonly queue: string;
  readonly attempt: number;
  readonly data: object;
};

/** Runs a job within a span: its queue, attempt and result. A retry, minutes or days later, has its own trace. */
async function runInSpan(
  { tracing, queue, attempt, data }: Run,
  work: () => Promise<JobOutcome>,
): Promise<JobOutcome> {
  if (!tracing) return work();
  const told: unknown = attempt === 1 ? Reflect.get(data, key) : null;
  const fields = { 'messaging.destination.name': queue, 'antinode.job.attempt': attempt };
  const start = { name: `job ${queue}`, kind: 'consumer', fields } as const;
  const span = tracing.begin(start, typeof told === 'string' ? told : null);
  try {
    const outcome = await runInsideSpan(span, () => runningIn.run(queue, work));
    const ended = outcome.ok ? 'done' : outcome.permanent ? 'failed for good' : 'failed';
    span.set({ 'antinode.job.outcome': ended });
    if (!outcome.ok) span.fail();
    return outcome;
  } finally {
    span.end();
  }
}

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
  // The first use of a queue looks it up outside the caller's transaction, which deadlocks on a single connection.
  await boss.insert(queue, []);
}

/**
 * Runs a job and returns its outcome. The queue stores the reason for a day or more, so it is redacted: no addresses,
 * no user input.
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
 * Runs the jobs of a queue when its workers are woken, and notifies the handler of permanent failures. `onFailure`: a
 * job is about to be retried or given up.
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

/** Stops fetching jobs; resolves when the running ones have ended. */
export async function stopWorkers(boss: PgBoss, workers: readonly Worker[]): Promise<void> {
  const queues = new Set(workers.map(({ queue }) => queue));
  await Promise.all([...queues].map((queue) => boss.offWork(queue, { wait: true })));
}
