import { eq, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { lightRenditions } from './light-rendition.table.ts';
import { soundMeasurements } from './sound-measurement.table.ts';

/** How many wait that were asked for before this one. */
const before = sql<number>`(
  select count(*) from sound_measurements as other
  where other.state in ('waiting', 'measuring') and other.asked_at < "sound_measurements"."asked_at"
)`.mapWith(Number);

const { state, percent, reason, measures, artefacts, measuredAt } = soundMeasurements;

/** What was measured, or how far it is. */
export const measurementColumns = { state, percent, reason, measures, artefacts, measuredAt, before };

const light = { state: lightRenditions.state, sizeBytes: lightRenditions.sizeBytes };

/**
 * What was measured of these bytes, or how far it is, with their light rendition where somebody wanted that; null where nobody
 * asked for any of it.
 */
export async function findMeasurement(db: Db, sha256: string) {
  const [found] = await db
    .select({ ...measurementColumns, light })
    .from(soundMeasurements)
    .leftJoin(lightRenditions, eq(lightRenditions.sha256, soundMeasurements.sha256))
    .where(eq(soundMeasurements.sha256, sha256));
  return found ?? null;
}

export type FoundMeasurement = NonNullable<Awaited<ReturnType<typeof findMeasurement>>>;
