import { and, inArray, isNotNull } from 'drizzle-orm';
import { soundComparisons } from '#src/features/recordings/comparisons/sound-comparison.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { placesOf, placesThrough, type Places } from './version-places.ts';

type Sound = { readonly id: string; readonly sha256: string };

/** How another version of a recording lies beside the one that is shown. */
export type OtherVersion = {
  /** Where each moment of the one that is shown lies in it. */
  readonly places: Places;
  /** How much louder it is, in LU; null where that is not known. */
  readonly louderLu: number | null;
};

const sumOf = (first: number | null, second: number | null) =>
  first === null || second === null ? null : first + second;

const through = (first: OtherVersion, second: OtherVersion): OtherVersion => ({
  places: placesThrough(first.places, second.places),
  louderLu: sumOf(first.louderLu, second.louderLu),
});

/**
 * How other versions lie beside a recording, by their ids, as far as they were compared: with it, else each with the next, as
 * neighbours are.
 */
export async function findOtherVersions(
  db: Db,
  sound: Sound,
  others: readonly Sound[],
): Promise<ReadonlyMap<string, OtherVersion>> {
  if (others.every(({ sha256 }) => sha256 === sound.sha256)) return new Map();
  const hashes = [sound, ...others].map(({ sha256 }) => sha256);
  const { olderSha256, newerSha256, comparison } = soundComparisons;
  const rows = await db
    .select({ olderSha256, newerSha256, comparison })
    .from(soundComparisons)
    .where(and(inArray(olderSha256, hashes), inArray(newerSha256, hashes), isNotNull(comparison)));
  const steps = rows.flatMap(({ olderSha256: older, newerSha256: newer, comparison: found }) => {
    if (!found) return [];
    const { louderLu } = found;
    const back = louderLu === null ? null : 0 - louderLu;
    return [
      { from: older, to: newer, step: { places: placesOf(found, true), louderLu } },
      { from: newer, to: older, step: { places: placesOf(found, false), louderLu: back } },
    ];
  });
  const found = new Map<string, OtherVersion | null>([[sound.sha256, null]]);
  // A map hands out what is added while it is walked through: what takes fewer steps comes first.
  for (const [sha256, before] of found)
    for (const { from, to, step } of steps)
      if (from === sha256 && !found.has(to)) found.set(to, before ? through(before, step) : step);
  return new Map(
    others.flatMap(({ id, sha256 }) => {
      const other = found.get(sha256);
      return other ? [[id, other] as const] : [];
    }),
  );
}
