import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { uploadCount, uploadNumber } from './file-label.ts';
import { fileApprovals, files } from './file.table.ts';
import { waitsForApproval } from './list-unapproved-files.ts';

/** How many comments on a file are not done. */
const openComments = sql<number>`(
  select count(*) from file_comments where file_id = "files"."id" and done_at is null
)`.mapWith(Number);

/** A project's files with their approvals, the newest first. */
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
    })
    .from(files)
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(eq(files.projectId, projectId))
    .orderBy(desc(files.uploadedAt), desc(files.id));

export type ProjectFile = Awaited<ReturnType<typeof listProjectFiles>>[number];
