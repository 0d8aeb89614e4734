import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { lightRenditions } from './light-rendition.table.ts';
import { soundMeasurements } from './sound-measurement.table.ts';

const { sha256, state, askedAt, percent, reason, measures, picture, artefacts, measuredAt } =
  soundMeasurements;

/**
 * In which order it is measured: what never was comes first, then what an older analyser has measured; of either, what was asked for
 * first.
 */
export const inLine = [sql`(${measuredAt} is not null)`, asc(askedAt), asc(sha256)];

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

const light = { state: lightRenditions.state, sizeBytes: lightRenditions.sizeBytes };

/**
 * What was measured of these bytes, or how far it is, with their light rendition where somebody wanted that; null where nobody
 * asked for any of it.
 */
export async function findMeasurement(db: Db, hash: string) {
  const [found] = await db
    .select({ ...measurementColumns, light })
    .from(soundMeasurements)
    .leftJoin(lightRenditions, eq(lightRenditions.sha256, sha256))
    .where(eq(sha256, hash));
  return found ?? null;
}

export type FoundMeasurement = NonNullable<Awaited<ReturnType<typeof findMeasurement>>>;
