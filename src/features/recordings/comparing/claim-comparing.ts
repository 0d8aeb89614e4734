import { and, asc, gte, lt } from 'drizzle-orm';
import { comparerVersion } from '#src/features/recordings/alignment/sound-comparison.ts';
import { isDueForComparing } from '#src/features/recordings/comparisons/due-comparisons.ts';
import { isPair } from '#src/features/recordings/comparisons/find-comparison.ts';
import {
  soundComparisons,
  type ComparedPair,
} from '#src/features/recordings/comparisons/sound-comparison.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { leaseFrom, mostAttempts } from '#src/platform/jobs/leased-work.ts';

const { olderSha256, newerSha256, attempts, askedAt } = soundComparisons;

/** Gives up what was begun several times and never ended, and returns it. */
export const giveUpComparing = (db: Db, now: Date): Promise<ComparedPair[]> =>
  db
    .update(soundComparisons)
    .set({ state: 'uncompared', reason: 'failed', leasedUntil: null, comparedAt: now })
    .where(and(isDueForComparing(now), gte(attempts, mostAttempts)))
    .returning({ olderSha256, newerSha256 });

/** Takes what waits longest, so that nobody else compares it meanwhile; null where nothing waits. */
export async function claimComparing(db: Db, now: Date): Promise<ComparedPair | null> {
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select({ olderSha256, newerSha256, attempts })
      .from(soundComparisons)
      .where(and(isDueForComparing(now), lt(attempts, mostAttempts)))
      .orderBy(asc(askedAt), asc(olderSha256), asc(newerSha256))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return null;
    await tx
      .update(soundComparisons)
      .set({
        state: 'comparing',
        comparer: comparerVersion,
        attempts: due.attempts + 1,
        percent: 0,
        leasedUntil: leaseFrom(now),
      })
      .where(isPair(due));
    return { olderSha256: due.olderSha256, newerSha256: due.newerSha256 };
  });
}
