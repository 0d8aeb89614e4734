import { and, asc, eq } from 'drizzle-orm';
import { tokenHashOf } from '#src/features/accounts/people/secret-text.ts';
import {
  conversationPathOf,
  conversationTokenOf,
} from '#src/features/conversations/records/conversation-token.ts';
import {
  conversationLines,
  conversations,
  type Conversation,
  type Line,
} from '#src/features/conversations/records/conversation.table.ts';
import type { Db } from '#src/platform/database/database.ts';

export type FoundConversation = { readonly conversation: Conversation; readonly lines: readonly Line[] };

/** The conversation that a token opens, with all that was said in it; null where there is none. */
export async function findConversation(db: Db, token: string): Promise<FoundConversation | null> {
  const isIt = eq(conversations.tokenHash, tokenHashOf(token));
  const [conversation] = await db.select().from(conversations).where(isIt);
  if (!conversation) return null;
  const { conversationId, seq } = conversationLines;
  const lines = await db
    .select()
    .from(conversationLines)
    .where(eq(conversationId, conversation.id))
    .orderBy(asc(seq));
  return { conversation, lines };
}

/** The page of the conversation in which a reply to a lead was said; null where it was not said in one. */
export async function findConversationPath(
  db: Db,
  secret: string,
  reply: { readonly id: string; readonly leadId: string },
): Promise<string | null> {
  const { conversationId, writtenAs } = conversationLines;
  const [said] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(conversationLines, eq(conversationId, conversations.id))
    .where(and(eq(conversations.leadId, reply.leadId), eq(writtenAs, reply.id)));
  return said ? conversationPathOf(conversationTokenOf(secret, said.id)) : null;
}
