import { and, eq, inArray, lt, sql, asc } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { soundComparisons, type ComparedPair } from './sound-comparison.table.ts';
import { comparerVersion } from '#src/audio/alignment/sound-comparison.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { leaseQueueOf } from '#src/platform/jobs/lease-queue.ts';
import type { Services } from '#src/platform/services/services.ts';

/** A condition for one pair of recordings. */
export const isPair = ({ olderSha256, newerSha256 }: ComparedPair) =>
  and(eq(soundComparisons.olderSha256, olderSha256), eq(soundComparisons.newerSha256, newerSha256));

/** Returns the comparison of two recordings, or its progress; null if it was never requested. */
export async function findComparison(db: Db, pair: ComparedPair) {
  const { state, percent, reason, comparison, comparer } = soundComparisons;
  const [found] = await db
    .select({ state, percent, reason, comparison, comparer })
    .from(soundComparisons)
    .where(isPair(pair));
  return found ?? null;
}

/** Returns the comparison of two recordings with what changes of places are found in; null if there is none. */
export async function findDetailed(db: Db, pair: ComparedPair) {
  const { state, reason, comparison, detail } = soundComparisons;
  const [found] = await db
    .select({ state, reason, comparison, detail })
    .from(soundComparisons)
    .where(isPair(pair));
  return found ?? null;
}

export type FoundComparison = NonNullable<Awaited<ReturnType<typeof findComparison>>>;

/** The queue whose jobs each compare the pair that has waited longest. */
export const comparingQueue = 'sound-comparing';

/**
 * Requests the comparison of two recordings, by the hashes of their bytes, in the caller's transaction. Does nothing if
 * this version was already requested or one of them has no sound. They are compared once both are measured.
 */
export async function requestComparing(
  tx: Db,
  { clock, jobs }: QueueServices,
  olderSha256: string,
  newerSha256: string,
): Promise<void> {
  const now = clock.now();
  const asked = await tx
    .insert(soundComparisons)
    .select(
      sql`
      select ${olderSha256}, ${newerSha256}, 'waiting', ${comparerVersion}::integer, ${now.toISOString()}::timestamptz,
        0, 0, null, null, null, null, null
      where exists (select 1 from sound_measurements where sha256 = ${olderSha256})
        and exists (select 1 from sound_measurements where sha256 = ${newerSha256})`,
    )
    .onConflictDoUpdate({
      target: [soundComparisons.olderSha256, soundComparisons.newerSha256],
      // The result of an older comparer is kept until there is a new one.
      set: { state: 'waiting', comparer: comparerVersion, askedAt: now, attempts: 0, leasedUntil: null },
      setWhere: lt(soundComparisons.comparer, comparerVersion),
    })
    .returning({ olderSha256: soundComparisons.olderSha256 });
  if (asked.length > 0) await jobs.enqueue(tx, [{ queue: comparingQueue, data: {} }]);
}

const { olderSha256, newerSha256, askedAt } = soundComparisons;

/** True once both are measured or cannot be. */
const areMeasured = sql`not exists (
  select 1 from sound_measurements
  where sha256 in (${olderSha256}, ${newerSha256})
    and state in ('waiting', 'measuring') and measures is null
)`;

/** Leases of pairs that are waiting to be compared, oldest first. */
export const comparingLease = leaseQueueOf(soundComparisons, {
  doing: 'comparing',
  key: { olderSha256, newerSha256 },
  order: [asc(askedAt), asc(olderSha256), asc(newerSha256)],
  begun: { comparer: comparerVersion, percent: 0 },
  isReady: () => areMeasured,
});

/**
 * Requests again the comparisons made by an older comparer through which comments were carried. The old results stay
 * until there are new ones; other pairs are compared again when somebody opens them.
 */
export async function requestOutdated({
  db,
  clock,
}: Pick<Services, 'clock'> & { readonly db: Db }): Promise<void> {
  const { comparer, state } = soundComparisons;
  const isCarried = sql`exists (
    select 1 from carried_comments place
    join files of_newer on of_newer.id = place.file_id
    join files of_older on of_older.id = place.from_file_id
    where of_newer.sha256 = ${newerSha256} and of_older.sha256 = ${olderSha256})`;
  await db
    .update(soundComparisons)
    .set({
      state: 'waiting',
      comparer: comparerVersion,
      askedAt: clock.now(),
      attempts: 0,
      leasedUntil: null,
    })
    .where(and(lt(comparer, comparerVersion), inArray(state, ['compared', 'uncompared']), isCarried));
}

/** Enqueues a job if any comparison is due. */
export async function enqueueComparing({
  db,
  clock,
  jobs,
}: Pick<Services, 'clock' | 'jobs'> & { readonly db: Db }) {
  if (await comparingLease.hasDue(db, clock.now()))
    await db.transaction((tx) => jobs.enqueue(tx, [{ queue: comparingQueue, data: {} }]));
}
