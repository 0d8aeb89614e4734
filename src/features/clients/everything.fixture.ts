import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { openSession, type ClientPerson, type Member } from '#src/features/accounts/sessions/session.ts';
import { bookCall } from '#src/features/calls/booking/book-call.ts';
import { cancelCall } from '#src/features/calls/booking/change-call.ts';
import { callHosts } from '#src/features/calls/host.table.ts';
import { findSlot } from '#src/features/calls/times/find-slot.ts';
import { recordLine } from '#src/features/chat/conversations/lock-conversation.ts';
import { conversationLines, conversations } from '#src/features/chat/conversation.table.ts';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { saveBilling } from '#src/features/invoices/billing/client-billing.ts';
import { saveDraft } from '#src/features/invoices/form/drafts.ts';
import { issueInvoice } from '#src/features/invoices/issue-invoice.ts';
import { rulesOf, submissionOf, submitLead } from '#src/features/leads/submissions/submission.fixture.ts';
import { addLeadNote } from '#src/features/leads/lead-page/change-lead.ts';
import { convertLead } from '#src/features/leads/lead-page/convert-lead.ts';
import { attachFiles } from '#src/features/leads/lead-page/reply-files.ts';
import { replyToLead } from '#src/features/leads/lead-page/reply-to-lead.ts';
import { leads, submissions } from '#src/features/leads/lead.table.ts';
import { generalKey } from '#src/features/messages/conversation.ts';
import { sendMessage } from '#src/features/messages/send-message.ts';
import { writeMails } from '#src/features/notifications/outbox/outbox.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { createLink } from '#src/features/sharing/links/create-link.ts';
import { sendLink } from '#src/features/sharing/links/link-mails.ts';
import { plainLink, unlimited } from '#src/features/sharing/links/plain-link.fixture.ts';
import { listeningGuests, listeningVisits } from '#src/features/sharing/links/listening.table.ts';
import { lockProject } from '#src/features/projects/projects.ts';
import { addComment } from '#src/features/review/player/comments.ts';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';
import { approveFile, requestChanges } from '#src/features/files/approvals/approve-file.ts';
import { addClientUpload } from '#src/features/files/client-uploads/client-uploads.ts';
import { reserveUploadSpace } from '#src/features/files/client-uploads/client-upload-space.ts';
import { requestUploads } from '#src/features/files/upload-requests/upload-requests.ts';
import { addFile } from '#src/features/files/files.ts';
import type { StoredBytes } from '#src/features/files/store/stored-bytes.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { createContact } from './contacts/contacts.ts';

/** The time when everything is created. */
export const now = new Date('2026-11-21T12:00:00Z');
/** The owner of the data; two owners in one database have different marks. */
export type Owner = { readonly given: string; readonly family: string; readonly mark: string };
const runa: Owner = { given: 'Runa', family: 'Halfmoon', mark: '' };
const nameOf = ({ given, family }: Owner) => `${given} ${family}`;
export const emailOf = ({ given, family }: Owner) => `${given}@${family}.example`;
const secretOf = ({ family }: Owner) => `The ${family} secret`;
export const email = emailOf(runa);
const nobody: ClientPerson = {
  id: '',
  role: 'client',
  clientId: '',
  permission: 'approve',
  name: '',
  email: '',
};
/** The marker in everything written by and about the owner. */
export const secret = secretOf(runa);

/** Creates a guest who listened via a link, gave a unique name, and commented. */
async function leaveGuest(
  db: Db,
  announcer: QueueServices,
  {
    clientId,
    linkId,
    projectId,
    fileId,
  }: Readonly<Record<'clientId' | 'linkId' | 'projectId' | 'fileId', string>>,
  owner: Owner,
): Promise<void> {
  const token = 'a token of the tests';
  const [guest, times] = [
    { id: randomUUID(), linkId, name: `${owner.family} guest` },
    { visits: 1, firstAt: now, lastAt: now },
  ];
  await db.insert(listeningGuests).values({ ...guest, tokenHash: token, userAgent: 'A browser', ...times });
  await db.insert(listeningVisits).values({ guestId: guest.id, fileId, ...times });
  const lock = (tx: Db) => lockProject(tx, projectId);
  const comment = { id: randomUUID(), projectId, fileId, atMs: 0, content: secretOf(owner) };
  const added = await addComment(
    db,
    announcer,
    { id: guest.id, name: guest.name, role: 'guest', clientId, lock },
    comment,
  );
  if (!added.ok) throw new Error(added.reason);
}

