import { aliasedTable, and, eq, or, sql } from 'drizzle-orm';
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

const [origin, later] = [aliasedTable(files, 'origin'), aliasedTable(files, 'later')];

/** The newest version of a file's recording. */
const newestOf = (fileId: string) => sql`(
  select newest.id from files newest
  where newest.recording_id = (select shown.recording_id from files shown where shown.id = ${fileId})
  order by newest.version desc limit 1)`;

/**
 * Lists what changed at the places of the comments on a version: of those carried to it, until then; of those made on
 * it, until the newest version of the recording. One query.
 */
export async function listChanges(db: Db, fileId: string): Promise<CommentChange[]> {
  const { atMs, untilMs } = fileComments;
  const isOwn = and(eq(fileComments.fileId, fileId), sql`${carriedComments.fileId} = ${newestOf(fileId)}`);
  const rows: (CommentChange & { readonly isLost: boolean })[] = await db
    .select({
      commentId: fileComments.id,
      before: { fileId: fileComments.fileId, version: origin.version, atMs, untilMs },
      after: {
        fileId: carriedComments.fileId,
        version: later.version,
        atMs: carriedComments.atMs,
        untilMs: carriedComments.untilMs,
        isCut: carriedComments.isCut,
      },
      change: carriedComments.change,
      isLost: sql<boolean>`${carriedComments.fromFileId} is null`,
    })
    .from(carriedComments)
    .innerJoin(fileComments, eq(fileComments.id, carriedComments.commentId))
    .innerJoin(later, eq(later.id, carriedComments.fileId))
    .leftJoin(origin, eq(origin.id, fileComments.fileId))
    .where(
      and(
        sql`${carriedComments.fileId} in (${fileId}, ${newestOf(fileId)})`,
        or(eq(carriedComments.fileId, fileId), isOwn),
      ),
    );
  // Without the version it was carried from, it will not be compared any more.
  return rows.map(({ isLost, change, ...row }) => ({
    ...row,
    change: change === null && isLost ? { verdict: 'unknown' as const } : change,
  }));
}
