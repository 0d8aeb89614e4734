import { desc, eq, sql } from 'drizzle-orm';
import { figureKey } from './covers/figure-drawing.ts';
import { soundMeasurements } from './measurements/sound-measurement.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { uploadCount, uploadNumber } from './file-label.ts';
import { fileApprovals, files } from './store/file.table.ts';
import { waitsForApproval } from './list-unapproved-files.ts';

/** How many comments on a file, made on it or carried to it, are not done. */
const openComments = sql<number>`(
  select count(*) from file_comments as comment where comment.done_at is null and comment.reply_to is null and (
    comment.file_id = "files"."id"
    or exists (select from carried_comments where comment_id = comment.id and file_id = "files"."id")
  )
)`.mapWith(Number);

/** When the newest version of a file's recording was uploaded. */
const recordingUploadedAt = sql`max(${files.uploadedAt}) over (partition by ${files.recordingId})`;

/**
 * A project's files with their approvals: the recording with the newest upload first; of a recording the pinned version first,
 * then the newest.
 */
export const listProjectFiles = (db: Db, projectId: string) =>
  db
    .select({
      id: files.id,
      projectId: files.projectId,
      name: files.name,
      kind: files.kind,
      sizeBytes: files.sizeBytes,
      sha256: files.sha256,
      needsApproval: files.needsApproval,
      supersededBy: files.supersededBy,
      recordingId: files.recordingId,
      version: files.version,
      stage: files.stage,
      isPinned: files.isPinned,
      proposedFor: files.proposedFor,
      durationMs: files.durationMs,
      mediaType: files.mediaType,
      uploadedAt: files.uploadedAt,
      uploadedByName: files.uploadedByName,
      approvedBy: fileApprovals.approvedBy,
      approvedByName: fileApprovals.approvedByName,
      approvedAt: fileApprovals.approvedAt,
      isWaiting: waitsForApproval,
      uploadNumber,
      uploadCount,
      openComments,
      isFromClient: files.isFromClient,
      figureKey,
    })
    .from(files)
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .leftJoin(soundMeasurements, eq(soundMeasurements.sha256, files.sha256))
    .where(eq(files.projectId, projectId))
    .orderBy(desc(recordingUploadedAt), files.recordingId, desc(files.isPinned), desc(files.version));

export type ProjectFile = Awaited<ReturnType<typeof listProjectFiles>>[number];
