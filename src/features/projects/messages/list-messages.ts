import { and, desc, eq, sql } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { messages } from './message.table.ts';

const { id, authorId, authorName, sender, content, sentAt, projectId } = messages;

/**
 * The latest messages of a project, or the latest before one of its messages; oldest first. Who may see the project is
 * checked by the caller.
 */
export async function listMessages(
  db: Db,
  ofProject: string,
  { limit, before = null }: { readonly limit: number; readonly before?: string | null },
) {
  const found = await db
    .select({ id, authorId, authorName, sender, content, sentAt })
    .from(messages)
    .where(
      and(
        eq(projectId, ofProject),
        before === null || !validate(before)
          ? undefined
          : sql`(${sentAt}, ${id}) < (select b.sent_at, b.id from messages b where b.id = ${before} and b.project_id = ${ofProject})`,
      ),
    )
    .orderBy(desc(sentAt), desc(id))
    .limit(limit);
  return found.toReversed();
}

export type ThreadMessage = Awaited<ReturnType<typeof listMessages>>[number];
