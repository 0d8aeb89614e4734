import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { attachmentIdOf } from '#src/features/messages/message.table.ts';
import { sampleIdOf } from '#src/features/operations/sample/sample-ids.ts';

export type Subject =
  | 'project'
  | 'file'
  | 'comment'
  | 'invoice'
  | 'lead'
  | 'client'
  | 'colleague'
  | 'notification'
  | 'upload'
  | 'sheet'
  | 'receipt'
  | 'host'
  | 'call'
  | 'meeting'
  | 'sent'
  | 'attachment'
  | 'request'
  | 'chat'
  | 'draft'
  | 'contact'
  | 'archive';

type Ids = Readonly<Record<Subject, string>>;

export const nobody = '00000000-0000-4000-8000-000000000000';

/** The hash of a sample file's bytes, by which its delivery report is looked up. */
const hashOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(`dist/sample/${name}`))
    .digest('hex');

/** The messages with a file that each client sends before the matrix is run. */
export const generalMessages = { A: randomUUID(), B: randomUUID() } as const;

/** The objects of each client of the sample studio. */
export const idsOf: Readonly<Record<'A' | 'B', Ids>> = {
  A: {
    project: sampleIdOf('project', 214),
    file: sampleIdOf('file', 'mix-v2'),
    comment: sampleIdOf('comment', 'mix-v2 0:02.1'),
    invoice: sampleIdOf('invoice', 1042),
    notification: sampleIdOf('notification', 0),
    lead: sampleIdOf('lead', 'marit'),
    client: sampleIdOf('client', 'runa'),
    colleague: nobody,
    upload: randomUUID(),
    sheet: hashOf('mix-v2'),
    receipt: sampleIdOf('file', 'mix-v1'),
    // Owned by the team, not by a client.
    host: sampleIdOf('team', 'ada'),
    call: randomUUID(),
    meeting: sampleIdOf('meeting about project', 214),
    // The team has used it, so that it is not withdrawn.
    sent: sampleIdOf('sent', 'cue-notes'),
    attachment: attachmentIdOf(generalMessages.A, 0),
    request: nobody,
    chat: sampleIdOf('chat', 'eight-episodes'),
    draft: randomUUID(),
    contact: randomUUID(),
    archive: nobody,
  },
  B: {
    project: sampleIdOf('project', 234),
    file: sampleIdOf('file', 'voice-test'),
    comment: nobody,
    invoice: sampleIdOf('invoice', 1043),
    notification: sampleIdOf('notification', 3),
    lead: sampleIdOf('lead', 'piet'),
    client: sampleIdOf('client', 'piet'),
    colleague: nobody,
    upload: randomUUID(),
    sheet: hashOf('voice-test'),
    // Approved before the matrix is run.
    receipt: sampleIdOf('file', 'voice-test'),
    host: sampleIdOf('team', 'tomas'),
    call: randomUUID(),
    meeting: sampleIdOf('meeting about project', 234),
    sent: sampleIdOf('sent', 'pan-notes'),
    attachment: attachmentIdOf(generalMessages.B, 0),
    request: nobody,
    chat: sampleIdOf('chat', 'choir'),
    draft: randomUUID(),
    contact: randomUUID(),
    archive: nobody,
  },
};

/**
 * The object that the `[id]` of a route identifies. A route with an unlisted id is not covered by the matrix, and fails
 * it.
 */
const subjectOfPath: readonly (readonly [prefix: string, Subject])[] = [
  ['/portal/projects/', 'project'],
  ['/portal/files/[id]/receipt', 'receipt'],
  ['/portal/files/', 'file'],
  ['/portal/sheets/', 'sheet'],
  ['/portal/sent-files/', 'sent'],
  ['/portal/message-files/', 'attachment'],
  ['/portal/uploads/', 'upload'],
  ['/portal/invoices/', 'invoice'],
  ['/desk/chats/', 'chat'],
  ['/desk/invoices/drafts/', 'draft'],
  ['/desk/projects/', 'project'],
  ['/desk/leads/', 'lead'],
  ['/desk/clients/', 'client'],
  ['/desk/contacts/', 'contact'],
  ['/desk/calls/hours/', 'host'],
  ['/desk/calls/', 'call'],
  ['/desk/uploads/', 'upload'],
  ['/desk/installation/', 'archive'],
];

