import { and, asc, desc, eq, gt, inArray, sql, isNotNull } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import {
  type Conversation,
  conversationLines,
  conversations,
  type Line,
  chatMembers,
  blockedNetworks,
} from '../conversation.table.ts';
import { findTakesChats, listAvailableMembers } from '../conversations/availability.ts';
import type { Db } from '#src/platform/database/database.ts';

const mostListed = 100;

/** The number of recent lines on a lead's page. */
export const linesOfLead = 20;

/** A conversation in the desk's list, with its latest text. */
export type ListedChat = Pick<
  Conversation,
  'id' | 'name' | 'state' | 'takenBy' | 'takenByName' | 'begunAt' | 'waitingSince' | 'changedAt'
> & {
  readonly latest: string | null;
  /** True if no team member has seen the conversation, or the visitor's latest line. */
  readonly isNew: boolean;
};

/**
 * Lists conversations with at least one line: waiting ones first, by longest wait, then those with a member, then the
 * rest, latest first.
 */
export async function listChats(db: Db): Promise<ListedChat[]> {
  const { id, name, state, takenBy, takenByName, begunAt, changedAt, waitingSince, seenSeq } = conversations;
  const rank = sql`case when ${waitingSince} is not null then 0 else case ${state} when 'live' then 1 when 'handed-back' then 2 else 3 end end`;
  const isNew = sql<boolean>`${seenSeq} is null or exists (select from ${conversationLines}
    where ${conversationLines.conversationId} = ${id} and ${conversationLines.seq} > ${seenSeq}
    and ${conversationLines.sender} = 'visitor' and ${conversationLines.kind} = 'text')`;
  const rows = await db
    .select({ id, name, state, takenBy, takenByName, begunAt, changedAt, waitingSince, isNew })
    .from(conversations)
    .where(gt(conversations.seq, 0))
    .orderBy(rank, asc(waitingSince), desc(changedAt), desc(id))
    .limit(mostListed);
  const ids = rows.map((row) => row.id);
  const latestLines = await db
    .selectDistinctOn([conversationLines.conversationId], {
      conversationId: conversationLines.conversationId,
      content: conversationLines.content,
    })
    .from(conversationLines)
    .where(and(eq(conversationLines.kind, 'text'), inArray(conversationLines.conversationId, ids)))
    .orderBy(conversationLines.conversationId, desc(conversationLines.seq));
  const latest = new Map(latestLines.map(({ conversationId, content }) => [conversationId, content]));
  return rows.map((row) => ({ ...row, latest: latest.get(row.id) ?? null }));
}

/** Finds the pane of the chats for a team member: the list, and who answers. */
export async function findQueue(db: Db, now: Date, personId: string) {
  return {
    chats: await listChats(db),
    takesChats: await findTakesChats(db, personId),
    there: await listAvailableMembers(db, now),
    personId,
  };
}

export type FoundChat = { readonly conversation: Conversation; readonly lines: readonly Line[] };

/** Finds a conversation with its lines; null if there is none. */
export async function findChat(db: Db, id: string): Promise<FoundChat | null> {
  if (!isUuid(id)) return null;
  const [conversation] = await db.select().from(conversations).where(eq(conversations.id, id));
  if (!conversation) return null;
  const lines = await db
    .select()
    .from(conversationLines)
    .where(eq(conversationLines.conversationId, id))
    .orderBy(asc(conversationLines.seq));
  return { conversation, lines };
}

/**
 * Finds a lead's conversations, oldest first, with their latest lines, and a team member's header data in a single
 * query, since the page makes many others.
 */
export async function findChatsOfLead(
  db: Db,
  leadId: string,
  personId: string,
): Promise<{ readonly chats: readonly FoundChat[]; readonly header: HeaderChats }> {
  const isLatest = gt(conversationLines.seq, sql`${conversations.seq} - ${linesOfLead}`);
  const header = headerChatsOf(db, personId).as('header');
  const rows = await db
    .select({
      waiting: header.waiting,
      takesChats: header.takesChats,
      conversation: conversations,
      line: conversationLines,
    })
    .from(header)
    .leftJoin(conversations, eq(conversations.leadId, leadId))
    .leftJoin(conversationLines, and(eq(conversationLines.conversationId, conversations.id), isLatest))
    .orderBy(asc(conversations.begunAt), asc(conversations.id), asc(conversationLines.seq));
  const found = new Map<string, { conversation: Conversation; lines: Line[] }>();
  for (const { conversation, line } of rows) {
    if (!conversation) continue;
    const chat = found.get(conversation.id) ?? { conversation, lines: [] };
    if (line) chat.lines.push(line);
    found.set(conversation.id, chat);
  }
  const { waiting = 0, takesChats = false } = rows[0] ?? {};
  return { chats: [...found.values()], header: { waiting, takesChats } };
}

/**
 * Records that a team member has seen a conversation. If a member has joined it, only their own views count.
 */
export async function markSeen(
  db: Db,
  { id, seq, seenSeq, takenBy }: Pick<Conversation, 'id' | 'seq' | 'seenSeq' | 'takenBy'>,
  personId: string,
): Promise<void> {
  if ((takenBy !== null && takenBy !== personId) || (seenSeq ?? -1) >= seq) return;
  const latest = sql`greatest(${conversations.seenSeq}, ${seq}::int)`;
  await db.update(conversations).set({ seenSeq: latest }).where(eq(conversations.id, id));
}

/** The number of waiting visitors, and whether the viewer takes chats. */
export type HeaderChats = { readonly waiting: number; readonly takesChats: boolean };

/** Selects the chat data of the desk's header for a team member: one row. */
export const headerChatsOf = (db: Db, personId: string) =>
  db
    .select({
      waiting: sql<number>`count(*)::int`.as('waiting'),
      takesChats: sql<boolean>`exists (select from ${chatMembers}
        where ${chatMembers.takesChats} and ${chatMembers.personId} = ${personId})`.as('takes_chats'),
    })
    .from(conversations)
    .where(isNotNull(conversations.waitingSince));

/**
 * A network whose visitors cannot start a conversation, with its latest conversation, or null if none is stored.
 */
export type BlockedNetwork = {
  readonly networkKey: string;
  readonly blockedAt: Date;
  readonly chat: { readonly id: string; readonly name: string | null } | null;
};

/** Lists the blocked networks, latest first. */
export async function listBlocked(db: Db): Promise<BlockedNetwork[]> {
  const { networkKey, blockedAt } = blockedNetworks;
  const { id, name, changedAt } = conversations;
  const latest = db
    .selectDistinctOn([conversations.networkKey], { of: conversations.networkKey, id, name })
    .from(conversations)
    .where(eq(conversations.isBlocked, true))
    .orderBy(conversations.networkKey, desc(changedAt), desc(id))
    .as('latest');
  return db
    .select({ networkKey, blockedAt, chat: { id: latest.id, name: latest.name } })
    .from(blockedNetworks)
    .leftJoin(latest, eq(latest.of, networkKey))
    .orderBy(desc(blockedAt), networkKey)
    .limit(mostListed);
}
