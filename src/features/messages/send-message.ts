import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import portal from '#content/portal.yaml';
import {
  isSure,
  personAction,
  refusal,
  type Action,
  type ActionOutcome,
} from '#src/features/accounts/access/action.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { checkFields } from '#src/platform/check-fields.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { longest, requiredText } from '#src/platform/field.schema.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { askDespiteAnswers, type Answered, type Sight } from '#src/workspace/already-answered.ts';
import { listUnseenAnswers } from './find-messages.ts';
import { messageBoxId } from './message-form.tsx';
import { messages } from './message.table.ts';
import { lockProjectOf } from '#src/features/projects/projects.ts';

const { messages: words } = portal;

const messageFields = { content: requiredText(longest.text) };

export type NewMessage = Sight & {
  /** Made by the page, so that a repeated request is stored once. */
  readonly id: string;
  readonly projectId: string;
  /** Kept exactly as typed. */
  readonly content: string;
};

export type SentMessage = Outcome<'not-found' | 'blank' | 'conflict'> | Answered;

/**
 * Adds a message to a project, by its client or any team member. The same id with the same text again changes nothing; with another
 * text it is a conflict. Adds nothing if colleagues of a team member have written unseen.
 */
export async function sendMessage(
  db: Db,
  services: QueueServices,
  author: Person,
  { id, projectId, content, ...sight }: NewMessage,
): Promise<SentMessage> {
  if (!validate(id) || !validate(projectId)) return { ok: false, reason: 'not-found' };
  if (!messageFields.content.safeParse(content).success) return { ok: false, reason: 'blank' };
  return db.transaction(async (tx) => {
    const project = await lockProjectOf(tx, author, projectId);
    if (!project) return { ok: false, reason: 'not-found' };
    const isRepeat = (await tx.$count(messages, eq(messages.id, id))) > 0;
    const answers =
      author.role === 'team' && !isRepeat ? await listUnseenAnswers(tx, projectId, author, sight) : [];
    if (answers.length > 0) return { ok: false, reason: 'answered', answers };
    const by = { authorId: author.id, authorName: author.name, sender: author.role };
    const [stored] = await tx
      .insert(messages)
      .values({ id, projectId, content, sentAt: services.clock.now(), ...by })
      .onConflictDoNothing()
      .returning({ id: messages.id });
    if (!stored) return outcomeOfRepeat(tx, { id, projectId, content }, author.id);
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

/** Returns the outcome for a used id: ok for the same message, else a conflict. */
async function outcomeOfRepeat(
  tx: Db,
  sent: Omit<NewMessage, keyof Sight>,
  authorId: string,
): Promise<SentMessage> {
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

function refusalOf(reason: 'not-found' | 'blank' | 'conflict'): ActionOutcome {
  if (reason === 'not-found') return refusal(404, words.notFound);
  return reason === 'conflict' ? refusal(409, words.conflict) : refusal(422, words.blank);
}

/** Creates the action that sends a signed-in person's message and redirects to `nextOf` its project. */
export const messageAction = (nextOf: (projectId: string) => string): Action =>
  personAction(async ({ services, person, entries }) => {
    const { messageId: id = '', projectId = '', content = '' } = entries;
    const [problem] = checkFields(messageFields, { content });
    if (problem?.code === 'too-long') return refusal(422, words.tooLong);
    if (problem?.code === 'characters') return refusal(422, words.characters);
    const sight = { seen: entries['seen'], isSure: isSure(entries) };
    const sent = await sendMessage(services.db, services, person, { id, projectId, content, ...sight });
    if (!sent.ok && sent.reason === 'answered')
      return askDespiteAnswers(sent.answers, services.clock.now(), { fieldId: messageBoxId(projectId) });
    return sent.ok ? { ok: true, next: nextOf(projectId) } : refusalOf(sent.reason);
  });
