import { and, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { leaseQueueOf } from '#src/platform/jobs/lease-queue.ts';
import type { Services } from '#src/platform/services/services.ts';
import { comparingQueue } from './request-comparing.ts';
import { soundComparisons } from './sound-comparison.table.ts';

/** What waits to be compared. */
export const comparingLease = leaseQueueOf(soundComparisons, 'comparing');

/** Both are compared once there are figures of either, or none to come; also where they are measured again. */
const areMeasured = sql`not exists (
  select 1 from sound_measurements
  where sha256 in (${soundComparisons.olderSha256}, ${soundComparisons.newerSha256})
    and state in ('waiting', 'measuring') and measures is null
)`;

/** What is to be compared, can be, and is with nobody. */
export const isDueForComparing = (now: Date) => and(comparingLease.isFree(now), areMeasured);

/** Enqueues a job if any comparison is due. */
export async function enqueueComparing({
  db,
  clock,
  jobs,
}: Pick<Services, 'clock' | 'jobs'> & { readonly db: Db }) {
  const isDue = (await db.$count(soundComparisons, isDueForComparing(clock.now()))) > 0;
  if (isDue) await db.transaction((tx) => jobs.enqueue(tx, [{ queue: comparingQueue, data: {} }]));
}
