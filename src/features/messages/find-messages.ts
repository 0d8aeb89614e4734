import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import {
  searchedAnswers,
  unseenAnswersOf,
  type Answer,
  type Sight,
} from '#src/workspace/already-answered.ts';
import type { Db } from '#src/platform/database/database.ts';
import { messages } from './message.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

const { id, authorId, authorName, sender, content, sentAt } = messages;

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
        eq(messages.projectId, ofProject),
        before === null || !validate(before)
          ? undefined
          : sql`(${sentAt}, ${id}) < (select b.sent_at, b.id from messages b where b.id = ${before} and b.project_id = ${ofProject})`,
      ),
    )
    .orderBy(desc(sentAt), desc(id))
    .limit(limit);
  return found.toReversed();
}

/** Returns the texts of those of these messages that belong to a client, by id. */
export async function findMessageTexts(
  db: Db,
  clientId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await db
    .select({ id, content })
    .from(messages)
    .innerJoin(projects, eq(projects.id, messages.projectId))
    .where(and(inArray(id, [...ids]), eq(projects.clientId, clientId)));
  return new Map(found.map((message) => [message.id, message.content]));
}

/** Lists the messages of colleagues in a project that the author of another one has not seen, oldest first. */
export async function listUnseenAnswers(
  db: Db,
  ofProject: string,
  author: Pick<Person, 'id'>,
  sight: Sight,
): Promise<Answer[]> {
  const newestFirst = await db
    .select({ id, authorId, authorName, sender, content, at: sentAt })
    .from(messages)
    .where(eq(messages.projectId, ofProject))
    .orderBy(desc(sentAt), desc(id))
    .limit(searchedAnswers);
  return unseenAnswersOf(newestFirst, author.id, sight);
}

export type ThreadMessage = Awaited<ReturnType<typeof listMessages>>[number];

/** How many messages a page shows, and how many projects the list next to them. */
const pageSize = 50;
const listLength = 100;

export type ThreadProject = { readonly id: string; readonly number: number; readonly name: string };

export type ListedThread = ThreadProject & {
  /** The beginning of the newest message; null before the first. */
  readonly lastLine: string | null;
};

/** A client's projects, the one with the latest message first. */
async function listThreads(db: Db, clientId: string): Promise<ListedThread[]> {
  const last = db
    .select({
      lastLine: sql<string>`left(${messages.content}, 120)`.as('last_line'),
      sentAt: messages.sentAt,
    })
    .from(messages)
    .where(eq(messages.projectId, projects.id))
    .orderBy(desc(messages.sentAt))
    .limit(1)
    .as('last');
  return db
    .select({ id: projects.id, number: projects.number, name: projects.name, lastLine: last.lastLine })
    .from(projects)
    .leftJoinLateral(last, sql`true`)
    .where(eq(projects.clientId, clientId))
    .orderBy(sql`${last.sentAt} desc nulls last`, projects.number)
    .limit(listLength);
}

export type Thread = {
  /** Oldest first. */
  readonly messages: ThreadMessage[];
  /** The message before which there are earlier ones; null at the beginning. */
  readonly earlierThan: string | null;
};

/** A page of a project's messages: the latest, or those before a message of it. */
async function findThread(db: Db, projectId: string, before: string | null): Promise<Thread> {
  const found = await listMessages(db, projectId, { limit: pageSize + 1, before });
  const shown = found.slice(-pageSize);
  return { messages: shown, earlierThan: found.length > pageSize ? (shown[0]?.id ?? null) : null };
}

export type MessagesPage = {
  readonly threads: ListedThread[];
  /** Null if there is no project. */
  readonly project: ThreadProject | null;
  readonly thread: Thread;
};

/**
 * Finds the data of the messages page, in three queries; null if the project is not this client's. Without a project it is the first
 * of the list.
 */
export async function findMessagesPage(
  db: Db,
  clientId: string,
  asked: { projectId: string | null; before: string | null },
): Promise<MessagesPage | null> {
  if (asked.projectId !== null && !validate(asked.projectId)) return null;
  const threads = await listThreads(db, clientId);
  const [project = null] =
    asked.projectId === null
      ? threads
      : await db
          .select({ id: projects.id, number: projects.number, name: projects.name })
          .from(projects)
          .where(and(eq(projects.id, asked.projectId), eq(projects.clientId, clientId)));
  if (!project) return asked.projectId === null ? { threads, project, thread: noThread } : null;
  return { threads, project, thread: await findThread(db, project.id, asked.before) };
}

const noThread: Thread = { messages: [], earlierThan: null };
