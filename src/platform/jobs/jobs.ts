import { sql, type SQL } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type JobWithMetadata } from 'pg-boss';
import type { Database, Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { bossOptionsOf } from './boss-options.ts';
import { requeueOrphans } from './requeue-orphans.ts';
import { queueOptionsOf, type RetryPolicy } from './retry-policy.ts';

/** A failure that will not mend itself is `permanent`; any other, and any exception, is tried again. */
export type JobOutcome = { ok: true } | { ok: false; permanent: boolean; reason: string };

export type JobHandler<T extends object> = {
  /** `attempt` counts from 1. Must be safe to repeat: a crash can come between doing and noting it done. */
  run: (data: T, job: { id: string; attempt: number }) => Promise<JobOutcome>;
  /** Called once the last retry has failed or a failure was permanent; itself retried until it succeeds. */
  onPermanentFailure?: (data: T, reason: string) => Promise<void>;
};

export type QueueSettings = {
  retry: RetryPolicy;
  /** Longest a handler may run before the job counts as lost and is tried again. */
  timeoutS: number;
  /** How many run at once in this process. */
  concurrency?: number;
};

export type JobRequest = {
  queue: string;
  data: object;
  /** UUID; the same one twice is one job. */ id?: string;
};

export type Jobs = {
  /** Names a queue and its handler; only before `start`. */
  define: <T extends object>(queue: string, settings: QueueSettings, handler: JobHandler<T>) => void;
  /** Joins the caller's transaction, one statement per queue; nothing runs unless that commits. */
  enqueue: (tx: Db, jobs: readonly JobRequest[]) => Promise<void>;
  start: () => Promise<void>;
  /** Takes no new job and waits for the running handlers. */
  stop: () => Promise<void>;
  ready: () => boolean;
};

type Definition = { queue: string; settings: QueueSettings; handler: JobHandler<object> };

const stopWaitMs = 30_000;
const deadRetry: RetryPolicy = { firstS: 5, longestS: 3600, times: 200 };

const deadOf = (queue: string) => `${queue}.dead`;
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function transactionOf(tx: Db) {
  return { execute: async (query: SQL) => (await tx.execute(query)) as { rows: unknown[] } };
}

async function outcomeOf(run: () => Promise<JobOutcome>): Promise<JobOutcome> {
  try {
    return await run();
  } catch (error) {
    return { ok: false, permanent: false, reason: reasonOf(error) };
  }
}

function lastReasonOf(job: JobWithMetadata<object>): string {
  const output = job.sourceOutput as { reason?: unknown; message?: unknown } | null;
  return String(output?.reason ?? output?.message ?? 'gave up');
}

/** Durable jobs on the product's own database. */
export function createJobs({ database, log }: { database: Database; log: Log }): Jobs {
  const boss = new PgBoss(bossOptionsOf(database));
  boss.on('error', (error) => log.error('job queue error', { error }));
  boss.on('warning', ({ message }) => log.warn('job queue warning', { message }));
  const definitions = new Map<string, Definition>();
  let state: 'new' | 'started' | 'stopped' = 'new';

  async function createQueue({ queue, settings }: Definition): Promise<void> {
    const dead = { ...queueOptionsOf(deadRetry, 60), deadLetter: null };
    const options = { ...queueOptionsOf(settings.retry, settings.timeoutS), deadLetter: deadOf(queue) };
    await boss.createQueue(deadOf(queue));
    await boss.updateQueue(deadOf(queue), dead);
    await boss.createQueue(queue, options);
    await boss.updateQueue(queue, options);
    // The first use of a queue looks it up outside the caller's transaction, which on one connection waits for ever.
    await boss.insert(queue, []);
  }

  async function runJob({ queue, handler }: Definition, job: JobWithMetadata<object>) {
    const attempt = job.retryCount + 1;
    const outcome = await outcomeOf(() => handler.run(job.data, { id: job.id, attempt }));
    if (outcome.ok) return { id: job.id, status: 'completed' as const };
    log.warn('job failed', { queue, job: job.id, attempt, ...outcome });
    const status = outcome.permanent ? ('deadletter' as const) : ('failed' as const);
    return { id: job.id, status, output: { reason: outcome.reason } };
  }

  async function buryJob({ queue, handler }: Definition, job: JobWithMetadata<object>): Promise<void> {
    log.error('job given up', { queue, job: job.sourceId ?? job.id, reason: lastReasonOf(job) });
    await handler.onPermanentFailure?.(job.data, lastReasonOf(job));
  }

  async function startWorker(definition: Definition): Promise<void> {
    const { queue, settings } = definition;
    const polling = { batchSize: 1, pollingIntervalSeconds: 1, includeMetadata: true } as const;
    for (let n = 0; n < (settings.concurrency ?? 1); n += 1) {
      const worker = boss.work(
        queue,
        { ...polling, perJobResults: true },
        async (jobs: JobWithMetadata<object>[]) => {
          // Where one job was, more may wait: fetch again at once instead of at the next poll.
          boss.notifyWorker(await worker);
          return Promise.all(jobs.map((job) => runJob(definition, job)));
        },
      );
      await worker;
    }
    await boss.work(deadOf(queue), polling, async (jobs: JobWithMetadata<object>[]) => {
      for (const job of jobs) await buryJob(definition, job);
    });
  }

  return {
    define(queue, settings, handler) {
      if (state !== 'new') throw new Error(`Queue ${queue} is defined after the start`);
      if (definitions.has(queue)) throw new Error(`Queue ${queue} is defined twice`);
      definitions.set(queue, { queue, settings, handler: handler as unknown as JobHandler<object> });
    },
    async enqueue(tx, jobs) {
      const byQueue = Map.groupBy(jobs, (job) => job.queue);
      for (const [queue, requests] of byQueue) {
        if (!definitions.has(queue)) throw new Error(`Queue ${queue} is not defined`);
        const rows = requests.map(({ id, data }) => (id === undefined ? { data } : { id, data }));
        await boss.insert(queue, rows, { db: fromDrizzle(transactionOf(tx), sql) });
      }
    },
    async start() {
      await boss.start();
      for (const definition of definitions.values()) await createQueue(definition);
      if (database.kind === 'embedded') await requeueOrphans(database.db);
      for (const definition of definitions.values()) await startWorker(definition);
      state = 'started';
    },
    async stop() {
      if (state !== 'started') return;
      state = 'stopped';
      await boss.stop({ graceful: true, timeout: stopWaitMs });
    },
    ready: () =>
      state === 'started' &&
      boss.getWipData().every((worker) => (worker.lastErrorOn ?? 0) <= (worker.lastFetchedOn ?? Infinity)),
  };
}
