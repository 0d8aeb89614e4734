import {
  placeIn,
  type SoundComparison,
  type UncomparedReason,
} from '#src/audio/alignment/sound-comparison.ts';
import { findComparison, requestComparing } from './sound-comparisons.ts';
import type { Db } from '#src/platform/database/database.ts';
import { aliasedTable, and, eq, gt, inArray, sql } from 'drizzle-orm';
import { carriedComments, fileComments, files } from '../store/file.table.ts';
import type { ComparedPair } from './sound-comparison.table.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';

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

function placeFor(
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
async function findPlaces(db: Db, older: VersionSound, newer: VersionSound) {
  const pair = { olderSha256: older.sha256, newerSha256: newer.sha256 };
  const found = await findComparison(db, pair);
  const comparison = found?.comparison ?? null;
  return {
    isUnlike: found?.state === 'uncompared' && unlike.has(found.reason),
    placeOn: (place: CommentPlace) => placeFor(place, newer.durationMs, comparison),
  };
}

const older = aliasedTable(files, 'older');
const newer = aliasedTable(files, 'newer');

const soundOf = ({ id, sha256, durationMs }: typeof files) => ({ id, sha256, durationMs });

/** The pairs of versions from one of which comments were carried to the other. */
const pairs = (tx: Db) =>
  tx
    .selectDistinct({ older: soundOf(older), newer: soundOf(newer) })
    .from(carriedComments)
    .innerJoin(older, eq(older.id, carriedComments.fromFileId))
    .innerJoin(newer, and(eq(newer.id, carriedComments.fileId), gt(newer.version, older.version)));

/** The places that comments were carried to from a version, with where they stand on that. */
function listSources(tx: Db, from: VersionSound, to: VersionSound) {
  const before = aliasedTable(carriedComments, 'before');
  return tx
    .select({
      commentId: fileComments.id,
      atMs: sql<number>`coalesce(${before.atMs}, ${fileComments.atMs})`,
      untilMs: sql<
        number | null
      >`case when ${before.fileId} is null then ${fileComments.untilMs} else ${before.untilMs} end`,
      isCut: sql<boolean>`coalesce(${before.isCut}, false)`,
    })
    .from(carriedComments)
    .innerJoin(fileComments, eq(fileComments.id, carriedComments.commentId))
    .leftJoin(before, and(eq(before.commentId, carriedComments.commentId), eq(before.fileId, from.id)))
    .where(and(eq(carriedComments.fileId, to.id), eq(carriedComments.fromFileId, from.id)));
}

/**
 * Bypasses a version that has nothing in common with `to`, such as a wrong file: comments that came through it now come from the
 * versions before it. Returns those versions.
 */
async function passOver(tx: Db, wrong: VersionSound, to: VersionSound): Promise<VersionSound[]> {
  const before = aliasedTable(carriedComments, 'before');
  const rows = await tx
    .select({ commentId: before.commentId, source: soundOf(files) })
    .from(carriedComments)
    .innerJoin(before, and(eq(before.commentId, carriedComments.commentId), eq(before.fileId, wrong.id)))
    .innerJoin(files, eq(files.id, before.fromFileId))
    .where(and(eq(carriedComments.fileId, to.id), eq(carriedComments.fromFileId, wrong.id)));
  const sources = Map.groupBy(rows, ({ source }) => source.id);
  for (const [fromFileId, comments] of sources) {
    const ids = comments.map(({ commentId }) => commentId);
    const areThese = and(inArray(carriedComments.commentId, ids), eq(carriedComments.fileId, to.id));
    await tx.update(carriedComments).set({ fromFileId }).where(areThese);
  }
  return [...sources.values()].flatMap(([first]) => (first ? [first.source] : []));
}

/**
 * Sets the places on a version of what was carried to it from another, and of what was carried on from there, in the caller's
 * transaction. What comes by way of a version that has nothing in common with it is carried past that.
 */
export async function alignPair(
  tx: Db,
  services: QueueServices,
  from: VersionSound,
  to: VersionSound,
): Promise<void> {
  const { isUnlike, placeOn } = await findPlaces(tx, from, to);
  for (const source of isUnlike ? await passOver(tx, from, to) : []) {
    if (source.sha256 !== to.sha256) await requestComparing(tx, services, source.sha256, to.sha256);
    await alignPair(tx, services, source, to);
  }
  for (const { commentId, atMs, untilMs, isCut } of await listSources(tx, from, to)) {
    const isIt = and(eq(carriedComments.commentId, commentId), eq(carriedComments.fileId, to.id));
    await tx.update(carriedComments).set(placeOn({ atMs, untilMs, isCut })).where(isIt);
  }
  // Comments that were carried on from there move with it.
  for (const next of await pairs(tx).where(eq(older.id, to.id)))
    await alignPair(tx, services, next.older, next.newer);
}

/**
 * Corrects the places of carried comments after two recordings were compared. Runs in the caller's transaction, which has locked
 * the clients who see them. Doing it again changes nothing.
 */
export async function alignCarried(
  tx: Db,
  services: QueueServices,
  { olderSha256, newerSha256 }: ComparedPair,
): Promise<void> {
  const compared = and(eq(older.sha256, olderSha256), eq(newer.sha256, newerSha256));
  for (const pair of await pairs(tx).where(compared)) await alignPair(tx, services, pair.older, pair.newer);
}
