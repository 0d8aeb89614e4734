import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import portal from '#content/portal.yaml';
import {
  isSure,
  personAction,
  refusal,
  runAction,
  type Action,
  type ActionOutcome,
  type ActionRequest,
  type RefusedAction,
} from '#src/features/accounts/access/action.ts';
import { isForm, largestFormBytes, oneOfFew } from '#src/features/files/client-uploads/handle-upload-form.ts';
import type { PostedFile } from '#src/platform/http/parse-body.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { checkFields } from '#src/platform/check-fields.ts';
import { allOrNothing } from '#src/platform/database/all-or-nothing.ts';
import type { Db } from '#src/platform/database/database.ts';
import { longest, optionalText, requiredText } from '#src/platform/field.schema.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import type { Services } from '#src/platform/services/services.ts';
import { askDespiteAnswers, type Answered, type Sight } from '#src/workspace/already-answered.ts';
import {
  attachFiles,
  removeAttachments,
  removeUnnamed,
  storeAttachments,
  type AttachmentRefusal,
  type StoredAttachment,
} from './attachments.ts';
import { inConversation, lockConversation, type Conversation, type ConversationKey } from './conversation.ts';
import { listUnseenAnswers } from './find-messages.ts';
import { messageBoxId } from './message-form.tsx';
import { messages } from './message.table.ts';

const { messages: words } = portal;

const messageFields = { content: optionalText(longest.text) };

export type NewMessage = ConversationKey &
  Sight & {
    /** Made by the page, so that a repeated request is stored once. */
    readonly id: string;
    /** Kept exactly as typed; may be blank if there are files. */
    readonly content: string;
    /** Stored bytes; the caller removes them unless the message is `isNew`. */
    readonly files?: readonly StoredAttachment[];
  };

/** `isNew` is false if the same message was stored before. */
export type SentMessage =
  | Outcome<'not-found' | 'blank' | 'conflict' | AttachmentRefusal, { readonly isNew: boolean }>
  | Answered;

/**
 * Adds a message to a conversation, by its client or any team member. The same id with the same text again changes nothing; with
 * another text it is a conflict. Adds nothing if colleagues of a team member have written unseen.
 */
export async function sendMessage(
  db: Db,
  services: QueueServices,
  author: Person,
  { id, content, files = [], seen, isSure: isCertain = false, ...key }: NewMessage,
): Promise<SentMessage> {
  if (!validate(id)) return { ok: false, reason: 'not-found' };
  // Files need no words.
  const isText = files.length === 0 ? requiredText(longest.text) : messageFields.content;
  if (!isText.safeParse(content).success) return { ok: false, reason: 'blank' };
  return allOrNothing(db, async (tx): Promise<SentMessage> => {
    const conversation = await lockConversation(tx, author, key);
    if (!conversation) return { ok: false, reason: 'not-found' };
    const { clientId, projectId, name } = conversation;
    const isRepeat = (await tx.$count(messages, eq(messages.id, id))) > 0;
    const sight = { seen, isSure: isCertain };
    const answers =
      author.role === 'team' && !isRepeat ? await listUnseenAnswers(tx, conversation, author, sight) : [];
    if (answers.length > 0) return { ok: false, reason: 'answered', answers };
    const by = { authorId: author.id, authorName: author.name, sender: author.role };
    const place = projectId === null ? { clientId } : { projectId };
    const [stored] = await tx
      .insert(messages)
      .values({ id, ...place, content, sentAt: services.clock.now(), ...by })
      .onConflictDoNothing()
      .returning({ id: messages.id });
    if (!stored) return outcomeOfRepeat(tx, conversation, { id, content }, author.id);
    const refused = await attachFiles(tx, services, author, { messageId: id, clientId, projectId }, files);
    if (refused) return { ok: false, reason: refused };
    await announce(tx, services, author, {
      kind: 'message-sent',
      clientId,
      projectId,
      subjectId: id,
      details: {
        project: name,
        author: author.name,
        sender: author.role,
        // What belongs to no project is named in emails by its conversation.
        ...(projectId === null ? { conversation: name, clientId } : {}),
      },
      ...(author.role === 'team' ? { notify: 'message-received' } : {}),
    });
    return { ok: true, isNew: true };
  });
}

/** Returns the outcome for a used id: ok for the same message, else a conflict. */
async function outcomeOfRepeat(
  tx: Db,
  conversation: Conversation,
  sent: Pick<NewMessage, 'id' | 'content'>,
  authorId: string,
): Promise<SentMessage> {
  const [same] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.id, sent.id),
        inConversation(conversation),
        eq(messages.authorId, authorId),
        eq(messages.content, sent.content),
      ),
    );
  return same ? { ok: true, isNew: false } : { ok: false, reason: 'conflict' };
}

function refusalOf(reason: 'not-found' | 'blank' | 'conflict' | AttachmentRefusal): ActionOutcome {
  if (reason === 'not-found') return refusal(404, words.notFound);
  if (reason === 'conflict') return refusal(409, words.conflict);
  return refusal(422, reason === 'blank' ? words.blank : words.unattached[reason]);
}

/** Stores the files of a message and sends it. Bytes that no message has are removed. */
async function sendWithFiles(
  services: Services,
  author: Person,
  message: Omit<NewMessage, 'files'>,
  chosen: readonly PostedFile[],
): Promise<SentMessage> {
  const kept = await storeAttachments(services, chosen);
  if (!kept.ok) return kept;
  const { files } = kept;
  try {
    const sent = await sendMessage(services.db, services, author, { ...message, files });
    if (!sent.ok || !sent.isNew) await removeAttachments(services, files);
    return sent;
  } catch (error) {
    await removeUnnamed(services, files);
    throw error;
  }
}

/** The field with the files of a message. */
const attachedField = 'attached';

/** Creates the action that sends a signed-in person's message and redirects to `nextOf` its conversation. */
export const messageAction = (nextOf: (key: ConversationKey) => string): Action =>
  personAction(async ({ services, person, entries, files: posted = [] }) => {
    const { messageId: id = '', projectId = '', clientId, content = '', seen } = entries;
    const [problem] = checkFields(messageFields, { content });
    if (problem?.code === 'too-long') return refusal(422, words.tooLong);
    if (problem?.code === 'characters') return refusal(422, words.characters);
    const files = posted.filter(({ field }) => field === attachedField);
    const message = { id, projectId, clientId, content, seen, isSure: isSure(entries) };
    const sent = await sendWithFiles(services, person, message, files);
    if (sent.ok) return { ok: true, next: nextOf({ projectId, clientId }) };
    if (sent.reason !== 'answered') return refusalOf(sent.reason);
    // A question posts the texts again, without the files.
    if (files.length > 0) return refusal(409, words.answered);
    return askDespiteAnswers(sent.answers, services.clock.now(), { fieldId: messageBoxId(projectId) });
  });

/** Runs the action of a page whose form takes files. Few forms of one person are read at once, because they are held in memory. */
export async function runMessageAction(
  asked: ActionRequest,
  actions: Readonly<Record<string, Action>>,
): Promise<Response | RefusedAction | null> {
  const { request, locals } = asked;
  const { services, session } = locals;
  const run = () =>
    runAction(asked, actions, { filesBytes: largestFormBytes, tooLarge: words.unattached.size });
  if (!session || request.method !== 'POST' || !isForm(request)) return run();
  return (
    (await oneOfFew(services, session.person, run)) ??
    Response.json({ error: words.unattached.open, errors: [] }, { status: 429 })
  );
}
