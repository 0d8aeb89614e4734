import { and, eq } from 'drizzle-orm';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { conversationLines, conversations, type Conversation, type Line } from '../conversation.table.ts';
import { lockLead } from '#src/features/leads/lead-page/change-lead.ts';
import type { Db } from '#src/platform/database/database.ts';
import { RaceError } from '#src/platform/database/sql-state.ts';

/**
 * Locks a conversation until the commit, after its lead; null if there is none. Throws a RaceError, to be retried, if
 * it was converted to a lead concurrently.
 */
export async function lockConversation(tx: Db, id: string): Promise<Conversation | null> {
  const isIt = eq(conversations.id, id);
  const [found] = await tx.select({ leadId: conversations.leadId }).from(conversations).where(isIt);
  if (!found) return null;
  if (found.leadId !== null) await lockLead(tx, found.leadId);
  const [locked] = await tx.select().from(conversations).where(isIt).for('update');
  if (!locked) return null;
  if (locked.leadId !== found.leadId)
    throw new RaceError('A conversation was converted to a lead concurrently');
  return locked;
}

/** Finds the line with this writer's id; null if there is none. */
export async function findLine(tx: Db, conversationId: string, writtenAs: string): Promise<Line | null> {
  const { conversationId: ofConversation, writtenAs: id } = conversationLines;
  const [line] = await tx
    .select()
    .from(conversationLines)
    .where(and(eq(ofConversation, conversationId), eq(id, writtenAs)));
  return line ?? null;
}

type NewLine = Pick<Line, 'writtenAs' | 'kind' | 'sender' | 'content'> & {
  readonly author?: { readonly id: string; readonly name: string } | undefined;
};

/** Records an event of a conversation in its lead's history, without the text of lines. */
export async function recordLine(
  tx: Db,
  { id, leadId, name }: Pick<Conversation, 'id' | 'leadId' | 'name'>,
  { kind, authorId, authorName, at }: Pick<Line, 'kind' | 'authorId' | 'authorName' | 'at'>,
): Promise<void> {
  if (leadId === null || kind === 'text') return;
  const actor = { id: authorId, name: authorName ?? name ?? '' };
  await recordActivity(tx, at, actor, { kind: `chat-${kind}`, leadId, subjectId: id });
}

/**
 * Adds the next line of a locked conversation with its changes, records events in its lead's history, and returns the
 * line's number.
 */
export async function addLine(
  tx: Db,
  now: Date,
  conversation: Conversation,
  { author, ...line }: NewLine,
  changes: Partial<Conversation> = {},
): Promise<number> {
  const { id, seq } = conversation;
  const next = seq + 1;
  await tx
    .update(conversations)
    .set({ ...changes, seq: next, changedAt: now })
    .where(eq(conversations.id, id));
  const written = { authorId: author?.id ?? null, authorName: author?.name ?? null, at: now };
  await tx.insert(conversationLines).values({ conversationId: id, seq: next, ...line, ...written });
  await recordLine(tx, conversation, { ...line, ...written });
  return next;
}
