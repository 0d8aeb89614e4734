import { compareSounds, type ComparingOutcome } from '#src/audio/alignment/compare-sounds.ts';
import { comparingLease, enqueueComparing } from '../comparisons/due-comparisons.ts';
import { isPair } from '../comparisons/find-comparison.ts';
import { soundComparisons } from '../comparisons/sound-comparison.table.ts';
import { shortHashOf } from '../store/file-store.ts';
import { findStorageKey, withLocalCopy } from '../store/local-copy.ts';
import { findMeasurement } from '../measurements/find-measurement.ts';
import { enqueueLight } from './request-light.ts';
import type { JobHandler, JobOutcome } from '#src/platform/jobs/jobs.ts';
import { workUnderLease, type Progress, type Release, type Watch } from '#src/platform/jobs/leased-work.ts';
import type { Services } from '#src/platform/services/services.ts';
import { keepComparison } from './keep-comparison.ts';
import { notifyViewers } from './notify-viewers.ts';

type ComparingServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'config' | 'log'>;

/** The key of the bytes, with what was measured of them; null where no file has them any more. */
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

/** The job that compares the pair of recordings that waits longest. `signal` interrupts it; it then begins again later. */
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
      keep: (outcome: ComparingOutcome) => keepComparison(services, pair, outcome),
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
      // Each job compares one pair, and leaves another behind while any waits.
      if (outcome.ok) await enqueueComparing(services);
      // The less urgent light renditions may have waited for this.
      if (outcome.ok) await enqueueLight(services);
      return outcome;
    },
  };
}
