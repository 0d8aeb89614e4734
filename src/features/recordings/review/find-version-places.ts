import { and, inArray, isNotNull } from 'drizzle-orm';
import { soundComparisons } from '#src/features/recordings/comparisons/sound-comparison.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { placesOf, placesThrough, type Places } from './version-places.ts';

type Sound = { readonly id: string; readonly sha256: string };

/**
 * Where each moment of a recording lies in others, by their ids, as far as they were compared: with it, else each with the next, as
 * neighbours are.
 */
export async function findVersionPlaces(
  db: Db,
  sound: Sound,
  others: readonly Sound[],
): Promise<ReadonlyMap<string, Places>> {
  if (others.every(({ sha256 }) => sha256 === sound.sha256)) return new Map();
  const hashes = [sound, ...others].map(({ sha256 }) => sha256);
  const { olderSha256, newerSha256, comparison } = soundComparisons;
  const rows = await db
    .select({ olderSha256, newerSha256, comparison })
    .from(soundComparisons)
    .where(and(inArray(olderSha256, hashes), inArray(newerSha256, hashes), isNotNull(comparison)));
  const steps = rows.flatMap((row) =>
    [true, false].map((isFromOlder) => ({
      from: isFromOlder ? row.olderSha256 : row.newerSha256,
      to: isFromOlder ? row.newerSha256 : row.olderSha256,
      places: row.comparison ? placesOf(row.comparison, isFromOlder) : [],
    })),
  );
  const found = new Map<string, Places | null>([[sound.sha256, null]]);
  // A map hands out what is added while it is walked through: what takes fewer steps comes first.
  for (const [sha256, before] of found)
    for (const { from, to, places } of steps)
      if (from === sha256 && !found.has(to)) found.set(to, before ? placesThrough(before, places) : places);
  return new Map(
    others.flatMap(({ id, sha256 }) => {
      const places = found.get(sha256);
      return places ? [[id, places] as const] : [];
    }),
  );
}
