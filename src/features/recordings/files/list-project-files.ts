import { desc, eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { fileApprovals, files } from './file.table.ts';

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
      durationMs: files.durationMs,
      uploadedAt: files.uploadedAt,
      uploadedByName: files.uploadedByName,
      approvedBy: fileApprovals.approvedBy,
      approvedByName: fileApprovals.approvedByName,
      approvedAt: fileApprovals.approvedAt,
    })
    .from(files)
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(eq(files.projectId, projectId))
    .orderBy(desc(files.uploadedAt), desc(files.id));

export type ProjectFile = Awaited<ReturnType<typeof listProjectFiles>>[number];
