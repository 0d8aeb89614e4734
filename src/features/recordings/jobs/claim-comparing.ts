import { and, asc, sql } from 'drizzle-orm';
import { comparerVersion } from '#src/features/recordings/alignment/sound-comparison.ts';
import { comparingLease, isDueForComparing } from '#src/features/recordings/comparisons/due-comparisons.ts';
import {
  soundComparisons,
  type ComparedPair,
} from '#src/features/recordings/comparisons/sound-comparison.table.ts';
import type { Db } from '#src/platform/database/database.ts';

const { olderSha256, newerSha256, askedAt } = soundComparisons;
const { isSpent, isUnspent, begun } = comparingLease;

/** Gives up what was begun several times and never ended, and returns it. */
export const giveUpComparing = (db: Db, now: Date): Promise<ComparedPair[]> =>
  db
    .update(soundComparisons)
    .set({ state: 'uncompared', reason: 'failed', leasedUntil: null, comparedAt: now })
    .where(and(isDueForComparing(now), isSpent))
    .returning({ olderSha256, newerSha256 });

/** Claims the pair that has waited longest, so that no other process compares it meanwhile; null if none waits. */
export async function claimComparing(db: Db, now: Date): Promise<ComparedPair | null> {
  const longest = db
    .select({ olderSha256, newerSha256 })
    .from(soundComparisons)
    .where(and(isDueForComparing(now), isUnspent))
    .orderBy(asc(askedAt), asc(olderSha256), asc(newerSha256))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(soundComparisons)
    .set({ state: 'comparing', comparer: comparerVersion, percent: 0, ...begun(now) })
    .where(sql`(${olderSha256}, ${newerSha256}) = ${longest}`)
    .returning({ olderSha256, newerSha256 });
  return claimed ?? null;
}
