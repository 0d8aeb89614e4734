import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { fileStoreOf, shortHashOf, type FileStore } from '#src/features/recordings/store/file-store.ts';
import { findStorageKey, withLocalCopy } from '#src/features/recordings/store/local-copy.ts';
import { tellWhoSees } from '#src/features/recordings/files/who-sees.ts';
import { enqueueComparing } from '#src/features/recordings/comparisons/due-comparisons.ts';
import { measuringQueue } from '#src/features/recordings/measurements/request-measuring.ts';
import {
  soundMeasurements,
  type StoredArtefacts,
} from '#src/features/recordings/measurements/sound-measurement.table.ts';
import { measureSound, type MeasuringOutcome } from '#src/features/recordings/sound/measure-sound.ts';
import {
  artefactPathOf,
  measuredKinds,
  type ArtefactKind,
} from '#src/features/recordings/sound/sound-artefacts.ts';
import type { JobHandler, JobOutcome } from '#src/platform/jobs/jobs.ts';
import { workUnderLease, type Progress, type Release, type Watch } from '#src/platform/jobs/leased-work.ts';
import type { Services } from '#src/platform/services/services.ts';
import { claimMeasuring, giveUpMeasuring, hasDue } from './claim-measuring.ts';
import { renditionFolderOf } from './left-renditions.ts';
import { enqueueLight } from './request-light.ts';
import { keepMeasures, keepMeasuringProgress, releaseMeasuring } from './keep-measures.ts';

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

async function measureStored(
  services: MeasuringServices,
  { sha256, storageKey }: { sha256: string; storageKey: string },
  { measure, signal }: { measure: typeof measureSound; signal: AbortSignal },
): Promise<JobOutcome> {
  const { db, clock, config } = services;
  const store = fileStoreOf(config);
  const folder = renditionFolderOf(config.dataDir);
  const writeTo = join(folder, sha256);
  const work = {
    async make(watch: Watch) {
      await mkdir(folder, { recursive: true });
      return withLocalCopy(services, storageKey, watch.signal, (path) => measure({ path, writeTo }, watch));
    },
    async keep(outcome: MeasuringOutcome) {
      const made = outcome.kind === 'measured' ? outcome.artefacts : [];
      const artefacts = await storeArtefacts(store, writeTo, made);
      for (const unused of await keepMeasures(db, sha256, { outcome, artefacts }, clock.now()))
        await store.remove(unused);
    },
    keepProgress: (progress: Progress) => keepMeasuringProgress(db, sha256, progress, clock.now()),
    release: (release: Release) => releaseMeasuring(db, sha256, release),
  };
  try {
    return await workUnderLease(services, work, signal);
  } finally {
    for (const kind of measuredKinds) await rm(artefactPathOf(writeTo, kind), { force: true });
  }
}

/** The job that measures the sound of whatever file is first in line. `signal` interrupts it; it then begins again later. */
export function measureSoundJob(
  services: MeasuringServices,
  signal: AbortSignal,
  measure = measureSound,
): JobHandler<object> {
  const { db, clock, jobs, log } = services;

  async function measureNext(): Promise<JobOutcome> {
    for (const sha256 of await giveUpMeasuring(db, clock.now())) {
      log.error('a file was not measured, although it was tried several times', {
        sha256: shortHashOf(sha256),
      });
      await db.transaction((tx) => tellWhoSees(tx, [sha256], 'file-measured', clock.now()));
    }
    const sha256 = signal.aborted ? null : await claimMeasuring(db, clock.now());
    if (sha256 === null) return { ok: true };
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
      if (outcome.ok && (await hasDue(db, clock.now())))
        await db.transaction((tx) => jobs.enqueue(tx, [{ queue: measuringQueue, data: {} }]));
      if (outcome.ok) await enqueueLight(services);
      return outcome;
    },
  };
}