/** Creates a chat conversation whose visitor left their address. */
async function leaveConversation(db: Db, leadId: string, owner: Owner): Promise<void> {
  const id = randomUUID();
  const times = { begunAt: now, changedAt: now };
  const unknown = {
    askedAs: randomUUID(),
    tokenHash: `a hash of the tests${owner.mark}`,
    networkKey: 'a key of the tests',
  };
  const whose = { leadId, name: nameOf(owner), email: emailOf(owner) };
  await db.insert(conversations).values({ id, ...unknown, ...whose, ...times, state: 'mailed', seq: 1 });
  const line = { kind: 'text', sender: 'visitor', content: secretOf(owner) } as const;
  await db
    .insert(conversationLines)
    .values({ conversationId: id, seq: 1, writtenAs: randomUUID(), at: now, ...line });
  await recordLine(db, { id, ...whose }, { kind: 'mailed', authorId: null, authorName: null, at: now });
}

/** Creates a request for files, a file sent by a client and an unfinished upload. */
async function sendFile(
  db: Db,
  announcer: QueueServices,
  { ada, client }: { readonly ada: Member; readonly client: ClientPerson },
  {
    projectId,
    stored,
    owner,
  }: { readonly projectId: string; readonly stored: StoredBytes; readonly owner: Owner },
) {
  const asked = { projectId, title: `${secretOf(owner)} stems`, dueOn: '2026-12-12' };
  await requestUploads(db, announcer, ada, asked);
  await db.transaction(async (tx) => {
    const bytes = { ...stored, storageKey: `${owner.mark}${'c'.repeat(32)}` };
    await addClientUpload(tx, announcer, client, {
      id: randomUUID(),
      projectId,
      name: `${secretOf(owner)}.wav`,
      stored: bytes,
    });
    await reserveUploadSpace(tx, client, { uploadId: randomUUID(), projectId, sizeBytes: 10, now });
  });
}

/** Creates a call of a lead or a client that was booked and cancelled, with typed text. */
export async function makeCall(
  db: Db,
  { jobs }: QueueServices,
  hostId: string,
  whom: { leadId?: string; clientId?: string; name: string; email: string },
) {
  const desk = { now, jobs, secret: 'a secret of the tests' };
  const host = { personId: hostId, timeZone: 'Europe/Berlin', dailyMost: 8 };
  await db.insert(callHosts).values(host).onConflictDoNothing();
  const startMs = now.getTime() + 72 * 3_600_000;
  const callId = randomUUID();
  await db.transaction(async (tx) => {
    const slot = await findSlot(tx, now, { startMs, visitorZone: 'Asia/Kathmandu', mode: 'team' });
    if (!slot) throw new Error('Nobody is free');
    await bookCall(tx, desk, { id: null, name: whom.name }, slot, { id: callId, ...whom });
  });
  const by = { actor: { id: null, name: whom.name }, isTeams: false };
  await cancelCall(db, desk, by, callId, `The words of ${whom.name}`);
}

/** Writes a message with a file in the client's general conversation. */
async function writeGenerally(db: Db, announcer: QueueServices, client: ClientPerson, owner: Owner) {
  const bytes = { sha256: 'd'.repeat(64), sizeBytes: 10, kind: 'document', mediaType: 'text/plain' } as const;
  const attached = { ...bytes, storageKey: `${owner.mark}${'d'.repeat(32)}` };
  const general = { id: randomUUID(), projectId: generalKey, content: secretOf(owner) };
  const files = [{ name: `${secretOf(owner)}.txt`, stored: attached }];
  await sendMessage(db, announcer, client, { ...general, files });
}

/** Sends a link to a file by email, and lets a guest comment on it. */
async function shareFile(
  db: Db,
  announcer: QueueServices,
  client: ClientPerson,
  {
    projectId,
    fileId,
    owner,
  }: { readonly projectId: string; readonly fileId: string; readonly owner: Owner },
): Promise<void> {
  const words = secretOf(owner);
  const expiresAt = new Date(now.getTime() + 14 * 86_400_000);
  const entries = [{ fileId, recordingId: null, title: words }];
  const link = { ...plainLink, id: randomUUID(), projectId, name: words, expiresAt, mayDownload: true };
  const listening = { db, ...announcer, secret: 'a secret of the tests' };
  await createLink(listening, client, { ...link, coversProject: false, entries });
  const sent = { linkId: link.id, sendId: randomUUID(), addresses: [`label@${owner.family}.example`] };
  const mail = { projectId, ...sent, message: words };
  const isSent = await sendLink({ ...listening, rateLimiter: unlimited }, client, mail);
  if (!isSent.ok) throw new Error(isSent.reason);
  await leaveGuest(db, announcer, { clientId: client.clientId, linkId: link.id, projectId, fileId }, owner);
}

