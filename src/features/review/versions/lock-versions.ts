import { eq } from 'drizzle-orm';
import { lockProject } from '#src/features/projects/change-project.ts';
import { fileLabelOf, uploadCount, uploadNumber } from '#src/features/files/file-name.tsx';
import { fileApprovals, files } from '#src/features/files/store/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';

export type VersionKey = { readonly projectId: string; readonly fileId: string };

const listFiles = (tx: Db, projectId: string) =>
  tx
    .select({
      id: files.id,
      name: files.name,
      kind: files.kind,
      recordingId: files.recordingId,
      version: files.version,
      stage: files.stage,
      isPinned: files.isPinned,
      proposedFor: files.proposedFor,
      supersededBy: files.supersededBy,
      durationMs: files.durationMs,
      uploadNumber,
      uploadCount,
      approvedAt: fileApprovals.approvedAt,
    })
    .from(files)
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(eq(files.projectId, projectId));

/** A file of this project with all others of it, locked until the transaction ends by the lock on its client; or null. */
export async function lockVersions(tx: Db, { projectId, fileId }: VersionKey) {
  const project = await lockProject(tx, projectId);
  if (!project) return null;
  const all = await listFiles(tx, projectId);
  const file = all.find(({ id }) => id === fileId);
  return file ? { project, file, all } : null;
}

export type LockedVersions = NonNullable<Awaited<ReturnType<typeof lockVersions>>>;

/** The ids and names for an announcement about a version. */
export const aboutVersion = (
  { project, file }: LockedVersions,
  more: Readonly<Record<string, string>> = {},
) => ({
  clientId: project.clientId,
  projectId: project.id,
  subjectId: file.id,
  details: { project: project.name, file: fileLabelOf(file), ...more },
});
