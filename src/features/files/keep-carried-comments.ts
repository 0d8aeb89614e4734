import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';

/**
 * Moves comments of a version that is about to be deleted to the next version that they were carried to, at their place there.
 * Comments that were never carried are left. Runs in the caller's transaction, which has locked the client.
 */
export async function keepCarriedComments(tx: Db, fileId: string): Promise<void> {
  await tx.execute(sql`update file_comments comment
    set file_id = place.file_id, at_ms = place.at_ms, until_ms = place.until_ms
    from (
      select distinct on (carried.comment_id) carried.comment_id, carried.file_id, carried.at_ms, carried.until_ms
      from carried_comments carried join files on files.id = carried.file_id
      order by carried.comment_id, files.version
    ) place
    where comment.id = place.comment_id and comment.file_id = ${fileId}`);
  await tx.execute(sql`update file_comments reply set file_id = comment.file_id, at_ms = comment.at_ms
    from file_comments comment
    where comment.id = reply.reply_to and reply.file_id = ${fileId} and comment.file_id <> ${fileId}`);
  await tx.execute(sql`delete from carried_comments place using file_comments comment
    where comment.id = place.comment_id and comment.file_id = place.file_id`);
}
