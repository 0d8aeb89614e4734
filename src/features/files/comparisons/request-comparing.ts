import { lt, sql } from 'drizzle-orm';
import { comparerVersion } from '#src/audio/alignment/sound-comparison.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { soundComparisons } from './sound-comparison.table.ts';

/** The queue whose jobs compare whatever waits longest, one pair each. */
export const comparingQueue = 'sound-comparing';

/**
 * Asks for two recordings to be compared, by the hashes of their bytes, in the caller's transaction. Does nothing where they
 * were asked for before by this version, and where one of them holds no sound. They are compared once both were measured.
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
        0, 0, null, null, null, null
      where exists (select 1 from sound_measurements where sha256 = ${olderSha256})
        and exists (select 1 from sound_measurements where sha256 = ${newerSha256})`,
    )
    .onConflictDoUpdate({
      target: [soundComparisons.olderSha256, soundComparisons.newerSha256],
      // The result of an older comparer stays until there is a new one.
      set: { state: 'waiting', comparer: comparerVersion, askedAt: now, attempts: 0, leasedUntil: null },
      setWhere: lt(soundComparisons.comparer, comparerVersion),
    })
    .returning({ olderSha256: soundComparisons.olderSha256 });
  if (asked.length > 0) await jobs.enqueue(tx, [{ queue: comparingQueue, data: {} }]);
}
