import { and, asc, eq, or, sql } from 'drizzle-orm';
import { carriedComments, fileComments } from './store/file.table.ts';

/** Joins the positions on a version that the comments of a query and their replies were carried to. */
export const isCarriedTo = (fileId: string) =>
  and(
    eq(carriedComments.commentId, sql`coalesce(${fileComments.replyTo}, ${fileComments.id})`),
    eq(carriedComments.fileId, fileId),
  );

/** The comments shown on a version: those made on it and, with `isCarriedTo`, those carried to it. */
export const isShownOn = (fileId: string) =>
  or(eq(fileComments.fileId, fileId), eq(carriedComments.fileId, fileId));

/** The position of a comment on the version in `isCarriedTo`. Columns for a query on comments. */
export const shownPlace = {
  atMs: sql<number>`coalesce(${carriedComments.atMs}, ${fileComments.atMs})`.mapWith(Number),
  untilMs: sql<number | null>`case when ${carriedComments.fileId} is null then ${fileComments.untilMs}
    else ${carriedComments.untilMs} end`,
  /** True if that version no longer has the passage. */
  isCut: sql<boolean>`coalesce(${carriedComments.isCut}, false)`,
  /** True if its position comes from comparing both versions; otherwise it is at the same time. */
  isAligned: sql<boolean>`${carriedComments.fileId} is null or exists (
    select 1 from files of_older
    join files of_newer on of_newer.id = ${carriedComments.fileId}
    left join sound_comparisons compared
      on compared.older_sha256 = of_older.sha256 and compared.newer_sha256 = of_newer.sha256
    where of_older.id = ${carriedComments.fromFileId}
      and (compared.comparison is not null or of_older.sha256 = of_newer.sha256))`,
  /** The number of the version it was made on; null on that version. */
  carriedFrom: sql<number | null>`case when ${carriedComments.fileId} is null then null
    else (select version from files where id = ${fileComments.fileId}) end`,
};

/** The order of comments on a version: by position, then by creation. */
export const byMoment = [asc(shownPlace.atMs), asc(fileComments.madeAt), asc(fileComments.id)] as const;

/** Comments with their replies, both in the order of the rows. */
export function threadsOf<Row extends { readonly id: string; readonly replyTo: string | null }>(
  rows: readonly Row[],
): (Row & { readonly replies: readonly Row[] })[] {
  const byThread = Map.groupBy(rows, ({ replyTo }) => replyTo);
  return (byThread.get(null) ?? []).map((each) => ({ ...each, replies: byThread.get(each.id) ?? [] }));
}
