import { desc, eq, sql } from 'drizzle-orm';
import { fileLabelOf } from '../file-label.ts';
import type { Db } from '#src/platform/database/database.ts';
import { sentFiles } from './sent-file.table.ts';

/** How many files of the project bear this name, and which of them it is, by when they were sent, from 1. */
const uploadCount = sql<number>`count(*) over (partition by ${sentFiles.name})`.mapWith(Number);
const uploadNumber =
  sql<number>`row_number() over (partition by ${sentFiles.name} order by ${sentFiles.sentAt}, ${sentFiles.id})`.mapWith(
    Number,
  );

/** The first file of the same project with the same bytes, sent before; nothing for an empty one. */
const sameId = sql<string | null>`(
  select same.id from sent_files as same
  where same.project_id = "sent_files"."project_id" and same.sha256 = "sent_files"."sha256" and same.size_bytes > 0
    and (same.sent_at, same.id) < ("sent_files"."sent_at", "sent_files"."id")
  order by same.sent_at, same.id limit 1
)`;

/** What a client has sent into a project, the newest first; `sameAs` is what the first file with the same bytes is called. */
export async function listSentFiles(db: Db, projectId: string) {
  const rows = await db
    .select({
      id: sentFiles.id,
      name: sentFiles.name,
      kind: sentFiles.kind,
      mediaType: sentFiles.mediaType,
      sizeBytes: sentFiles.sizeBytes,
      sha256: sentFiles.sha256,
      sentBy: sentFiles.sentBy,
      sentByName: sentFiles.sentByName,
      sentAt: sentFiles.sentAt,
      fetchedAt: sentFiles.fetchedAt,
      fetchedByName: sentFiles.fetchedByName,
      takenAs: sentFiles.takenAs,
      uploadNumber,
      uploadCount,
      sameId,
    })
    .from(sentFiles)
    .where(eq(sentFiles.projectId, projectId))
    .orderBy(desc(sentFiles.sentAt), desc(sentFiles.id));
  const labels = new Map(rows.map((row) => [row.id, fileLabelOf(row)]));
  return rows.map(({ sameId: same, ...row }) => ({ ...row, sameAs: labels.get(same ?? '') ?? null }));
}

export type ListedSentFile = Awaited<ReturnType<typeof listSentFiles>>[number];
