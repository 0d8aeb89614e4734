import { asc, eq, sql, and, inArray, notExists } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { previewAudios } from './preview-audio.table.ts';
import { soundMeasurements } from './sound-measurement.table.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { leaseQueueOf } from '#src/platform/jobs/lease-queue.ts';
import { analyserVersion, rowOfSound } from '#src/audio/sound-measures.ts';

const { state, askedAt, percent, reason, measures, picture, artefacts, measuredAt } =
  soundMeasurements;

/**
 * In which order it is measured: what never was comes first, then what an older analyser has measured; of either, what was asked for
 * first.
 */
export const inLine = [sql`(${measuredAt} is not null)`, asc(askedAt), asc(soundMeasurements.sha256)];

/** How many stand before it in that order. */
const before = sql<number>`(
  select count(*) from sound_measurements as other
  where other.state in ('waiting', 'measuring')
    and (other.measured_at is not null, other.asked_at, other.sha256)
      < ("sound_measurements"."measured_at" is not null, "sound_measurements"."asked_at", "sound_measurements"."sha256")
)`.mapWith(Number);

/** What was measured, or how far it is. */
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
 * What was measured of these bytes, or how far it is, with their light rendition where somebody wanted that; null where nobody
 * asked for any of it.
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

/** The queue whose jobs measure whatever is first in line, one file each. */
export const measuringQueue = 'sound-measuring';

/** What waits to be measured. */
export const measuringLease = leaseQueueOf(soundMeasurements, {
  doing: 'measuring',
  key: { sha256: soundMeasurements.sha256 },
  order: inLine,
  begun: { analyser: analyserVersion, percent: 0 },
});

/** The kinds of files that hold sound. */
export const soundKinds = ['audio', 'video'] as const;

/**
 * Asks for the sound of stored bytes to be measured, in the caller's transaction; not for what is no sound, nor for bytes that
 * were asked for before, unless that was given up. Returns what is known of their sound for the file's own row. It stays as it is until that transaction
 * ends, so that what is measured at this moment reaches the new row, too.
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
 * Forgets what was measured of bytes that no file has any more, in the transaction that removed the files. Returns the storage
 * keys of what was made of them.
 */
export async function forgetMeasurements(tx: Db, sha256s: readonly string[]): Promise<string[]> {
  if (sha256s.length === 0) return [];
  const isUsed = sql`(select 1 from files where files.sha256 = ${soundMeasurements.sha256})`;
  const gone = await tx
    .delete(soundMeasurements)
    .where(and(inArray(soundMeasurements.sha256, [...sha256s]), notExists(isUsed)))
    .returning({ renditionKey: soundMeasurements.renditionKey, artefacts: soundMeasurements.artefacts });
  return gone.flatMap((row) => [row.renditionKey ?? [], Object.values(row.artefacts)].flat());
}
