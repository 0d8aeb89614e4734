import type { ComparingOutcome } from '#src/audio/alignment/compare-sounds.ts';
import { comparingLease } from '../comparisons/due-comparisons.ts';
import { soundComparisons, type ComparedPair } from '../comparisons/sound-comparison.table.ts';
import { alignCarried } from '../comparisons/align-carried.ts';
import type { Services } from '#src/platform/services/services.ts';
import { lockViewers, tellPages } from './notify-viewers.ts';

/** Keeps what came of comparing two recordings, and corrects where comments were carried by it, unless one of them was removed meanwhile. */
export async function keepComparison(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  pair: ComparedPair,
  outcome: ComparingOutcome,
): Promise<void> {
  const isCompared = outcome.kind === 'compared';
  const now = services.clock.now();
  await services.db.transaction(async (tx) => {
    // Everybody who sees the newer one sees that it is compared.
    const viewers = await lockViewers(tx, [pair.newerSha256]);
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
      .where(comparingLease.isHeld(pair))
      .returning({ state: soundComparisons.state });
    if (kept.length === 0) return;
    await alignCarried(tx, services, pair);
    await tellPages(tx, viewers, 'versions-compared', now);
  });
}
