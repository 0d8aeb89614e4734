import { aliasedTable, and, eq, isNull, or, sql } from 'drizzle-orm';
import type { PlaceChange } from '#src/audio/alignment/place-change.ts';
import { carriedComments, fileComments, files } from '#src/features/files/store/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** The place of a comment in a version, in milliseconds. */
export type VersionPlace = {
  readonly fileId: string;
  /** The number of the version; null if it was removed. */
  readonly version: number | null;
  readonly atMs: number;
  readonly untilMs: number | null;
};

/** What changed at the place of a comment, between the version that it was made on and a later one. */
export type CommentChange = {
  readonly commentId: string;
  readonly before: VersionPlace;
  readonly after: VersionPlace & {
    /** True if that version no longer has the passage. */ readonly isCut: boolean;
  };
  /** Null until both were compared. */
  readonly change: PlaceChange | null;
};

const origin = aliasedTable(files, 'origin');

/**
 * Lists what changed at the places of the comments on a version: of those carried to it, until then; of those made on
 * it, until the newest version that they were carried to. One query.
 */
export async function listChanges(db: Db, fileId: string): Promise<CommentChange[]> {
  const latest = db
    .select({
      fileId: carriedComments.fileId,
      version: files.version,
      atMs: carriedComments.atMs,
      untilMs: carriedComments.untilMs,
      isCut: carriedComments.isCut,
      change: carriedComments.change,
      isLost: sql<boolean>`${carriedComments.fromFileId} is null`.as('is_lost'),
    })
    .from(carriedComments)
    .innerJoin(files, eq(files.id, carriedComments.fileId))
    .where(
      and(
        eq(carriedComments.commentId, fileComments.id),
        or(eq(carriedComments.fileId, fileId), eq(fileComments.fileId, fileId)),
      ),
    )
    .orderBy(sql`${files.version} desc`)
    .limit(1)
    .as('latest');
  const { id, atMs, untilMs } = fileComments;
  const rows = await db
    .select({
      commentId: id,
      before: { fileId: fileComments.fileId, version: origin.version, atMs, untilMs },
      after: {
        fileId: latest.fileId,
        version: latest.version,
        atMs: latest.atMs,
        untilMs: latest.untilMs,
        isCut: latest.isCut,
      },
      change: latest.change,
      isLost: latest.isLost,
    })
    .from(fileComments)
    .innerJoinLateral(latest, sql`true`)
    .leftJoin(origin, eq(origin.id, fileComments.fileId))
    .where(
      and(
        isNull(fileComments.replyTo),
        sql`${id} in (
          select id from file_comments where file_id = ${fileId}
          union all select comment_id from carried_comments where file_id = ${fileId})`,
      ),
    );
  // Without the version it was carried from, it will not be compared any more.
  return rows.map(({ isLost, change, ...row }) => ({
    ...row,
    change: change === null && isLost ? { verdict: 'unknown' as const } : change,
  }));
}
