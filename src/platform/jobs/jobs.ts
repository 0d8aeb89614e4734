import { sql, type SQL } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { Database, Db } from '../database/database.ts';
import { JobQueueError } from '../database/sql-state.ts';
import type { Log } from '../log.ts';
import type { Tracing } from '../tracing/spans.ts';
import { bossOptionsOf } from '../database/boss-options.ts';
import { announceJobs, createDueJobs } from './due-jobs.ts';
import {
  carryTrace,
  createQueue,
  startWorkers,
  stopWorkers,
  type Definition,
  type JobHandler,
  type JobRequest,
  type QueueSettings,
  type Worker,
} from './queue-worker.ts';
import { withTimeout } from '../with-timeout.ts';

export type Jobs = {
  /** Registers a queue and its handler; only before `start`. */
  define: <T extends object>(queue: string, settings: QueueSettings, handler: JobHandler<T>) => void;
  /** Enqueues jobs in the caller's transaction, one statement per queue; nothing runs unless it commits. */
  enqueue: (tx: Db, jobs: readonly JobRequest[]) => Promise<void>;
  start: () => Promise<void>;
  /** Stops fetching jobs and waits for running handlers. */
  stop: () => Promise<void>;
  ready: () => boolean;
};

/** Enqueues the jobs of a change. */
export type JobQueue = Pick<Jobs, 'enqueue'>;

/** The services of a change that enqueues jobs or emails. */
export type QueueServices = { readonly clock: Clock; readonly jobs: JobQueue };

/** The same services with a fixed time. */
export type QueueMoment = { readonly now: Date; readonly jobs: JobQueue };

/** How long a stop waits for running jobs. */
export const stopWaitMs = 30_000;
const pollEveryMs = 30_000;
// A failure is settled right after its handler ended, and by then it is known when it is due again.
const settledMs = 1000;

/** An error reported by pg-boss is often a copy, not an `Error`. */
const queueErrorOf = ({ message, code }: Error & { code?: unknown }): Error =>
  Object.assign(new JobQueueError(message), code === undefined ? {} : { code });

function transactionOf(tx: Db) {
  return { execute: async (query: SQL) => (await tx.execute(query)) as { rows: unknown[] } };
}

/**
 * An embedded database has one process: a job marked as running at start belonged to one that died. Makes it due at
 * once instead of after its timeout.
 */
async function requeueOrphans(db: Db): Promise<void> {
  await db.execute(sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`);
}

/**
 * Creates durable jobs on the product's database. `pollMs`: interval at which unannounced jobs are looked up;
 * `tracing`: creates a span per job.
 */
export function createJobs({
  database,
  log,
  pollMs = pollEveryMs,
  tracing = null,
}: {
  database: Database;
  log: Log;
  pollMs?: number;
  tracing?: Tracing | null;
}): Jobs {
  const boss = new PgBoss(bossOptionsOf(database));
  boss.on('error', (error) => log.error('job queue error', { error: queueErrorOf(error) }));
  boss.on('warning', ({ message }) => log.warn('job queue warning', { message }));
  const definitions = new Map<string, Definition>();
  const workers: Worker[] = [];
  const dueJobs = createDueJobs({
    database,
    log,
    pollMs,
    wake: (queue) => {
      for (const worker of workers) if (worker.queue === queue) boss.notifyWorker(worker.id);
    },
  });
  let state: 'new' | 'started' | 'stopped' = 'new';

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
        const rows = requests.map(({ queue: _queue, ...row }) => carryTrace(row, queue));
        await boss.insert(queue, rows, { db: fromDrizzle(transactionOf(tx), sql) });
      }
      if (jobs.length > 0) await announceJobs(tx, jobs);
    },
    async start() {
      await boss.start();
      for (const definition of definitions.values()) await createQueue(boss, definition);
      if (database.kind === 'embedded') await requeueOrphans(database.db);
      const onFailure = () => dueJobs.lookWithin(settledMs);
      for (const definition of definitions.values())
        workers.push(...(await startWorkers(boss, definition, { log, onFailure, tracing })));
      await dueJobs.start();
      state = 'started';
    },
    async stop() {
      if (state !== 'started') return;
      state = 'stopped';
      await dueJobs.stop();
      await withTimeout(stopWorkers(boss, workers), stopWaitMs).catch(() => undefined);
      // Jobs that are still running fail now and are retried by the next process.
      await boss.stop({ graceful: false });
    },
    ready: () => state === 'started' && dueJobs.isWell(),
  };
}
