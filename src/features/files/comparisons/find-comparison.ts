import { and, eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { soundComparisons, type ComparedPair } from './sound-comparison.table.ts';

/** A condition for one pair of recordings. */
export const isPair = ({ olderSha256, newerSha256 }: ComparedPair) =>
  and(eq(soundComparisons.olderSha256, olderSha256), eq(soundComparisons.newerSha256, newerSha256));

/** Finds the comparison of two recordings, or its progress; null if it was never asked for. */
export async function findComparison(db: Db, pair: ComparedPair) {
  const { state, percent, reason, comparison, comparer } = soundComparisons;
  const [found] = await db
    .select({ state, percent, reason, comparison, comparer })
    .from(soundComparisons)
    .where(isPair(pair));
  return found ?? null;
}

export type FoundComparison = NonNullable<Awaited<ReturnType<typeof findComparison>>>;
