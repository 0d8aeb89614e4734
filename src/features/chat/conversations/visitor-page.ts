import { and, eq, sql } from 'drizzle-orm';
import { conversations } from '../conversation.table.ts';
import type { Db } from '#src/platform/database/database.ts';

const longestPage = 200;

/**
 * Returns the path of a page of the site; null if it is not one. Long parts are refused: they may be the tokens of
 * links, which are stored nowhere.
 */
const pageOf = (path: string | null): string | null =>
  path !== null && path.length <= longestPage && /^\/(?:[\w.-]{1,40}(?:\/|$))*$/.test(path) ? path : null;

/** Stores the page on which the visitor has the chat open, if it is another one. */
export async function recordPage(db: Db, id: string, path: string | null): Promise<void> {
  const page = pageOf(path);
  if (page === null) return;
  await db
    .update(conversations)
    .set({ page })
    .where(and(eq(conversations.id, id), sql`${conversations.page} is distinct from ${page}`));
}
