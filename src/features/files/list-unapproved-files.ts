import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { fileApprovals, files } from './store/file.table.ts';

/** Whether a file waits for its client's approval: a condition or column for a query on `files` with their approvals. */
export const waitsForApproval = sql<boolean>`(
  ${files.needsApproval} and ${files.supersededBy} is null and ${fileApprovals.fileId} is null
)`;

/** Returns those of these ids that are files waiting for an approval. */
export async function listUnapprovedFiles(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(and(inArray(files.id, [...ids]), waitsForApproval));
  return rows.map(({ id }) => id);
}
