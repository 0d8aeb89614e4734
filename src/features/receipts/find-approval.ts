import { and, eq, or, sql } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { visibleTo } from '#src/features/files/serving/file-access.ts';
import { fileApprovals, files } from '#src/features/files/store/file.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Outcome } from '#src/platform/outcome.ts';

/** Bytes that an approval covers. */
export type ApprovedBytes = {
  readonly name: string;
  readonly mediaType: string;
  readonly sha256: string;
  readonly sizeBytes: number;
};

/** An approval with what its receipt states. */
export type Approval = {
  /** The file that was approved; its formats were approved with it. */
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

/** Matches the approvals of a file and of the formats that were approved with it. */
export const isOfReceipt = (fileId: string) =>
  or(eq(fileApprovals.fileId, fileId), eq(fileApprovals.approvedWith, fileId));

/** Lists a file's approval and those of the formats that were approved with it. */
const listApproved = (db: Db, fileId: string) =>
  db
    .select({ approved: fileApprovals, name: nameThen, project: projectThen, file: files })
    .from(fileApprovals)
    .innerJoin(files, eq(files.id, fileApprovals.fileId))
    .innerJoin(projects, eq(projects.id, files.projectId))
    .where(isOfReceipt(fileId));

/** Returns the approval of a file that a person may see; for a format, that of the file it was approved with. */
export async function findApproval(
  db: Db,
  person: Person,
  fileId: string | undefined,
): Promise<Outcome<'not-found' | 'not-approved', { readonly approval: Approval }>> {
  if (!validate(fileId)) return { ok: false, reason: 'not-found' };
  const [seen] = await db
    .select({ projectId: files.projectId, approved: fileApprovals })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(and(eq(files.id, fileId ?? ''), visibleTo(person)));
  if (!seen) return { ok: false, reason: 'not-found' };
  if (!seen.approved) return { ok: false, reason: 'not-approved' };
  const mainId = seen.approved.approvedWith ?? seen.approved.fileId;
  const all = await listApproved(db, mainId);
  const main = all.find(({ file }) => file.id === mainId);
  if (!main) return { ok: false, reason: 'not-approved' };
  const { approvedByName: approvedBy, approvedAt, isPublished, sheetSha256: reportSha256 } = main.approved;
  const approval = {
    fileId: mainId,
    projectId: seen.projectId,
    name: main.name,
    project: main.project,
    approvedBy,
    approvedAt,
    isPublished,
    reportSha256,
    files: all
      .map(({ name, approved, file }) => ({
        name,
        mediaType: file.mediaType,
        sha256: approved.sha256,
        sizeBytes: file.sizeBytes,
      }))
      .toSorted((one, other) => (one.sha256 < other.sha256 ? -1 : 1)),
  };
  return { ok: true, approval };
}
