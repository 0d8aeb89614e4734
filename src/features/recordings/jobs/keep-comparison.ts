import { and, eq } from 'drizzle-orm';
import type { ComparingOutcome } from '#src/features/recordings/alignment/compare-sounds.ts';
import { comparingLease } from '#src/features/recordings/comparisons/due-comparisons.ts';
import { isPair } from '#src/features/recordings/comparisons/find-comparison.ts';
import {
  soundComparisons,
  type ComparedPair,
} from '#src/features/recordings/comparisons/sound-comparison.table.ts';
import { lockWhoSees, tellPages } from '#src/features/recordings/files/who-sees.ts';
import { alignCarried } from '#src/features/recordings/versions/align-carried.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services/services.ts';
import { leaseFrom, type Progress, type Release } from '#src/platform/jobs/leased-work.ts';

const isComparing = (pair: ComparedPair) => and(isPair(pair), eq(soundComparisons.state, 'comparing'));
// Everybody who sees the newer one sees that it is compared.
const sha256sOf = ({ newerSha256 }: ComparedPair) => [newerSha256];

/** Keeps how far it is, in percent, and that it is still with somebody; with `isTold`, open pages show it. */
export async function keepComparingProgress(
  db: Db,
  pair: ComparedPair,
  { percent, isTold }: Progress,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const seenIn = isTold ? await lockWhoSees(tx, sha256sOf(pair)) : [];
    await tx
      .update(soundComparisons)
      .set({ percent, leasedUntil: leaseFrom(now) })
      .where(isComparing(pair));
    if (isTold) await tellPages(tx, seenIn, 'versions-comparing', now);
  });
}

/** Lets somebody else begin it again from `after` on; where it was only interrupted, that was no attempt. */
export async function releaseComparing(db: Db, pair: ComparedPair, release: Release): Promise<void> {
  await db
    .update(soundComparisons)
    .set({ percent: 0, ...comparingLease.released(release) })
    .where(isComparing(pair));
}

/** Keeps what came of comparing two recordings, and corrects where comments were carried by it, unless one of them was removed meanwhile. */
export async function keepComparison(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  pair: ComparedPair,
  outcome: ComparingOutcome,
): Promise<void> {
  const isCompared = outcome.kind === 'compared';
  const now = services.clock.now();
  await services.db.transaction(async (tx) => {
    const seenIn = await lockWhoSees(tx, sha256sOf(pair));
    const kept = await tx
      .update(soundComparisons)
      .set({
        state: outcome.kind,
        percent: 100,
        leasedUntil: null,
        comparedAt: now,
        reason: isCompared ? null : outcome.reason,
        comparison: isCompared ? outcome.comparison : null,
      })
      .where(isComparing(pair))
      .returning({ state: soundComparisons.state });
    if (kept.length === 0) return;
    await alignCarried(tx, services, pair);
    await tellPages(tx, seenIn, 'versions-compared', now);
  });
}
