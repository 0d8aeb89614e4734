import { aliasedTable, and, eq, gt, sql } from 'drizzle-orm';
import { carriedComments, fileComments, files } from '#src/features/recordings/files/file.table.ts';
import type { ComparedPair } from '#src/features/recordings/comparisons/sound-comparison.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { findPlaces, type VersionSound } from './find-places.ts';

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

async function alignPair(tx: Db, from: VersionSound, to: VersionSound): Promise<void> {
  const placeOn = await findPlaces(tx, from, to);
  for (const { commentId, atMs, untilMs, isCut } of await listSources(tx, from, to)) {
    const isIt = and(eq(carriedComments.commentId, commentId), eq(carriedComments.fileId, to.id));
    await tx.update(carriedComments).set(placeOn({ atMs, untilMs, isCut })).where(isIt);
  }
  // Comments that were carried on from there move with it.
  for (const next of await pairs(tx).where(eq(older.id, to.id))) await alignPair(tx, next.older, next.newer);
}

/**
 * Corrects the places of carried comments after two recordings were compared. Runs in the caller's transaction, which has locked
 * the clients who see them. Doing it again changes nothing.
 */
export async function alignCarried(tx: Db, { olderSha256, newerSha256 }: ComparedPair): Promise<void> {
  const compared = and(eq(older.sha256, olderSha256), eq(newer.sha256, newerSha256));
  for (const pair of await pairs(tx).where(compared)) await alignPair(tx, pair.older, pair.newer);
}
