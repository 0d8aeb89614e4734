import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { fileApprovals, files } from './file.table.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

export type FileKey = { readonly projectId: string; readonly fileId: string };

/** A file of this project, held until the transaction ends, with its project and whether it was approved. */
export async function lockFile(tx: Db, { projectId, fileId }: FileKey) {
  if (!validate(projectId) || !validate(fileId)) return null;
  const [file] = await tx
    .select({ file: files, project: projects })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .where(and(eq(files.id, fileId), eq(files.projectId, projectId)))
    .for('update', { of: files });
  if (!file) return null;
  const approvals = await tx
    .select({ fileId: fileApprovals.fileId })
    .from(fileApprovals)
    .where(eq(fileApprovals.fileId, fileId));
  return { ...file, isApproved: approvals.length > 0 };
}

/** Nobody waits any more for the approval of this file; should it be asked for again, that is news. */
export const dropFileNotice = (tx: Db, clientId: string, fileId: string) =>
  tx
    .delete(notifications)
    .where(
      and(
        eq(notifications.clientId, clientId),
        eq(notifications.kind, 'file-waiting'),
        eq(notifications.subjectId, fileId),
      ),
    );
