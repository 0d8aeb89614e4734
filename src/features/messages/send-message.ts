import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { messageFields } from './message-fields.schema.ts';
import { messages } from './message.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

export type NewMessage = {
  /** Made by the page, so that a repeat is harmless. */
  readonly id: string;
  readonly projectId: string;
  /** Kept exactly as typed. */
  readonly content: string;
};

export type SentMessage =
  { readonly ok: true } | { readonly ok: false; readonly reason: 'not-found' | 'blank' | 'conflict' };

/**
 * Adds a message to a project's thread: of the client, if the project is theirs, or of anybody in the team. The same id with
 * the same words again is one message; with other words it is refused.
 */
export async function sendMessage(
  db: Db,
  services: AnnounceServices,
  author: Person,
  { id, projectId, content }: NewMessage,
): Promise<SentMessage> {
  if (!validate(id) || !validate(projectId)) return { ok: false, reason: 'not-found' };
  if (!messageFields.content.safeParse(content).success) return { ok: false, reason: 'blank' };
  return db.transaction(async (tx) => {
    const owner = author.role === 'client' ? eq(projects.clientId, author.id) : undefined;
    const [project] = await tx
      .select({ clientId: projects.clientId, name: projects.name })
      .from(projects)
      .where(and(eq(projects.id, projectId), owner));
    if (!project) return { ok: false, reason: 'not-found' };
    const by = { authorId: author.id, authorName: author.name, sender: author.role };
    const [stored] = await tx
      .insert(messages)
      .values({ id, projectId, content, sentAt: services.clock.now(), ...by })
      .onConflictDoNothing()
      .returning({ id: messages.id });
    if (!stored) return repeated(tx, { id, projectId, content }, author.id);
    await announce(tx, services, author, {
      kind: 'message-sent',
      clientId: project.clientId,
      projectId,
      subjectId: id,
      details: { project: project.name, author: author.name, sender: author.role },
      ...(author.role === 'team' ? { notify: 'message-received' } : {}),
    });
    return { ok: true };
  });
}

/** The answer to an id that is taken: fine if it is the very same message. */
async function repeated(tx: Db, sent: NewMessage, authorId: string): Promise<SentMessage> {
  const [same] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.id, sent.id),
        eq(messages.projectId, sent.projectId),
        eq(messages.authorId, authorId),
        eq(messages.content, sent.content),
      ),
    );
  return same ? { ok: true } : { ok: false, reason: 'conflict' };
}
