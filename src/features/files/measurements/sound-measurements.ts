import { asc, eq, sql, and, inArray, notExists } from 'drizzle-orm';
import { allFiles } from '../store/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { previewAudios } from './preview-audio.table.ts';
import { soundMeasurements } from './sound-measurement.table.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { leaseQueueOf } from '#src/platform/jobs/lease-queue.ts';
import { analyserVersion, rowOfSound } from '#src/audio/sound-measures.ts';

const { state, askedAt, percent, reason, measures, picture, artefacts, measuredAt } = soundMeasurements;

/**
 * The order of measuring: new files first, then those measured by an older analyser; within each, by time of request.
 */
export const inLine = [sql`(${measuredAt} is not null)`, asc(askedAt), asc(soundMeasurements.sha256)];

/** The number of files before it in that order. */
const before = sql<number>`(
  select count(*) from sound_measurements as other
  where other.state in ('waiting', 'measuring')
    and (other.measured_at is not null, other.asked_at, other.sha256)
      < ("sound_measurements"."measured_at" is not null, "sound_measurements"."asked_at", "sound_measurements"."sha256")
)`.mapWith(Number);

/** Columns of a measurement or its progress. */
export const measurementColumns = {
  state,
  percent,
  reason,
  measures,
  picture,
  artefacts,
  measuredAt,
  before,
};

const light = { state: previewAudios.state, sizeBytes: previewAudios.sizeBytes };

/**
 * Returns the measurement of these bytes, or its progress, with their preview audio if it was requested; null if no
 * measurement was requested.
 */
export async function findMeasurement(db: Db, hash: string) {
  const [found] = await db
    .select({ ...measurementColumns, light })
    .from(soundMeasurements)
    .leftJoin(previewAudios, eq(previewAudios.sha256, soundMeasurements.sha256))
    .where(eq(soundMeasurements.sha256, hash));
  return found ?? null;
}

export type FoundMeasurement = NonNullable<Awaited<ReturnType<typeof findMeasurement>>>;

/** The queue whose jobs each measure the next file. */
export const measuringQueue = 'sound-measuring';

/** Leases of files that are waiting to be measured. */
export const measuringLease = leaseQueueOf(soundMeasurements, {
  doing: 'measuring',
  key: { sha256: soundMeasurements.sha256 },
  order: inLine,
  begun: { analyser: analyserVersion, percent: 0 },
});

/** The kinds of files with sound. */
export const soundKinds = ['audio', 'video'] as const;

/**
 * Requests a measurement of stored bytes, in the caller's transaction, unless they have no sound or were requested
 * before (a failed measurement is repeated). Returns the known values for the file's row, locked until the transaction
 * ends, so that a measurement that ends now also reaches the new row.
 */
export async function requestMeasuring(
  tx: Db,
  { clock, jobs }: QueueServices,
  { kind, sha256 }: { readonly kind: string; readonly sha256: string },
): Promise<ReturnType<typeof rowOfSound> | null> {
  if (!soundKinds.some((each) => each === kind)) return null;
  const asked = await tx
    .insert(soundMeasurements)
    .values({ sha256, state: 'waiting', analyser: analyserVersion, askedAt: clock.now() })
    .onConflictDoUpdate({
      target: soundMeasurements.sha256,
      set: { state: 'waiting', attempts: 0, reason: null, measuredAt: null, askedAt: clock.now() },
      setWhere: eq(soundMeasurements.reason, 'failed'),
    })
    .returning({ sha256: soundMeasurements.sha256 });
  if (asked.length > 0) {
    await jobs.enqueue(tx, [{ queue: measuringQueue, data: {} }]);
    return null;
  }
  const [known] = await tx
    .select({ measures: soundMeasurements.measures })
    .from(soundMeasurements)
    .where(eq(soundMeasurements.sha256, sha256))
    .for('share');
  return known?.measures ? rowOfSound(known.measures) : null;
}

/**
 * Deletes the measurements of bytes that no file has any more, in the transaction that removed the files. Returns the
 * storage keys of their artefacts.
 */
export async function forgetMeasurements(tx: Db, sha256s: readonly string[]): Promise<string[]> {
  if (sha256s.length === 0) return [];
  const isUsed = sql`(select 1 from ${allFiles} where ${allFiles.sha256} = ${soundMeasurements.sha256})`;
  const gone = await tx
    .delete(soundMeasurements)
    .where(and(inArray(soundMeasurements.sha256, [...sha256s]), notExists(isUsed)))
    .returning({ renditionKey: soundMeasurements.renditionKey, artefacts: soundMeasurements.artefacts });
  return gone.flatMap((row) => [row.renditionKey ?? [], Object.values(row.artefacts)].flat());
}
