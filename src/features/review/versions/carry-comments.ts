import { and, eq, isNull, sql } from 'drizzle-orm';
import { requestComparing } from '#src/features/files/comparisons/sound-comparisons.ts';
import { carriedComments, fileComments, files } from '#src/features/files/store/file.table.ts';
import { isCarriedTo, isShownOn, shownPlace } from '#src/features/files/shown-comments.ts';
import { versionsOf } from '#src/features/files/recording-versions.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { alignPair, type VersionSound } from '#src/features/files/comparisons/align-carried.ts';
import type { VersionKey } from './lock-versions.ts';

/** The open comments that a version shows: its own, and those carried to it, with their places there. */
const listOpen = (tx: Db, fileId: string) =>
  tx
    .select({
      commentId: fileComments.id,
      atMs: shownPlace.atMs,
      untilMs: shownPlace.untilMs,
      isCut: shownPlace.isCut,
    })
    .from(fileComments)
    .leftJoin(carriedComments, isCarriedTo(fileId))
    .where(and(isNull(fileComments.doneAt), isNull(fileComments.replyTo), isShownOn(fileId)));

async function carry(tx: Db, services: QueueServices, older: VersionSound, newer: VersionSound) {
  const open = await listOpen(tx, older.id);
  if (open.length > 0) {
    const rows = open.map((comment) => ({ ...comment, fileId: newer.id, fromFileId: older.id }));
    await tx.insert(carriedComments).values(rows).onConflictDoNothing();
    await alignPair(tx, services, older, newer);
  }
  // The comparison corrects the places later.
  if (older.sha256 !== newer.sha256) await requestComparing(tx, services, older.sha256, newer.sha256);
}

/**
 * Carries the open comments of the version before to this one, and from this one to the version after it, in the caller's
 * transaction, which has locked the client. A comment that already stands there stays where it is. Both pairs are compared,
 * and then `alignCarried` corrects the places.
 */
export async function carryIntoPlace(
  tx: Db,
  services: QueueServices,
  { projectId, fileId }: VersionKey,
): Promise<void> {
  const { id, name, recordingId, version, sha256, durationMs } = files;
  const all = await tx
    .select({ id, name, recordingId, version, sha256, durationMs })
    .from(files)
    .where(eq(files.projectId, projectId));
  const versions = versionsOf(all, all.find((file) => file.id === fileId)?.recordingId ?? '');
  const place = versions.findIndex((file) => file.id === fileId);
  const [before, file, after] = [versions[place - 1], versions[place], versions[place + 1]];
  if (before && file) await carry(tx, services, before, file);
  if (file && after) await carry(tx, services, file, after);
}

/** Takes comments away from where they were carried to, where that is no newer version of what they were made on any more. */
export async function forgetStrayPlaces(tx: Db, projectId: string): Promise<void> {
  await tx.execute(sql`delete from carried_comments place
    using file_comments comment, files origin, files shown
    where comment.id = place.comment_id and origin.id = comment.file_id and shown.id = place.file_id
      and shown.project_id = ${projectId}
      and (origin.recording_id <> shown.recording_id or origin.version >= shown.version)`);
}
