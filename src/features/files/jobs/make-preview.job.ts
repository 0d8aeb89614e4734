import { eq } from 'drizzle-orm';
import { previewAudios } from '../measurements/preview-audio.table.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { lockViewers, tellPages, notifyViewers } from './notify-viewers.ts';
import { previewLease, enqueuePreview, isSoundBusy } from './request-preview.ts';
import { findStorageKey } from '../store/local-copy.ts';
import { fileStoreOf } from '../store/file-store.ts';
import { shortHashOf } from '../store/stored-bytes.ts';
import { findMeasurement } from '../measurements/sound-measurements.ts';
import { encodePreview } from '#src/audio/encode-preview.ts';
import { artefactPathOf } from '#src/audio/sound-measures.ts';
import type { SoundFormat } from '#src/audio/sound-format.ts';
import type { JobHandler, JobOutcome } from '#src/platform/jobs/queue-worker.ts';
import type { Services } from '#src/platform/services/services.ts';
import { makeRenditions } from './rendition-folder.ts';

type Made = { readonly storageKey: string; readonly sizeBytes: number };

/** Stores preview audio; false if it is no longer needed, and the caller must delete its bytes. */
export async function storePreview(
  db: Db,
  sha256: string,
  { storageKey, sizeBytes }: Made,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const viewers = await lockViewers(tx, [sha256]);
    const ofSound = eq(soundMeasurements.sha256, sha256);
    const [measured] = await tx
      .select({ artefacts: soundMeasurements.artefacts })
      .from(soundMeasurements)
      .where(ofSound)
      .for('update');
    const made = await tx
      .update(previewAudios)
      .set({ state: 'made', leasedUntil: null, sizeBytes })
      .where(previewLease.isHeld({ sha256 }))
      .returning({ sha256: previewAudios.sha256 });
    if (!measured || made.length === 0) return false;
    const artefacts = { ...measured.artefacts, light: storageKey };
    await tx.update(soundMeasurements).set({ artefacts }).where(ofSound);
    await tellPages(tx, viewers, 'light-made', now);
    return true;
  });
}

/** How soon it yields to more urgent work. */
const lookEveryMs = 1000;

type PreviewServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'config' | 'log'>;

type Sound = { readonly sha256: string; readonly storageKey: string; readonly format: SoundFormat };

/** Returns the storage key and the format of the bytes; null if no file has them any more. */
async function findSound(services: PreviewServices, sha256: string): Promise<Sound | null> {
  const storageKey = await findStorageKey(services, sha256);
  const format = (await findMeasurement(services.db, sha256))?.measures?.format;
  return storageKey !== null && format ? { sha256, storageKey, format } : null;
}

function makePreview(
  services: PreviewServices,
  { format, ...bytes }: Sound,
  { encode, signal }: { encode: typeof encodePreview; signal: AbortSignal },
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
        const isKept = await storePreview(db, sha256, made, clock.now());
        if (!isKept) await store.remove(made.storageKey);
      },
      keepProgress: () => previewLease.renew(db, { sha256 }, clock.now()),
      release: (release) => previewLease.release(db, { sha256 }, release),
    },
    signal,
  );
}

/** Returns a signal that aborts as soon as more urgent sound work is due. */
function watchForOthers({ db, clock, log }: PreviewServices) {
  const interruption = new AbortController();
  const warn = (error: Error) => log.warn('looking for more urgent work failed', { error });
  const makeRoom = (isBusy: boolean) => {
    if (isBusy) interruption.abort(new Error('Something else is more urgent'));
  };
  const look = setInterval(() => void isSoundBusy(db, clock.now()).then(makeRoom, warn), lookEveryMs);
  return { signal: interruption.signal, stop: () => clearInterval(look) };
}

/**
 * The job that makes the preview audio that was requested first. It yields to measuring and comparing and is repeated
 * afterwards; `stopping` interrupts it, too.
 */
export function makePreviewJob(
  services: PreviewServices,
  stopping: AbortSignal,
  encode = encodePreview,
): JobHandler<object> {
  const { db, clock, log } = services;

  async function makeNext(): Promise<JobOutcome> {
    const givenUp = await previewLease.giveUp(db, clock.now(), { state: 'failed' });
    const sha256s = givenUp.map(({ sha256 }) => sha256);
    if (sha256s.length > 0)
      await db.transaction((tx) => notifyViewers(tx, sha256s, 'light-made', clock.now()));
    for (const sha256 of sha256s)
      log.error('preview audio could not be encoded after several attempts', {
        sha256: shortHashOf(sha256),
      });
    const claimed = stopping.aborted ? null : await previewLease.claim(db, clock.now());
    if (!claimed) return { ok: true };
    const { sha256 } = claimed;
    const sound = await findSound(services, sha256);
    if (!sound) {
      await db.delete(previewAudios).where(eq(previewAudios.sha256, sha256));
      return { ok: true };
    }
    const others = watchForOthers(services);
    const signal = AbortSignal.any([others.signal, stopping]);
    const outcome = await makePreview(services, sound, { encode, signal }).finally(others.stop);
    // The job that finishes the more urgent work enqueues another one for this.
    return others.signal.aborted ? { ok: true } : outcome;
  }

  return {
    async run() {
      const outcome = await makeNext();
      if (outcome.ok) await enqueuePreview(services);
      return outcome;
    },
  };
}
