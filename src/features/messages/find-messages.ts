import { and, desc, eq, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import {
  searchedAnswers,
  unseenAnswersOf,
  type Answer,
  type Sight,
} from '#src/workspace/already-answered.ts';
import notices from '#content/notices.yaml';
import portal from '#content/portal.yaml';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { fill } from '#src/platform/fill.ts';
import { namesText } from '#src/workspace/count-words.ts';
import { attachmentsColumn, type ShownAttachment } from './attachments.ts';
import {
  findConversation,
  generalKey,
  inConversation,
  inSameConversation,
  type Conversation,
  type NamedConversation,
} from './conversation.ts';
import { messages } from './message.table.ts';

const { id, authorId, authorName, sender, content, sentAt } = messages;

export type ThreadMessage = Pick<
  typeof messages.$inferSelect,
  'id' | 'authorId' | 'authorName' | 'sender' | 'content' | 'sentAt'
> & { readonly files: readonly ShownAttachment[] };

/** Matches the messages of a conversation before one of its own; with `isIncluded` also that one. */
function upTo(conversation: Conversation, messageId: string, isIncluded: boolean): SQL {
  const bound = sql`(select b.sent_at, b.id from messages b where b.id = ${messageId} and ${inSameConversation(conversation)})`;
  return isIncluded ? sql`(${sentAt}, ${id}) <= ${bound}` : sql`(${sentAt}, ${id}) < ${bound}`;
}

/** The latest messages of a conversation among those that match; oldest first. */
async function listMatching(
  db: Db,
  conversation: Conversation,
  limit: number,
  matches?: SQL,
): Promise<ThreadMessage[]> {
  const found = await db
    .select({ id, authorId, authorName, sender, content, sentAt, files: attachmentsColumn })
    .from(messages)
    .where(and(inConversation(conversation), matches))
    .orderBy(desc(sentAt), desc(id))
    .limit(limit);
  return found.toReversed();
}

/** The latest messages of a conversation, oldest first. Who may see it is checked by the caller. */
export const listMessages = (
  db: Db,
  conversation: Conversation,
  { limit }: { readonly limit: number },
): Promise<ThreadMessage[]> => listMatching(db, conversation, limit);

/** Returns the texts of those of these messages that belong to a client, with the names of their files, by id. */
export async function findMessageTexts(
  db: Db,
  ofClient: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await db
    .select({ id, content, files: attachmentsColumn })
    .from(messages)
    .leftJoin(projects, eq(projects.id, messages.projectId))
    .where(and(inArray(id, [...ids]), or(eq(projects.clientId, ofClient), eq(messages.clientId, ofClient))));
  return new Map(
    found.map((message) => {
      const names = message.files.map(({ name }) => name);
      const attached = names.length === 0 ? [] : [fill(notices.quotes.attached, { files: namesText(names) })];
      const texts = message.content.trim() === '' ? [] : [message.content];
      return [message.id, [...texts, ...attached].join('\n')];
    }),
  );
}

/** Returns the colleagues' answers in a conversation that a team member has not seen. */
export async function listUnseenAnswers(
  db: Db,
  conversation: Conversation,
  author: Pick<Person, 'id'>,
  sight: Sight,
): Promise<Answer[]> {
  const newestFirst = await db
    .select({ id, authorId, authorName, sender, content, at: sentAt })
    .from(messages)
    .where(inConversation(conversation))
    .orderBy(desc(sentAt), desc(id))
    .limit(searchedAnswers);
  return unseenAnswersOf(newestFirst, author.id, sight);
}

/** Returns which of these messages were answered or need no answer. */
export async function listHandledMessages(db: Db, ids: readonly string[]): Promise<string[]> {
  const isAnswered = sql`exists (select from messages later
    where coalesce(later.project_id, later.client_id) = coalesce(${messages.projectId}, ${messages.clientId})
      and later.sender = 'team' and later.sent_at > ${sentAt})`;
  const found = await db
    .select({ id })
    .from(messages)
    .where(and(inArray(id, [...ids]), or(isNotNull(messages.settledAt), isAnswered)));
  return found.map((message) => message.id);
}

/** How many messages a page shows, and how many projects the list next to them. */
const pageSize = 50;
const listLength = 100;

export type ListedThread = {
  /** Null for the general conversation. */
  readonly projectId: string | null;
  readonly name: string;
  readonly number: number | null;
  /** The beginning of the newest message; null before the first. */
  readonly lastLine: string | null;
};

/** The columns of a conversation's newest message, for a list. */
const lastMessage = { lastLine: sql<string>`left(${content}, 120)`.as('last_line'), sentAt };

/** A client's conversations, the one with the latest message first; the general one last until it has a message. */
async function listThreads(db: Db, clientId: string): Promise<ListedThread[]> {
  const last = db
    .select(lastMessage)
    .from(messages)
    .where(eq(messages.projectId, projects.id))
    .orderBy(desc(sentAt))
    .limit(1)
    .as('last');
  const ofProjects = await db
    .select({
      projectId: projects.id,
      number: projects.number,
      name: projects.name,
      lastLine: last.lastLine,
      sentAt: last.sentAt,
    })
    .from(projects)
    .leftJoinLateral(last, sql`true`)
    .where(eq(projects.clientId, clientId))
    .orderBy(sql`${last.sentAt} desc nulls last`, projects.number)
    .limit(listLength);
  const [newest] = await db
    .select(lastMessage)
    .from(messages)
    .where(eq(messages.clientId, clientId))
    .orderBy(desc(sentAt))
    .limit(1);
  const general = { projectId: null, number: null, name: portal.messages.general };
  const all = [
    ...ofProjects,
    { ...general, lastLine: newest?.lastLine ?? null, sentAt: newest?.sentAt ?? null },
  ];
  const timeOf = (thread: (typeof all)[number]) => thread.sentAt?.getTime() ?? -Infinity;
  // Stable: among conversations without a message the order is kept.
  return all
    .toSorted((one, other) => (timeOf(one) === timeOf(other) ? 0 : timeOf(other) - timeOf(one)))
    .map(({ sentAt: _sentAt, ...thread }) => thread);
}

export type Thread = {
  /** Oldest first. */
  readonly messages: readonly ThreadMessage[];
  /** The message before which there are earlier ones; null at the beginning. */
  readonly earlierThan: string | null;
  /** True unless the page is about earlier messages. */
  readonly isLatest: boolean;
};

/** What the address of a page asks for: the messages before one, or the page with one. */
export type ThreadPlace = { readonly before?: string | null; readonly message?: string | null };

/** A page of a conversation: the latest messages, those before a message of it, or those up to one. */
export async function findThread(
  db: Db,
  conversation: Conversation,
  { before = null, message = null }: ThreadPlace,
): Promise<Thread> {
  const page = async (isLatest: boolean, matches?: SQL): Promise<Thread> => {
    const found = await listMatching(db, conversation, pageSize + 1, matches);
    const shown = found.slice(-pageSize);
    const earlierThan = found.length > pageSize ? (shown[0]?.id ?? null) : null;
    return { messages: shown, earlierThan, isLatest };
  };
  if (before !== null && validate(before)) return page(false, upTo(conversation, before, false));
  const latest = await page(true);
  const isShown = latest.messages.some((shown) => shown.id === message);
  if (message === null || !validate(message) || isShown) return latest;
  const around = await page(false, upTo(conversation, message, true));
  return around.messages.length > 0 ? around : latest;
}

export type MessagesPage = {
  readonly threads: readonly ListedThread[];
  readonly current: NamedConversation;
  readonly thread: Thread;
};

/**
 * Finds the data of a client's messages page; null if the conversation is not theirs. Without one it is the first of the list that has
 * a message, or else the first.
 */
export async function findMessagesPage(
  db: Db,
  clientId: string,
  { projectId, ...place }: ThreadPlace & { readonly projectId: string | null },
): Promise<MessagesPage | null> {
  const threads = await listThreads(db, clientId);
  const key = projectId ?? threads[0]?.projectId ?? generalKey;
  const current = await findConversation(db, { role: 'client', clientId }, { projectId: key });
  if (!current) return null;
  return { threads, current, thread: await findThread(db, current, place) };
}
