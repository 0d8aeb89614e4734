import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { sentFiles } from './sent-file.table.ts';

/** The first file of the same project with the same bytes, sent before; nothing for an empty one. */
const sameAs = sql<string | null>`(
  select same.name from sent_files as same
  where same.project_id = "sent_files"."project_id" and same.sha256 = "sent_files"."sha256" and same.size_bytes > 0
    and (same.sent_at, same.id) < ("sent_files"."sent_at", "sent_files"."id")
  order by same.sent_at, same.id limit 1
)`;

/** What a client has sent into a project, the newest first. */
export const listSentFiles = (db: Db, projectId: string) =>
  db
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
      sameAs,
    })
    .from(sentFiles)
    .where(eq(sentFiles.projectId, projectId))
    .orderBy(desc(sentFiles.sentAt), desc(sentFiles.id));

export type ListedSentFile = Awaited<ReturnType<typeof listSentFiles>>[number];
