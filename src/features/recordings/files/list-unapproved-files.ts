import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { fileApprovals, files } from './file.table.ts';

/** Those of these ids that are files which nobody has approved. */
export async function listUnapprovedFiles(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(and(inArray(files.id, [...ids]), isNull(fileApprovals.fileId)));
  return rows.map(({ id }) => id);
}