/** The object that the id in a route identifies; null if there is no id. */
export function subjectOf(route: string): Subject | null {
  if (!route.includes('[id]') || route.startsWith('/dev/')) return null;
  const found = subjectOfPath.find(([prefix]) => route.startsWith(prefix));
  if (!found) throw new Error(`access-ownership.ts does not know what the id of ${route} names`);
  return found[1];
}

export type Body = { readonly names: Subject; readonly fieldsOf: (id: string) => Record<string, string> };

/** The object that the body of a client's action identifies; null if there is none. */
export const bodyOfAction: Readonly<Record<string, Body | null>> = {
  'approve-file': { names: 'file', fieldsOf: (fileId) => ({ fileId }) },
  'share-files': { names: 'file', fieldsOf: (file) => ({ file }) },
  'request-changes': { names: 'file', fieldsOf: (fileId) => ({ fileId, content: 'Louder' }) },
  'add-comment': {
    names: 'file',
    fieldsOf: (fileId) => ({ fileId, commentId: randomUUID(), at: '0:01', content: 'A remark' }),
  },
  'reply-to-comment': {
    names: 'comment',
    fieldsOf: (replyTo) => ({ replyTo, commentId: randomUUID(), content: 'A reply' }),
  },
  'edit-comment': {
    names: 'comment',
    fieldsOf: (commentId) => ({ commentId, version: '1', content: 'Other words' }),
  },
  'mark-comment-done': { names: 'comment', fieldsOf: (commentId) => ({ commentId }) },
  'reopen-comment': { names: 'comment', fieldsOf: (commentId) => ({ commentId }) },
  'send-message': {
    names: 'project',
    fieldsOf: (projectId) => ({ projectId, messageId: randomUUID(), content: 'A message' }),
  },
  'settle-messages': { names: 'project', fieldsOf: (projectId) => ({ projectId }) },
  'mark-paid': { names: 'invoice', fieldsOf: (invoiceId) => ({ invoiceId }) },
  'withdraw-payment': { names: 'invoice', fieldsOf: (invoiceId) => ({ invoiceId }) },
  'clear-notification': { names: 'notification', fieldsOf: (notificationId) => ({ notificationId }) },
  'withdraw-sent-file': { names: 'sent', fieldsOf: (sentId) => ({ sentId }) },
  'finish-request': { names: 'request', fieldsOf: (requestId) => ({ requestId }) },
  'clear-notifications': null,
  'take-time': { names: 'meeting', fieldsOf: (call) => ({ call }) },
  invite: null,
  'mail-again': { names: 'colleague', fieldsOf: (person) => ({ person }) },
  'change-may': { names: 'colleague', fieldsOf: (person) => ({ person, may: 'listen' }) },
  remove: { names: 'colleague', fieldsOf: (person) => ({ person }) },
  'save-settings': null,
};

/** Other objects of A with a different parent from the one of A's ids. */
export const elsewhereOfA: Partial<Ids> = { file: sampleIdOf('file', 'side-a') };

/** The second id of a route next to its `[id]`: another recording of A, in the same project as A's file. */
export const otherOfA = sampleIdOf('file', 'mix-v1');

/** The address of a comparison redirects authorised people to the player. */
export const redirectingRoutes: readonly string[] = ['/portal/files/[id]/compare/[other]'];

/** Responses that a browser may store for the person, revalidated each time; all others are not stored. */
export const keptRoutes: readonly string[] = [
  '/portal/files/[id]/figure.png',
  '/portal/files/[id]/figure.svg',
  '/portal/files/[id]/peaks',
  '/portal/files/[id]/spectrogram',
];
