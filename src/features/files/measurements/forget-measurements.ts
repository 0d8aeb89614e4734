import { and, inArray, notExists, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { soundMeasurements } from './sound-measurement.table.ts';

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
  return gone.flatMap(({ renditionKey, artefacts }) => [renditionKey ?? [], Object.values(artefacts)].flat());
}
