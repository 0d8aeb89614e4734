import { asc, getTableColumns, inArray } from 'drizzle-orm';
import { conversationLines, conversations } from '../conversation.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** The conversations of these leads and what was said in them, without what would open one. */
export async function exportConversations(db: Db, leadIds: readonly string[]) {
  const {
    tokenHash: _token,
    mailTokenHash: _mailToken,
    askedAs: _askedAs,
    networkKey: _network,
    ...columns
  } = getTableColumns(conversations);
  const isTheirs = inArray(conversations.leadId, [...leadIds]);
  const ids = db.select({ id: conversations.id }).from(conversations).where(isTheirs);
  const { conversationId, seq } = conversationLines;
  return {
    conversations: await db.select(columns).from(conversations).where(isTheirs),
    conversationLines: await db
      .select()
      .from(conversationLines)
      .where(inArray(conversationId, ids))
      .orderBy(asc(conversationId), asc(seq)),
  };
}
