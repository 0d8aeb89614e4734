import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import portal from '#content/portal.yaml';
import { refusal, teamAction } from '#src/features/accounts/access/action.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { deskHref, findConversation, generalKey, inConversation, type Conversation } from './conversation.ts';
import { messages } from './message.table.ts';

/** How many conversations a page of the list shows. */
const pageLength = 50;

/** A conversation in the list of the desk. */
export type ListedConversation = Conversation & {
  readonly clientName: string;
  readonly name: string;
  readonly number: number | null;
  readonly sender: 'team' | 'client';
  readonly authorName: string;
  /** The beginning of the newest message. */
  readonly lastLine: string;
  readonly sentAt: Date;
  /** True if the client's last message is neither answered nor settled. */
  readonly isWaiting: boolean;
};

type Row = Omit<ListedConversation, 'number' | 'sentAt' | 'name'> & {
  readonly name: string | null;
  readonly number: number | string | null;
  readonly sentAtMs: number | string;
};

/** The newest message of a conversation, with `isWaiting`; `of` is the column that names the conversation. */
const newestOf = (of: 'project_id' | 'client_id', id: 'p.id' | 'c.id') => sql`
  lateral (
    select sender, author_name, left(content, 120) as last_line, sent_at,
      sender = 'client' and settled_at is null as is_waiting
    from messages where ${sql.raw(of)} = ${sql.raw(id)} order by sent_at desc, id desc limit 1
  ) last`;

const columns = sql`last.sender, last.author_name as "authorName", last.last_line as "lastLine",
  last.is_waiting as "isWaiting", extract(epoch from last.sent_at) * 1000 as "sentAtMs"`;

/**
 * Lists the conversations that have a message, a page of them: first those that wait for an answer, the longest wait first, then the
 * others, the latest first.
 */
export async function listConversations(
  db: Db,
  page: number,
): Promise<{ readonly conversations: ListedConversation[]; readonly hasMore: boolean }> {
  const result = await db.execute(sql`
    select * from (
      select c.id as "clientId", c.name as "clientName", p.id as "projectId", p.name, p.number, ${columns}
      from projects p join clients c on c.id = p.client_id join ${newestOf('project_id', 'p.id')} on true
      where c.erased_at is null
      union all
      select c.id, c.name, null, null, null, ${columns}
      from clients c join ${newestOf('client_id', 'c.id')} on true
      where c.erased_at is null
    ) listed
    order by "isWaiting" desc, case when "isWaiting" then "sentAtMs" end, "sentAtMs" desc, "projectId"
    limit ${pageLength + 1} offset ${(page - 1) * pageLength}`);
  const { rows } = result as { rows: Row[] };
  const conversations = rows.slice(0, pageLength).map(({ sentAtMs, number, name, ...row }) => ({
    ...row,
    name: name ?? portal.messages.general,
    number: number === null ? null : Number(number),
    sentAt: new Date(Number(sentAtMs)),
  }));
  return { conversations, hasMore: rows.length > pageLength };
}

/** Returns true if the last message of a conversation is the client's, and is not settled. */
export async function isWaitingForAnswer(db: Db, conversation: Conversation): Promise<boolean> {
  const { sender, settledAt, sentAt, id } = messages;
  const [newest] = await db
    .select({ sender, settledAt })
    .from(messages)
    .where(inConversation(conversation))
    .orderBy(desc(sentAt), desc(id))
    .limit(1);
  return newest?.sender === 'client' && newest.settledAt === null;
}

/** Marks the client's messages of a conversation as needing no answer. */
export const settleMessagesAction = teamAction(async ({ services, person, entries }) => {
  const key = { projectId: entries['projectId'] || generalKey, clientId: entries['clientId'] };
  const now = services.clock.now();
  const settled = await services.db.transaction(async (tx) => {
    const conversation = await findConversation(tx, person, key);
    if (!conversation) return null;
    const { clientId } = conversation;
    const rows = await tx
      .update(messages)
      .set({ settledAt: now })
      .where(and(inConversation(conversation), eq(messages.sender, 'client'), isNull(messages.settledAt)))
      .returning({ id: messages.id });
    if (rows.length > 0) await recordActivity(tx, now, person, { kind: 'messages-settled', clientId });
    return conversation;
  });
  return settled ? { ok: true, next: deskHref(settled) } : refusal(404, portal.messages.notFound);
});
