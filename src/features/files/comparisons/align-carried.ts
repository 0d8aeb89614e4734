import {
  placeIn,
  type SoundComparison,
  type UncomparedReason,
} from '#src/audio/alignment/sound-comparison.ts';
import { readDetail } from '#src/audio/alignment/change-detail.ts';
import { changeAt, changeThrough, noChange, type PlaceChange } from '#src/audio/alignment/place-change.ts';
import { findDetailed, requestComparing } from './sound-comparisons.ts';
import type { Db } from '#src/platform/database/database.ts';
import { aliasedTable, and, eq, gt, inArray, sql } from 'drizzle-orm';
import { carriedComments, fileComments, files } from '../store/file.table.ts';
import type { ComparedPair } from './sound-comparison.table.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';

/**
 * The position of a comment on a version, in milliseconds; if the passage was cut (`isCut`), its position on the
 * previous version.
 */
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
  // A range whose end was cut becomes a comment at its start.
  const isRange = until !== null && until > found && until <= (endMs ?? until);
  return { atMs: found, untilMs: isRange ? until : null, isCut: false };
}

/** Reasons specific to a pair: either version may still be comparable with others. */
const unlike = new Set<UncomparedReason | null>(['too-different', 'unmeasured']);

/** Finds what changed at positions on a version in a newer one; null until both are compared. */
export async function findChanges(db: Db, older: VersionSound, newer: VersionSound) {
  const found = await findDetailed(db, { olderSha256: older.sha256, newerSha256: newer.sha256 });
  const { comparison = null, detail = null, state, reason = null } = found ?? {};
  const read = detail && readDetail(detail);
  const isSame = older.sha256 === newer.sha256;
  return {
    comparison,
    /** True if they were found to have nothing in common. */
    isUnlike: state === 'uncompared' && unlike.has(reason),
    changeOf: (place: Pick<CommentPlace, 'atMs' | 'untilMs'>): PlaceChange | null => {
      if (isSame) return noChange;
      if (comparison && read) return changeAt(comparison, read, place);
      return state === 'uncompared' ? { verdict: 'unknown' } : null;
    },
  };
}

const older = aliasedTable(files, 'older');
const newer = aliasedTable(files, 'newer');

const soundOf = ({ id, sha256, durationMs }: typeof files) => ({ id, sha256, durationMs });

/** The pairs of versions between which comments were carried. */
const pairs = (tx: Db) =>
  tx
    .selectDistinct({ older: soundOf(older), newer: soundOf(newer) })
    .from(carriedComments)
    .innerJoin(older, eq(older.id, carriedComments.fromFileId))
    .innerJoin(newer, and(eq(newer.id, carriedComments.fileId), gt(newer.version, older.version)));

/** A comment that was carried from a version: its position there, and its change until then. */
type Source = CommentPlace & {
  readonly commentId: string;
  /** True if it had been carried to that version, too. */
  readonly isCarried: boolean;
  readonly change: PlaceChange | null;
};

/** Lists the comments that were carried from a version to another. */
function listSources(tx: Db, from: VersionSound, to: VersionSound): PromiseLike<Source[]> {
  const before = aliasedTable(carriedComments, 'before');
  return tx
    .select({
      commentId: fileComments.id,
      atMs: sql<number>`coalesce(${before.atMs}, ${fileComments.atMs})`,
      untilMs: sql<
        number | null
      >`case when ${before.fileId} is null then ${fileComments.untilMs} else ${before.untilMs} end`,
      isCut: sql<boolean>`coalesce(${before.isCut}, false)`,
      isCarried: sql<boolean>`${before.fileId} is not null`,
      change: before.change,
    })
    .from(carriedComments)
    .innerJoin(fileComments, eq(fileComments.id, carriedComments.commentId))
    .leftJoin(before, and(eq(before.commentId, carriedComments.commentId), eq(before.fileId, from.id)))
    .where(and(eq(carriedComments.fileId, to.id), eq(carriedComments.fromFileId, from.id)));
}

/**
 * Bypasses a version that has nothing in common with `to`, such as a wrong file: comments carried through it now come
 * from the versions before it. Returns those versions.
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

/** Returns the change of a comment since the version it was made on. */
function changeFrom(
  { isCarried, isCut, change: before, ...place }: Source,
  step: (place: CommentPlace) => PlaceChange | null,
) {
  // A passage that was cut has no place in which anything could change.
  if (isCarried && (isCut || before === null)) return before;
  const change = step({ ...place, isCut });
  return before && change ? changeThrough(before, change) : change;
}

/**
 * Sets the positions and changes of comments carried to a version, and of those carried on from it, in the caller's
 * transaction. Comments that came through an unrelated version bypass it.
 */
export async function alignPair(
  tx: Db,
  services: QueueServices,
  from: VersionSound,
  to: VersionSound,
): Promise<void> {
  const { isUnlike, comparison, changeOf } = await findChanges(tx, from, to);
  for (const source of isUnlike ? await passOver(tx, from, to) : []) {
    if (source.sha256 !== to.sha256) await requestComparing(tx, services, source.sha256, to.sha256);
    await alignPair(tx, services, source, to);
  }
  const rows = (await listSources(tx, from, to)).map((source) => {
    const { atMs, untilMs, isCut } = placeFor(source, to.durationMs, comparison);
    const change = changeFrom(source, changeOf);
    return { comment_id: source.commentId, at_ms: atMs, until_ms: untilMs, is_cut: isCut, change };
  });
  await tx.execute(sql`
    update carried_comments place
    set at_ms = row.at_ms, until_ms = row.until_ms, is_cut = row.is_cut, change = row.change
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as row (comment_id uuid, at_ms integer, until_ms integer, is_cut boolean, change json)
    where place.comment_id = row.comment_id and place.file_id = ${to.id}`);
  // Comments carried on from there move too.
  for (const next of await pairs(tx).where(eq(older.id, to.id)))
    await alignPair(tx, services, next.older, next.newer);
}

/**
 * Corrects the positions of carried comments after two recordings were compared. Runs in the caller's transaction,
 * which has locked the clients who see them. Idempotent.
 */
export async function alignCarried(
  tx: Db,
  services: QueueServices,
  { olderSha256, newerSha256 }: ComparedPair,
): Promise<void> {
  const compared = and(eq(older.sha256, olderSha256), eq(newer.sha256, newerSha256));
  for (const pair of await pairs(tx).where(compared)) await alignPair(tx, services, pair.older, pair.newer);
}
