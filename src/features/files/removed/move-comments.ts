import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';

/** Moves the replies of comments that were moved away from or back to this file. */
const moveReplies = (tx: Db) =>
  tx.execute(sql`update file_comments reply set file_id = comment.file_id, at_ms = comment.at_ms
    from file_comments comment where comment.id = reply.reply_to and reply.file_id <> comment.file_id`);

/**
 * Moves the comments of a file about to be removed to the next version that they were carried to, at their position
 * there; their position on this file is kept as a carried one. Other comments are left. Runs in the caller's
 * transaction, which has locked the client.
 */
export async function moveCommentsAway(tx: Db, fileId: string): Promise<void> {
  await tx.execute(sql`with place as (
      select distinct on (carried.comment_id) carried.*
      from carried_comments carried
      join files on files.id = carried.file_id
      join file_comments comment on comment.id = carried.comment_id and comment.file_id = ${fileId}
      order by carried.comment_id, files.version
    ), kept as (
      insert into carried_comments (comment_id, file_id, from_file_id, at_ms, until_ms, is_cut)
      select comment.id, ${fileId}, place.file_id, comment.at_ms, comment.until_ms, place.is_cut
      from place join file_comments comment on comment.id = place.comment_id
    )
    update file_comments comment set file_id = place.file_id, at_ms = place.at_ms, until_ms = place.until_ms
    from place where comment.id = place.comment_id`);
  await moveReplies(tx);
  await tx.execute(sql`delete from carried_comments place using file_comments comment
    where comment.id = place.comment_id and comment.file_id = place.file_id`);
}

/**
 * Moves the comments back to a restored file that `moveCommentsAway` had moved to a newer version: that version gets
 * them carried again. Runs in the caller's transaction, which has locked the client.
 */
export async function moveCommentsBack(tx: Db, fileId: string): Promise<void> {
  await tx.execute(sql`with place as (
      select carried.*, comment.file_id as newer_id, comment.at_ms as newer_at_ms, comment.until_ms as newer_until_ms
      from carried_comments carried
      join file_comments comment on comment.id = carried.comment_id
      join files restored on restored.id = carried.file_id
      join all_files newer on newer.id = comment.file_id
      where carried.file_id = ${fileId}
        and newer.recording_id = restored.recording_id and newer.version > restored.version
    ), carried_again as (
      insert into carried_comments (comment_id, file_id, from_file_id, at_ms, until_ms, is_cut)
      select comment_id, newer_id, file_id, newer_at_ms, newer_until_ms, is_cut from place
    )
    update file_comments comment set file_id = place.file_id, at_ms = place.at_ms, until_ms = place.until_ms
    from place where comment.id = place.comment_id`);
  await moveReplies(tx);
  await tx.execute(sql`delete from carried_comments place using file_comments comment
    where comment.id = place.comment_id and comment.file_id = place.file_id`);
}
