import { sql } from 'drizzle-orm';
import type { Database, Db } from '../database/database.ts';
import type { Log } from '../log.ts';

const channel = 'jobs';
const retryMs = 1000;

/** Queues that have a job to run now, and the moment of the earliest that is to run later. */
type Announcement = { readonly now: readonly string[]; readonly nextMs: number | null };

type Planned = { readonly queue: string; readonly startAfter?: Date };

/** Notifies every process of new jobs when the transaction that enqueues them commits. */
export async function announceJobs(tx: Db, planned: readonly Planned[]): Promise<void> {
  const later = planned.flatMap(({ startAfter }) => (startAfter ? [startAfter.getTime()] : []));
  const announcement: Announcement = {
    now: [...new Set(planned.filter(({ startAfter }) => !startAfter).map(({ queue }) => queue))],
    nextMs: later.length > 0 ? Math.min(...later) : null,
  };
  await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify(announcement)})`);
}

type Waiting = { readonly queue: string; readonly is_due: boolean; readonly wait_ms: number | null };

/**
 * Returns the queues with waiting jobs: whether one is due by the database's clock, and in how many milliseconds the
 * next one is.
 */
async function listWaiting(db: Db): Promise<Waiting[]> {
  const query = sql`
    select name as queue, bool_or(start_after <= now()) as is_due,
      ceil(extract(epoch from min(start_after) filter (where start_after > now()) - now()) * 1000)::float8 as wait_ms
    from pgboss.job where state < 'active' and not blocked group by name`;
  const { rows } = (await db.execute(query)) as { rows: unknown[] };
  return rows as Waiting[];
}

export type DueJobs = {
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Polling interval for jobs that are not announced: retries and abandoned jobs. */
  lookWithin: (ms: number) => void;
  /** False while the database is unavailable. */
  isWell: () => boolean;
};

type Alarm = { ringWithin: (ms: number) => void; stop: () => void };

/** A timer that fires at the earliest of its times, at most `longestMs` from now. */
function createAlarm(longestMs: number, ring: () => void): Alarm {
  let timer: NodeJS.Timeout | undefined;
  let atMs = Infinity;
  return {
    ringWithin(ms) {
      const waitMs = Math.min(Math.max(0, ms), longestMs);
      if (performance.now() + waitMs >= atMs) return;
      clearTimeout(timer);
      atMs = performance.now() + waitMs;
      timer = setTimeout(() => {
        atMs = Infinity;
        ring();
      }, waitMs);
    },
    stop() {
      clearTimeout(timer);
      atMs = -Infinity;
    },
  };
}

/**
 * Wakes the workers of a queue when a job is due: announced jobs at once, scheduled jobs by one timer. Polls all queues
 * every `pollMs` for jobs that were not announced, such as those of a process that died.
 */
export function createDueJobs({
  database,
  log,
  pollMs,
  wake,
}: {
  database: Database;
  log: Log;
  pollMs: number;
  wake: (queue: string) => void;
}): DueJobs {
  const alarm = createAlarm(pollMs, () => {
    looking = looking.then(look);
  });
  let isWell = false;
  let looking: Promise<void> = Promise.resolve();
  let stopListening = async () => {};

  async function look(): Promise<void> {
    try {
      for (const { queue, is_due: isDue, wait_ms: waitMs } of await listWaiting(database.db)) {
        if (isDue) wake(queue);
        if (waitMs !== null) alarm.ringWithin(waitMs);
      }
      isWell = true;
      alarm.ringWithin(pollMs);
    } catch (error) {
      if (isWell) log.error('jobs cannot be looked for', { error: error as Error });
      isWell = false;
      alarm.ringWithin(retryMs);
    }
  }

  function hear(payload: string): void {
    const { now, nextMs } = JSON.parse(payload) as Announcement;
    for (const queue of now) wake(queue);
    if (nextMs !== null) alarm.ringWithin(nextMs - Date.now());
  }

  return {
    async start() {
      const onGap = () => alarm.ringWithin(0);
      stopListening = await database.listen(channel, { onPayload: hear, onGap });
      await look();
    },
    async stop() {
      alarm.stop();
      await stopListening();
      await looking;
    },
    lookWithin: alarm.ringWithin,
    isWell: () => isWell,
  };
}
