import { desc, eq, sql } from 'drizzle-orm';
import { fileLabelOf } from '../file-name.tsx';
import type { Db } from '#src/platform/database/database.ts';
import { files } from '../store/file.table.ts';
import { clientUploads } from './client-upload.table.ts';

/** The number of project files with this name, and the position of this file among them by time sent, from 1. */
const uploadCount = sql<number>`count(*) over (partition by ${clientUploads.name})`.mapWith(Number);
const uploadNumber =
  sql<number>`row_number() over (partition by ${clientUploads.name} order by ${clientUploads.sentAt}, ${clientUploads.id})`.mapWith(
    Number,
  );

/** The first earlier file of the project with the same bytes; none for an empty file. */
const sameId = sql<string | null>`(
  select same.id from sent_files as same
  where same.project_id = "sent_files"."project_id" and same.sha256 = "sent_files"."sha256" and same.size_bytes > 0
    and (same.sent_at, same.id) < ("sent_files"."sent_at", "sent_files"."id")
  order by same.sent_at, same.id limit 1
)`;

/**
 * Returns the files that a client sent to a project, newest first; `sameAs` is the name of the first file with the same
 * bytes.
 */
export async function listClientUploads(db: Db, projectId: string) {
  const rows = await db
    .select({
      id: clientUploads.id,
      name: clientUploads.name,
      kind: clientUploads.kind,
      mediaType: clientUploads.mediaType,
      sizeBytes: clientUploads.sizeBytes,
      sha256: clientUploads.sha256,
      sentBy: clientUploads.sentBy,
      sentByName: clientUploads.sentByName,
      sentAt: clientUploads.sentAt,
      fetchedAt: clientUploads.fetchedAt,
      fetchedByName: clientUploads.fetchedByName,
      takenAs: files.id,
      uploadNumber,
      uploadCount,
      sameId,
    })
    .from(clientUploads)
    .leftJoin(files, eq(files.id, clientUploads.takenAs))
    .where(eq(clientUploads.projectId, projectId))
    .orderBy(desc(clientUploads.sentAt), desc(clientUploads.id));
  const labels = new Map(rows.map((row) => [row.id, fileLabelOf(row)]));
  return rows.map(({ sameId: same, ...row }) => ({ ...row, sameAs: labels.get(same ?? '') ?? null }));
}

export type ListedClientUpload = Awaited<ReturnType<typeof listClientUploads>>[number];
