import { eq } from 'drizzle-orm';
import { fileStoreOf, shortHashOf, type FileStore } from '../store/file-store.ts';
import { findStorageKey } from '../store/local-copy.ts';
import { enqueueComparing } from '../comparisons/due-comparisons.ts';
import { measuringLease, measuringQueue } from '../measurements/request-measuring.ts';
import { soundMeasurements, type StoredArtefacts } from '../measurements/sound-measurement.table.ts';
import { measureSound } from '#src/audio/measure-sound.ts';
import { artefactPathOf, measuredKinds, type ArtefactKind } from '#src/audio/sound-artefacts.ts';
import type { JobHandler, JobOutcome } from '#src/platform/jobs/jobs.ts';
import type { Services } from '#src/platform/services/services.ts';
import { keepMeasures } from './keep-measures.ts';
import { notifyViewers } from './notify-viewers.ts';
import { makeRenditions } from './rendition-folder.ts';
import { enqueueLight } from './request-light.ts';

type MeasuringServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'config' | 'log'>;

/** Moves what was made into the file store, all of it or nothing. */
async function storeArtefacts(
  store: FileStore,
  writeTo: string,
  kinds: readonly ArtefactKind[],
): Promise<StoredArtefacts> {
  const keys: Partial<Record<ArtefactKind, string>> = {};
  try {
    for (const kind of kinds)
      keys[kind] = (await store.store({ path: artefactPathOf(writeTo, kind) }, kind)).storageKey;
    return keys;
  } catch (error) {
    for (const key of Object.values(keys)) await store.remove(key);
    throw error;
  }
}

function measureStored(
  services: MeasuringServices,
  bytes: { readonly sha256: string; readonly storageKey: string },
  { measure, signal }: { measure: typeof measureSound; signal: AbortSignal },
): Promise<JobOutcome> {
  const { db, clock, config } = services;
  const { sha256 } = bytes;
  const store = fileStoreOf(config);
  return makeRenditions(
    services,
    {
      ...bytes,
      kinds: measuredKinds,
      make: measure,
      async keep(outcome, writeTo) {
        const made = outcome.kind === 'measured' ? outcome.artefacts : [];
        const artefacts = await storeArtefacts(store, writeTo, made);
        for (const unused of await keepMeasures(db, sha256, { outcome, artefacts }, clock.now()))
          await store.remove(unused);
      },
      keepProgress: ({ percent, isTold }) =>
        db.transaction(async (tx) => {
          const now = clock.now();
          if (isTold) await notifyViewers(tx, [sha256], 'file-measuring', now);
          await measuringLease.renew(tx, { sha256 }, now, { percent });
        }),
      release: (release) => measuringLease.release(db, { sha256 }, release, { percent: 0 }),
    },
    signal,
  );
}

/** The job that measures the sound of whatever file is first in line. `signal` interrupts it; it then begins again later. */
export function measureSoundJob(
  services: MeasuringServices,
  signal: AbortSignal,
  measure = measureSound,
): JobHandler<object> {
  const { db, clock, jobs, log } = services;

  async function measureNext(): Promise<JobOutcome> {
    const now = clock.now();
    const failed = { state: 'unmeasured', reason: 'failed', measuredAt: now } as const;
    for (const { sha256 } of await measuringLease.giveUp(db, now, failed)) {
      log.error('a file was not measured, although it was tried several times', {
        sha256: shortHashOf(sha256),
      });
      await db.transaction((tx) => notifyViewers(tx, [sha256], 'file-measured', clock.now()));
    }
    const claimed = signal.aborted ? null : await measuringLease.claim(db, clock.now());
    if (!claimed) return { ok: true };
    const { sha256 } = claimed;
    const storageKey = await findStorageKey(services, sha256);
    if (storageKey === null) {
      await db.delete(soundMeasurements).where(eq(soundMeasurements.sha256, sha256));
      return { ok: true };
    }
    return measureStored(services, { sha256, storageKey }, { measure, signal });
  }

  return {
    async run() {
      const outcome = await measureNext();
      // Comparisons may have waited for this measurement.
      if (outcome.ok) await enqueueComparing(services);
      // Each job measures one file, and leaves another behind while any waits.
      if (outcome.ok && (await measuringLease.hasDue(db, clock.now())))
        await db.transaction((tx) => jobs.enqueue(tx, [{ queue: measuringQueue, data: {} }]));
      if (outcome.ok) await enqueueLight(services);
      return outcome;
    },
  };
}
