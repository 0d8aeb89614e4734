import {
  placeIn,
  type SoundComparison,
  type UncomparedReason,
} from '#src/audio/alignment/sound-comparison.ts';
import { findComparison } from './find-comparison.ts';
import type { Db } from '#src/platform/database/database.ts';

/** The place of a comment on a version, in milliseconds; if the passage was cut out (`isCut`), its place on the version before. */
export type CommentPlace = {
  readonly atMs: number;
  readonly untilMs: number | null;
  readonly isCut: boolean;
};

export type VersionSound = {
  readonly id: string;
  readonly sha256: string;
  readonly durationMs: number | null;
};

function placeOn(
  { atMs, untilMs, isCut }: CommentPlace,
  endMs: number | null,
  comparison: SoundComparison | null,
): CommentPlace {
  const found = comparison ? placeIn(comparison, atMs) : atMs;
  const isGone = isCut || found === null || found > (endMs ?? found);
  if (isGone) return { atMs, untilMs: null, isCut: true };
  const until = untilMs !== null && comparison ? placeIn(comparison, untilMs) : untilMs;
  // A range whose end was cut out is a comment at its beginning.
  const isRange = until !== null && until > found && until <= (endMs ?? until);
  return { atMs: found, untilMs: isRange ? until : null, isCut: false };
}

/** Reasons for which two versions were not compared, although either may be comparable with another: one of them is not like the rest. */
const unlike = new Set<UncomparedReason | null>(['too-different', 'unmeasured']);

/**
 * Finds where places on a version lie on a newer one: by what comparing them found; until then at the same moments. With
 * whether they were found to have nothing in common.
 */
export async function findPlaces(db: Db, older: VersionSound, newer: VersionSound) {
  const pair = { olderSha256: older.sha256, newerSha256: newer.sha256 };
  const found = await findComparison(db, pair);
  const comparison = found?.comparison ?? null;
  return {
    isUnlike: found?.state === 'uncompared' && unlike.has(found.reason),
    placeOn: (place: CommentPlace) => placeOn(place, newer.durationMs, comparison),
  };
}
