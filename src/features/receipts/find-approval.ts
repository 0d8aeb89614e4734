import { and, eq, sql } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { visibleTo } from '#src/features/files/serving/file-access.ts';
import { fileApprovals, files } from '#src/features/files/store/file.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Outcome } from '#src/platform/outcome.ts';

/** Bytes that an approval covers. */
export type ApprovedBytes = { readonly name: string; readonly sha256: string; readonly sizeBytes: number };

/** An approval with what its receipt states. */
export type Approval = {
  readonly fileId: string;
  readonly projectId: string;
  /** The names at the time of the approval. */
  readonly name: string;
  readonly project: string;
  readonly approvedBy: string;
  readonly approvedAt: Date;
  readonly isPublished: boolean;
  /** The SHA-256 of the delivery report approved with it, hexadecimal; null if there was none. */
  readonly reportSha256: string | null;
  readonly files: readonly ApprovedBytes[];
};

/** The names of an approval's file and project: those at the time, for older approvals the current ones. */
export const nameThen = sql<string>`coalesce(${fileApprovals.fileName}, ${files.name})`;
export const projectThen = sql<string>`coalesce(${fileApprovals.projectName}, ${projects.name})`;

/** Returns the approval of a file that a person may see. */
export async function findApproval(
  db: Db,
  person: Person,
  fileId: string | undefined,
): Promise<Outcome<'not-found' | 'not-approved', { readonly approval: Approval }>> {
  if (!validate(fileId)) return { ok: false, reason: 'not-found' };
  const [found] = await db
    .select({
      projectId: files.projectId,
      name: nameThen,
      project: projectThen,
      sizeBytes: files.sizeBytes,
      approved: fileApprovals,
    })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(and(eq(files.id, fileId ?? ''), visibleTo(person)));
  if (!found) return { ok: false, reason: 'not-found' };
  const { projectId, name, project, sizeBytes, approved } = found;
  if (!approved) return { ok: false, reason: 'not-approved' };
  const { sha256, approvedByName: approvedBy, approvedAt, isPublished, sheetSha256 } = approved;
  const approval = {
    fileId: approved.fileId,
    projectId,
    name,
    project,
    approvedBy,
    approvedAt,
    isPublished,
    reportSha256: sheetSha256,
    files: [{ name, sha256, sizeBytes }],
  };
  return { ok: true, approval };
}
