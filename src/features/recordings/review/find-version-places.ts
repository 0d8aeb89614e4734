import { and, eq, inArray, or } from 'drizzle-orm';
import { soundComparisons } from '#src/features/recordings/comparisons/sound-comparison.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { placesOf, type Places } from './version-places.ts';

type Sound = { readonly id: string; readonly sha256: string };

/** Where each moment of a recording lies in others, by their ids, as far as they were compared. */
export async function findVersionPlaces(
  db: Db,
  sound: Sound,
  others: readonly Sound[],
): Promise<ReadonlyMap<string, Places>> {
  const hashes = others.map(({ sha256 }) => sha256).filter((sha256) => sha256 !== sound.sha256);
  if (hashes.length === 0) return new Map();
  const { olderSha256, newerSha256, comparison } = soundComparisons;
  const rows = await db
    .select({ olderSha256, newerSha256, comparison })
    .from(soundComparisons)
    .where(
      or(
        and(eq(olderSha256, sound.sha256), inArray(newerSha256, hashes)),
        and(eq(newerSha256, sound.sha256), inArray(olderSha256, hashes)),
      ),
    );
  const found = rows.flatMap((row) => {
    const isFromOlder = row.olderSha256 === sound.sha256;
    const otherSha256 = isFromOlder ? row.newerSha256 : row.olderSha256;
    const places = row.comparison && placesOf(row.comparison, isFromOlder);
    return places
      ? others.filter(({ sha256 }) => sha256 === otherSha256).map(({ id }) => [id, places] as const)
      : [];
  });
  return new Map(found);
}
