import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import { soundComparisons } from '#src/features/files/comparisons/sound-comparison.table.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { placesOf, placesThrough, type Places } from './version-places.ts';

type Sound = { readonly id: string; readonly sha256: string };

/** How another version of a recording lies beside the one that is shown. */
export type OtherVersion = {
  /** Where each moment of the one that is shown lies in it; null where they were not compared. */
  readonly places: Places | null;
  /** How much louder it is, in LU: by what both hold, else as a whole; null where one is silent or not measured. */
  readonly louderLu: number | null;
};

type Compared = OtherVersion & { readonly places: Places };

const sumOf = (first: number | null, second: number | null) =>
  first === null || second === null ? null : first + second;

const through = (first: Compared, second: Compared): Compared => ({
  places: placesThrough(first.places, second.places),
  louderLu: sumOf(first.louderLu, second.louderLu),
});

/** How others lie beside a sound, by their hashes, as far as they were compared: with it, else each with the next, as neighbours are. */
async function findCompared(db: Db, sound: Sound, hashes: readonly string[]) {
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
  const found = new Map<string, Compared | null>([[sound.sha256, null]]);
  // A map hands out what is added while it is walked through: what takes fewer steps comes first.
  for (const [sha256, before] of found)
    for (const { from, to, step } of steps)
      if (from === sha256 && !found.has(to)) found.set(to, before ? through(before, step) : step);
  return found;
}

/** The loudness of sounds as a whole, by their hashes, in LUFS; of those that have one. */
async function findLoudness(db: Db, hashes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { sha256, measures } = soundMeasurements;
  const rows = await db
    .select({ sha256, lufs: sql<number | null>`(${measures} ->> 'integrated')::float8` })
    .from(soundMeasurements)
    .where(inArray(sha256, hashes));
  return new Map(rows.flatMap((row) => (row.lufs === null ? [] : [[row.sha256, row.lufs] as const])));
}

/** How other versions lie beside a recording, by their ids. */
export async function findOtherVersions(
  db: Db,
  sound: Sound,
  others: readonly Sound[],
): Promise<ReadonlyMap<string, OtherVersion>> {
  const differing = others.filter(({ sha256 }) => sha256 !== sound.sha256);
  if (differing.length === 0) return new Map();
  const hashes = [sound, ...differing].map(({ sha256 }) => sha256);
  const compared = await findCompared(db, sound, hashes);
  const isAllKnown = differing.every(({ sha256 }) => compared.get(sha256)?.louderLu != null);
  const loudness = isAllKnown ? null : await findLoudness(db, hashes);
  const own = loudness?.get(sound.sha256);
  return new Map(
    differing.map(({ id, sha256 }) => {
      const { places = null, louderLu = null } = compared.get(sha256) ?? {};
      const theirs = loudness?.get(sha256);
      const asWhole = own === undefined || theirs === undefined ? null : theirs - own;
      return [id, { places, louderLu: louderLu ?? asWhole }] as const;
    }),
  );
}
