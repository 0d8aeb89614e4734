import { and, asc, eq, or } from 'drizzle-orm';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { fileApprovals, files } from '#src/features/files/store/file.table.ts';
import { visibleTo } from '#src/features/files/serving/file-access.ts';
import type { Db } from '#src/platform/database/database.ts';
import { reportFile } from './find-sheet.ts';

const isHash = (text: string) => /^[\da-f]{64}$/.test(text);

/**
 * Lists the files that a person may see whose bytes, or whose approved delivery sheet, have this SHA-256 (hexadecimal, in either
 * case), the first approval first; `approvedAt` is null if a file was not approved.
 */
export async function listHashMatches(db: Db, person: Person, hash: string | undefined) {
  const sha256 = hash?.toLowerCase() ?? '';
  if (!isHash(sha256)) return [];
  const { approvedAt, approvedByName, sheet, sheetSha256 } = fileApprovals;
  return db
    .select({ file: reportFile, approvedAt, approvedByName, sheet, sheetSha256 })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(and(or(eq(files.sha256, sha256), eq(sheetSha256, sha256)), visibleTo(person)))
    .orderBy(asc(approvedAt), asc(files.id));
}

export type HashMatch = Awaited<ReturnType<typeof listHashMatches>>[number];
