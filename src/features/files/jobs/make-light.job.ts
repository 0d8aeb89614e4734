import { eq } from 'drizzle-orm';
import { findStorageKey } from '../store/local-copy.ts';
import { fileStoreOf, shortHashOf } from '../store/file-store.ts';
import { findMeasurement } from '../measurements/find-measurement.ts';
import { lightRenditions } from '../measurements/light-rendition.table.ts';
import { encodeLight } from '#src/audio/encode-light.ts';
import { artefactPathOf } from '#src/audio/sound-artefacts.ts';
import type { SoundFormat } from '#src/audio/sound-format.ts';
import type { JobHandler, JobOutcome } from '#src/platform/jobs/jobs.ts';
import type { Services } from '#src/platform/services/services.ts';
import { keepLight } from './keep-light.ts';
import { notifyViewers } from './notify-viewers.ts';
import { makeRenditions } from './rendition-folder.ts';
import { enqueueLight, isSoundBusy, lightLease } from './request-light.ts';

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

function makeLight(
  services: LightServices,
  { format, ...bytes }: Sound,
  { encode, signal }: { encode: typeof encodeLight; signal: AbortSignal },
): Promise<JobOutcome> {
  const { db, clock, config } = services;
  const { sha256 } = bytes;
  const store = fileStoreOf(config);
  return makeRenditions(
    services,
    {
      ...bytes,
      kinds: ['light'],
      make: (paths, watch) => encode({ ...paths, format }, watch.signal),
      async keep(_, writeTo) {
        const made = await store.store({ path: artefactPathOf(writeTo, 'light') }, 'light');
        const isKept = await keepLight(db, sha256, made, clock.now());
        if (!isKept) await store.remove(made.storageKey);
      },
      keepProgress: () => lightLease.renew(db, { sha256 }, clock.now()),
      release: (release) => lightLease.release(db, { sha256 }, release),
    },
    signal,
  );
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
    const givenUp = await lightLease.giveUp(db, clock.now(), { state: 'failed' });
    const sha256s = givenUp.map(({ sha256 }) => sha256);
    if (sha256s.length > 0)
      await db.transaction((tx) => notifyViewers(tx, sha256s, 'light-made', clock.now()));
    for (const sha256 of sha256s)
      log.error('a light rendition was not made, although it was tried several times', {
        sha256: shortHashOf(sha256),
      });
    const claimed = stopping.aborted ? null : await lightLease.claim(db, clock.now());
    if (!claimed) return { ok: true };
    const { sha256 } = claimed;
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
