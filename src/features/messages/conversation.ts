import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { validate } from 'uuid';
import portal from '#content/portal.yaml';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { lockClient } from '#src/features/accounts/people/clients.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { lockProjectOf } from '#src/features/projects/projects.ts';
import type { Db } from '#src/platform/database/database.ts';
import { messages } from './message.table.ts';

/** The name of a general conversation in addresses and forms, in place of a project's id. */
export const generalKey = 'general';

/** A conversation as addresses and forms name it: a project, or `general`; the team also names the client of that. */
export type ConversationKey = { readonly projectId: string; readonly clientId?: string | undefined };

/** A conversation: of a project, or without one the general conversation of a client. */
export type Conversation = { readonly clientId: string; readonly projectId: string | null };

/** Matches the messages of a conversation. */
export const inConversation = ({ clientId, projectId }: Conversation): SQL =>
  projectId === null ? eq(messages.clientId, clientId) : eq(messages.projectId, projectId);

/** Matches messages with the alias `b` of the same conversation. */
export const inSameConversation = ({ clientId, projectId }: Conversation): SQL =>
  projectId === null ? sql`b.client_id = ${clientId}` : sql`b.project_id = ${projectId}`;

/** A conversation with what a page shows of it. */
export type NamedConversation = Conversation & {
  readonly clientName: string;
  /** The project's name and number, or what a general conversation is called. */
  readonly name: string;
  readonly number: number | null;
};

/** Finds a conversation that this person may see; null if there is none, or its client was erased. */
export async function findConversation(
  db: Db,
  person: Pick<Person, 'role'> & { readonly clientId?: string },
  { projectId, clientId: asked }: ConversationKey,
): Promise<NamedConversation | null> {
  if (projectId === generalKey) {
    const clientId = person.role === 'client' ? (person.clientId ?? '') : (asked ?? '');
    if (!validate(clientId)) return null;
    const isIt = and(eq(clients.id, clientId), isNull(clients.erasedAt));
    const [client] = await db.select({ clientName: clients.name }).from(clients).where(isIt);
    return client
      ? { ...client, clientId, projectId: null, name: portal.messages.general, number: null }
      : null;
  }
  if (!validate(projectId)) return null;
  const isTheirs = person.role === 'team' ? undefined : eq(projects.clientId, person.clientId ?? '');
  const [project] = await db
    .select({
      clientId: projects.clientId,
      clientName: clients.name,
      name: projects.name,
      number: projects.number,
    })
    .from(projects)
    .innerJoin(clients, eq(clients.id, projects.clientId))
    .where(and(eq(projects.id, projectId), isNull(clients.erasedAt), isTheirs));
  return project ? { ...project, projectId } : null;
}

/** Locks the client of a conversation that this person may write in, and returns the conversation; null if there is none. */
export async function lockConversation(
  tx: Db,
  person: Person,
  { projectId, clientId: asked }: ConversationKey,
): Promise<(Conversation & { readonly name: string }) | null> {
  if (projectId !== generalKey) {
    const project = validate(projectId) ? await lockProjectOf(tx, person, projectId) : null;
    return project && { clientId: project.clientId, projectId, name: project.name };
  }
  const clientId = person.role === 'client' ? person.clientId : (asked ?? '');
  const client = validate(clientId) ? await lockClient(tx, clientId) : null;
  return client && { clientId, projectId: null, name: portal.messages.general };
}

/** Returns the portal's address of a conversation. */
export const portalHref = (projectId: string | null) => `/portal/messages?project=${projectId ?? generalKey}`;

/** Returns the desk's address of a conversation. */
export const deskHref = ({ clientId, projectId }: Conversation) =>
  projectId === null ? `/desk/messages?client=${clientId}` : `/desk/messages?project=${projectId}`;

/** Returns the name of a conversation in the ids of its elements. */
export const elementKey = (projectId: string | null) => projectId ?? generalKey;
