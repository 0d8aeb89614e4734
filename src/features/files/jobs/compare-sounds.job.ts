import { type ComparingOutcome, compareSounds } from '#src/audio/alignment/compare-sounds.ts';
import { comparingLease, enqueueComparing, isPair } from '../comparisons/sound-comparisons.ts';
import { soundComparisons, type ComparedPair } from '../comparisons/sound-comparison.table.ts';
import { proposeFormats } from '../arrange/formats.ts';
import { alignCarried } from '../comparisons/align-carried.ts';
import type { Services } from '#src/platform/services/services.ts';
import { lockViewers, tellPages, notifyViewers } from './notify-viewers.ts';
import { shortHashOf } from '../store/stored-bytes.ts';
import { findStorageKey, withLocalCopy } from '../store/local-copy.ts';
import { findMeasurement } from '../measurements/sound-measurements.ts';
import { enqueuePreview } from './request-preview.ts';
import type { JobHandler, JobOutcome } from '#src/platform/jobs/queue-worker.ts';
import { workUnderLease, type Progress, type Release, type Watch } from '#src/platform/jobs/leased-work.ts';

/**
 * Stores a comparison and corrects the positions of carried comments, unless one of the recordings was removed in the
 * meantime.
 */
async function storeComparison(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  pair: ComparedPair,
  outcome: ComparingOutcome,
): Promise<void> {
  const isCompared = outcome.kind === 'compared';
  const now = services.clock.now();
  await services.db.transaction(async (tx) => {
    // Everyone who sees the newer version is notified.
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
        detail: isCompared ? outcome.detail : null,
      })
      .where(comparingLease.isHeld(pair))
      .returning({ state: soundComparisons.state });
    if (kept.length === 0) return;
    await alignCarried(tx, services, pair);
    await proposeFormats(tx, pair);
    await tellPages(tx, viewers, 'versions-compared', now);
  });
}

type ComparingServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'config' | 'log'>;

/** Returns the storage key of the bytes and their measurements; null if no file has them any more. */
async function findSound(services: ComparingServices, sha256: string) {
  const storageKey = await findStorageKey(services, sha256);
  const measures = (await findMeasurement(services.db, sha256))?.measures ?? null;
  return storageKey === null ? null : { storageKey, measures };
}

type Sound = NonNullable<Awaited<ReturnType<typeof findSound>>>;

async function compare(
  services: ComparingServices,
  older: Sound,
  newer: Sound,
  { make, watch }: { make: typeof compareSounds; watch: Watch },
): Promise<ComparingOutcome> {
  const [of, to] = [older.measures, newer.measures];
  if (!of || !to) return { kind: 'uncompared', reason: 'unmeasured' };
  const [ofLengthS, toLengthS] = [of.frames / of.format.rateHz, to.frames / to.format.rateHz];
  return withLocalCopy(services, older.storageKey, watch.signal, (olderPath) =>
    withLocalCopy(services, newer.storageKey, watch.signal, (newerPath) =>
      make(
        {
          older: { path: olderPath, lengthS: ofLengthS },
          newer: { path: newerPath, lengthS: toLengthS },
        },
        watch,
      ),
    ),
  );
}

/**
 * The job that compares the pair of recordings that has waited longest. If `signal` interrupts it, it is repeated
 * later.
 */
export function compareSoundsJob(
  services: ComparingServices,
  signal: AbortSignal,
  make = compareSounds,
): JobHandler<object> {
  const { db, clock, log } = services;

  async function compareNext(): Promise<JobOutcome> {
    const now = clock.now();
    const failed = { state: 'uncompared', reason: 'failed', comparedAt: now } as const;
    for (const pair of await comparingLease.giveUp(db, now, failed)) {
      log.error('two recordings were not compared, although it was tried several times', {
        older: shortHashOf(pair.olderSha256),
        newer: shortHashOf(pair.newerSha256),
      });
      await db.transaction((tx) => notifyViewers(tx, [pair.newerSha256], 'versions-compared', clock.now()));
    }
    const pair = signal.aborted ? null : await comparingLease.claim(db, clock.now());
    if (!pair) return { ok: true };
    const older = await findSound(services, pair.olderSha256);
    const newer = await findSound(services, pair.newerSha256);
    if (!older || !newer) {
      await db.delete(soundComparisons).where(isPair(pair));
      return { ok: true };
    }
    const work = {
      make: (watch: Watch) => compare(services, older, newer, { make, watch }),
      keep: (outcome: ComparingOutcome) => storeComparison(services, pair, outcome),
      keepProgress: ({ percent, isTold }: Progress) =>
        db.transaction(async (tx) => {
          const at = clock.now();
          if (isTold) await notifyViewers(tx, [pair.newerSha256], 'versions-comparing', at);
          await comparingLease.renew(tx, pair, at, { percent });
        }),
      release: (release: Release) => comparingLease.release(db, pair, release, { percent: 0 }),
    };
    return workUnderLease(services, work, signal);
  }

  return {
    async run() {
      const outcome = await compareNext();
      // Each job compares one pair, then enqueues the next job.
      if (outcome.ok) await enqueueComparing(services);
      // Preview audio, which is less urgent, may have waited for this.
      if (outcome.ok) await enqueuePreview(services);
      return outcome;
    },
  };
}
