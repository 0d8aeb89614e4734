import { asc, sql } from 'drizzle-orm';
import { comparerVersion } from '#src/audio/alignment/sound-comparison.ts';
import type { Db } from '#src/platform/database/database.ts';
import { leaseQueueOf } from '#src/platform/jobs/lease-queue.ts';
import type { Services } from '#src/platform/services/services.ts';
import { comparingQueue } from './request-comparing.ts';
import { soundComparisons } from './sound-comparison.table.ts';

const { olderSha256, newerSha256, askedAt } = soundComparisons;

/** Both are compared once there are figures of either, or none to come; also where they are measured again. */
const areMeasured = sql`not exists (
  select 1 from sound_measurements
  where sha256 in (${olderSha256}, ${newerSha256})
    and state in ('waiting', 'measuring') and measures is null
)`;

/** What waits to be compared; the pair that has waited longest is first. */
export const comparingLease = leaseQueueOf(soundComparisons, {
  doing: 'comparing',
  key: { olderSha256, newerSha256 },
  order: [asc(askedAt), asc(olderSha256), asc(newerSha256)],
  begun: { comparer: comparerVersion, percent: 0 },
  isReady: () => areMeasured,
});

/** Enqueues a job if any comparison is due. */
export async function enqueueComparing({
  db,
  clock,
  jobs,
}: Pick<Services, 'clock' | 'jobs'> & { readonly db: Db }) {
  if (await comparingLease.hasDue(db, clock.now()))
    await db.transaction((tx) => jobs.enqueue(tx, [{ queue: comparingQueue, data: {} }]));
}