/** Creates a lead with a submission, a reply with a file, a note and a chat. */
async function makeLead(db: Db, announcer: QueueServices, ada: Member, owner: Owner): Promise<string> {
  const whom = { name: nameOf(owner), email: emailOf(owner) };
  const words = secretOf(owner);
  await submitLead(db, submissionOf({ ...whom, fields: { ...whom, message: words } }), rulesOf());
  const [lead] = await db.select().from(leads).where(eq(leads.email, whom.email));
  const leadId = lead?.id ?? '';
  const [submission] = await db.select().from(submissions).where(eq(submissions.leadId, leadId));
  const confirmation = { kind: 'sender-mail', topic: 'contact', subjectId: submission?.id ?? '', leadId };
  await writeMails(db, now, [confirmation]);
  await db
    .update(outbox)
    .set({ state: 'failed', lastError: `no mailbox ${whom.email}` })
    .where(eq(outbox.leadId, leadId));
  await addLeadNote(db, now, ada, { id: randomUUID(), leadId, content: words });
  const replyId = randomUUID();
  const file = {
    field: 'files',
    name: `${words}.pdf`,
    mediaType: 'application/pdf',
    bytes: Buffer.from(words),
  };
  await attachFiles(db, now, { leadId, replyId }, { added: [file], removedIds: [] });
  await replyToLead(db, announcer, ada, { id: replyId, leadId, content: words });
  await leaveConversation(db, leadId, owner);
  return leadId;
}

/** Gives a client and their person details, notes and tags, and creates a contact with their address. */
async function describe(
  db: Db,
  announcer: QueueServices,
  ada: Member,
  { client, owner }: { readonly client: ClientPerson; readonly owner: Owner },
): Promise<void> {
  const words = secretOf(owner);
  const details = { phone: `0100 ${owner.family}`, tags: [`${owner.family} tag`], notes: words };
  const whole = { ...details, address: words };
  await db.update(clients).set(whole).where(eq(clients.id, client.clientId));
  await db.update(people).set(details).where(eq(people.id, client.id));
  const { name, email: address } = client;
  await createContact(db, announcer, ada, { ...whole, name, email: address, company: words, role: words });
}

/** Leaves what is stored about a client's money: billing details and a draft of an invoice. */
async function leaveMoney(
  db: Db,
  {
    ada,
    clientId,
    projectId,
  }: {
    readonly ada: Actor;
    readonly clientId: string;
    readonly projectId: string;
  },
) {
  const address = { street: secret, postalCode: '1', city: secret, country: 'DK', vatId: '' };
  const billing = { ...address, email: '', reference: secret };
  await saveBilling(db, { actor: ada, now }, clientId, billing);
  const entries = { 'description-1': secret };
  await saveDraft(db, { actor: ada, now }, { id: null, projectId, entries });
}

/** Creates a lead with a submission, a reply and a note, and all of a client's data if they became one. */
export async function makeEverything<A extends QueueServices>(
  db: Db,
  announcer: A,
  { isClient = true, hasInvoice = true, owner = runa } = {},
) {
  const ada = await makePerson(db, 'team', 'Ada Brandt');
  const whom = { name: nameOf(owner), email: emailOf(owner) };
  const words = secretOf(owner);
  const leadId = await makeLead(db, announcer, ada, owner);
  const desk = { announcer, ada, leadId };
  await makeCall(db, announcer, ada.id, { leadId, ...whom });
  if (!isClient) return { ...desk, client: nobody, clientId: '', projectId: '' };
  const converted = await convertLead(db, announcer, ada, { leadId, projectName: `${owner.family} reel` });
  if (!converted.ok || converted.projectId === null) throw new Error('not converted');
  const { clientId, projectId } = converted;
  await makeCall(db, announcer, ada.id, { clientId, ...whom });
  const [person] = await db.select({ id: people.id }).from(people).where(eq(people.clientId, clientId));
  const client: ClientPerson = {
    id: person?.id ?? '',
    role: 'client',
    clientId,
    permission: 'approve',
    ...whom,
  };
  await describe(db, announcer, ada, { client, owner });
  await openSession(db, now, client, 'A browser');
  await sendMessage(db, announcer, client, { id: randomUUID(), projectId, content: words });
  await writeGenerally(db, announcer, client, owner);
  const stored = {
    storageKey: `${owner.mark}${'a'.repeat(32)}`,
    sha256: 'b'.repeat(64),
    sizeBytes: 10,
    kind: 'audio',
    mediaType: 'audio/wav',
    durationMs: 1000,
    peaks: null,
  } as const;
  const file = { projectId, name: `${owner.family}.wav`, needsApproval: true, stored };
  const added = await db.transaction((tx) => addFile(tx, announcer, ada, file));
  if (!added.ok) throw new Error(added.reason);
  const heard = { projectId, fileId: added.fileId, sha256: stored.sha256 };
  await requestChanges(db, announcer, client, { ...heard, content: words });
  await approveFile(db, announcer, client, heard);
  await shareFile(db, announcer, client, { projectId, fileId: added.fileId, owner });
  await sendFile(db, announcer, { ada, client }, { projectId, stored, owner });
  if (hasInvoice) {
    const invoice = { projectId, amountCents: 250_000, description: 'Reel 3 mix', dueOn: '2026-12-12' };
    await db.transaction((tx) => issueInvoice(tx, announcer, ada, invoice));
    await leaveMoney(db, { ada, clientId, projectId });
  }
  return { ...desk, client, clientId, projectId };
}
