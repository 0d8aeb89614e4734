import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { soundComparisons } from '../comparisons/sound-comparison.table.ts';
import { requestFormatComparisons } from '../arrange/formats.ts';
import { allFiles } from '../store/file.table.ts';
import { inLine, measuringLease, measuringQueue } from '../measurements/sound-measurements.ts';
import { soundMeasurements, type StoredArtefacts } from '../measurements/sound-measurement.table.ts';
import { type MeasuringOutcome, measureSound } from '#src/audio/measure-sound.ts';
import {
  rowOfPicture,
  rowOfSound,
  artefactPathOf,
  measuredKinds,
  type ArtefactKind,
} from '#src/audio/sound-measures.ts';
import type { Db } from '#src/platform/database/database.ts';
import { lockViewers, tellPages, notifyViewers } from './notify-viewers.ts';
import { fileStoreOf } from '../store/file-store.ts';
import { shortHashOf, type FileStore } from '../store/stored-bytes.ts';
import { findStorageKey } from '../store/local-copy.ts';
import { enqueueComparing } from '../comparisons/sound-comparisons.ts';
import type { JobHandler, JobOutcome } from '#src/platform/jobs/queue-worker.ts';
import type { Services } from '#src/platform/services/services.ts';
import { makeRenditions } from './rendition-folder.ts';
import { enqueuePreview } from './request-preview.ts';

/** How many waiting files at the front of the queue, and how many others, get an updated position at once. */
const toldAtOnce = 20;

/**
 * Lists the waiting recordings whose pages are notified of their new position: the next twenty, and twenty random
 * others. The cost does not depend on the length of the queue.
 */
async function listTold(tx: Db): Promise<string[]> {
  const { sha256, state, measures } = soundMeasurements;
  const waiting = () =>
    tx
      .select({ sha256 })
      .from(soundMeasurements)
      .where(and(eq(state, 'waiting'), isNull(measures)))
      .orderBy(...inLine);
  const next = await waiting().limit(toldAtOnce);
  if (next.length < toldAtOnce) return next.map((each) => each.sha256);
  const behind = waiting().offset(toldAtOnce).as('behind');
  const drawn = await tx
    .select({ sha256: behind.sha256 })
    .from(behind)
    .orderBy(sql`random()`)
    .limit(toldAtOnce);
  return [...next, ...drawn].map((each) => each.sha256);
}

/** Repeats the comparisons with these bytes, because the decoder now returns another number of samples. */
async function compareAgain(tx: Db, sha256: string, now: Date): Promise<void> {
  const { olderSha256, newerSha256 } = soundComparisons;
  await tx
    .update(soundComparisons)
    .set({ state: 'waiting', askedAt: now, attempts: 0, leasedUntil: null })
    .where(or(eq(olderSha256, sha256), eq(newerSha256, sha256)));
}

type Result = { readonly outcome: MeasuringOutcome; readonly artefacts: StoredArtefacts };

/**
 * Stores a measurement, writes length and waveform to every file with these bytes, and notifies open pages, including
 * those of waiting files. Returns the storage keys that are no longer used: the old artefacts, or the new ones if the
 * bytes were removed in the meantime.
 */
export async function storeMeasures(
  db: Db,
  sha256: string,
  { outcome, artefacts: { rendition, ...artefacts } }: Result,
  now: Date,
): Promise<string[]> {
  const isMeasured = outcome.kind === 'measured';
  const picture = isMeasured ? null : (outcome.picture ?? null);
  return db.transaction(async (tx) => {
    const viewers = await lockViewers(tx, [sha256, ...(await listTold(tx))]);
    const [before] = await tx
      .select({
        renditionKey: soundMeasurements.renditionKey,
        artefacts: soundMeasurements.artefacts,
        measures: soundMeasurements.measures,
      })
      .from(soundMeasurements)
      .where(measuringLease.isHeld({ sha256 }))
      .for('update');
    if (!before) return [rendition ?? [], Object.values(artefacts)].flat();
    // Preview audio was made from the same bytes, so it stays.
    const { light, ...old } = before.artefacts;
    await tx
      .update(soundMeasurements)
      .set({
        state: outcome.kind,
        percent: 100,
        leasedUntil: null,
        measuredAt: now,
        renditionKey: rendition ?? null,
        artefacts: light === undefined ? artefacts : { ...artefacts, light },
        reason: isMeasured ? null : outcome.reason,
        measures: isMeasured ? outcome.measures : null,
        picture,
      })
      .where(eq(soundMeasurements.sha256, sha256));
    if (isMeasured && before.measures && before.measures.frames !== outcome.measures.frames)
      await compareAgain(tx, sha256, now);
    const row = isMeasured ? rowOfSound(outcome.measures) : picture && rowOfPicture(picture);
    if (row) await tx.update(allFiles).set(row).where(eq(allFiles.sha256, sha256));
    await tellPages(tx, viewers, 'file-measured', now);
    return [before.renditionKey ?? [], Object.values(old)].flat();
  });
}

type MeasuringServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'config' | 'log'>;

/** Moves the artefacts into the file store, all of them or none. */
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
        for (const unused of await storeMeasures(db, sha256, { outcome, artefacts }, clock.now()))
          await store.remove(unused);
        await db.transaction((tx) => requestFormatComparisons(tx, services, sha256));
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

/** The job that measures the next file. If `signal` interrupts it, it is repeated later. */
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
      // Each job measures one file, then enqueues the next job.
      if (outcome.ok && (await measuringLease.hasDue(db, clock.now())))
        await db.transaction((tx) => jobs.enqueue(tx, [{ queue: measuringQueue, data: {} }]));
      if (outcome.ok) await enqueuePreview(services);
      return outcome;
    },
  };
}
