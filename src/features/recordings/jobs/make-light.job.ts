import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { findStorageKey, withLocalCopy } from '#src/features/recordings/store/local-copy.ts';
import { fileStoreOf, shortHashOf } from '#src/features/recordings/store/file-store.ts';
import { findMeasurement } from '#src/features/recordings/measurements/find-measurement.ts';
import { lightRenditions } from '#src/features/recordings/measurements/light-rendition.table.ts';
import { encodeLight } from '#src/features/recordings/sound/encode-light.ts';
import { artefactPathOf } from '#src/features/recordings/sound/sound-artefacts.ts';
import type { SoundFormat } from '#src/features/recordings/signal/sound-format.ts';
import type { JobHandler, JobOutcome } from '#src/platform/jobs/jobs.ts';
import { workUnderLease, type Release, type Watch } from '#src/platform/jobs/leased-work.ts';
import type { Services } from '#src/platform/services/services.ts';
import { claimLight, giveUpLight, keepLight, releaseLight, renewLight } from './claim-light.ts';
import { renditionFolderOf } from './left-renditions.ts';
import { enqueueLight, isSoundBusy } from './request-light.ts';

/** How soon it makes room for what is more urgent. */
const lookEveryMs = 1000;

type LightServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'config' | 'log'>;

type Sound = { readonly sha256: string; readonly storageKey: string; readonly format: SoundFormat };

/** The key of the bytes and what they hold; null where no file has them any more. */
async function findSound(services: LightServices, sha256: string): Promise<Sound | null> {
  const storageKey = await findStorageKey(services, sha256);
  const format = (await findMeasurement(services.db, sha256))?.measures?.format;
  return storageKey !== null && format ? { sha256, storageKey, format } : null;
}

async function makeLight(
  services: LightServices,
  { sha256, storageKey, format }: Sound,
  { encode, signal }: { encode: typeof encodeLight; signal: AbortSignal },
): Promise<JobOutcome> {
  const { db, clock, config } = services;
  const store = fileStoreOf(config);
  const folder = renditionFolderOf(config.dataDir);
  const writeTo = join(folder, sha256);
  const work = {
    async make(watch: Watch) {
      await mkdir(folder, { recursive: true });
      await withLocalCopy(services, storageKey, watch.signal, (path) =>
        encode({ path, format, writeTo }, watch.signal),
      );
    },
    async keep() {
      const made = await store.store({ path: artefactPathOf(writeTo, 'light') }, 'light');
      const isKept = await keepLight(db, sha256, made, clock.now());
      if (!isKept) await store.remove(made.storageKey);
    },
    keepProgress: () => renewLight(db, sha256, clock.now()),
    release: (release: Release) => releaseLight(db, sha256, release),
  };
  try {
    return await workUnderLease(services, work, signal);
  } finally {
    await rm(artefactPathOf(writeTo, 'light'), { force: true });
  }
}

/** Ends its signal as soon as something else is to be done with sound, until it is stopped. */
function watchForOthers({ db, clock, log }: LightServices) {
  const interruption = new AbortController();
  const warn = (error: Error) => log.warn('looking for more urgent work failed', { error });
  const makeRoom = (isBusy: boolean) => {
    if (isBusy) interruption.abort(new Error('Something else is more urgent'));
  };
  const look = setInterval(() => void isSoundBusy(db, clock.now()).then(makeRoom, warn), lookEveryMs);
  return { signal: interruption.signal, stop: () => clearInterval(look) };
}

/**
 * The job that makes the light rendition that was wanted first, while nothing is to be measured or compared: it makes room for
 * that, and begins again afterwards. `stopping` interrupts it, too.
 */
export function makeLightJob(
  services: LightServices,
  stopping: AbortSignal,
  encode = encodeLight,
): JobHandler<object> {
  const { db, clock, log } = services;

  async function makeNext(): Promise<JobOutcome> {
    for (const sha256 of await giveUpLight(db, clock.now()))
      log.error('a light rendition was not made, although it was tried several times', {
        sha256: shortHashOf(sha256),
      });
    const sha256 = stopping.aborted ? null : await claimLight(db, clock.now());
    if (sha256 === null) return { ok: true };
    const sound = await findSound(services, sha256);
    if (!sound) {
      await db.delete(lightRenditions).where(eq(lightRenditions.sha256, sha256));
      return { ok: true };
    }
    const others = watchForOthers(services);
    const signal = AbortSignal.any([others.signal, stopping]);
    const outcome = await makeLight(services, sound, { encode, signal }).finally(others.stop);
    // The job that finishes the more urgent work enqueues another one for this.
    return others.signal.aborted ? { ok: true } : outcome;
  }

  return {
    async run() {
      const outcome = await makeNext();
      if (outcome.ok) await enqueueLight(services);
      return outcome;
    },
  };
}
