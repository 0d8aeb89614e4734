import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { reportPayment, voidInvoice } from '#src/features/invoices/invoices.ts';
import { recordPayment } from '#src/features/invoices/payments.ts';
import { issueInvoice } from '#src/features/invoices/issue-invoice.ts';
import { markPaymentMissing, withdrawPayment } from '#src/features/invoices/reopen-invoice.ts';
import { saveGuest } from '#src/features/sharing/guests/save-guest.ts';
import { listeningLinks } from '#src/features/sharing/links/listening.table.ts';
import { createLink } from '#src/features/sharing/links/create-link.ts';
import { editLink, revokeLink } from '#src/features/sharing/links/edit-link.ts';
import { sendLink } from '#src/features/sharing/links/link-mails.ts';
import { unlimited } from '#src/features/sharing/links/plain-link.fixture.ts';
import { sendMessage } from '#src/features/messages/send-message.ts';
import { clearNotifications } from '#src/features/notifications/panel/notifications.ts';
import { editProject, moveProject, createProject } from '#src/features/projects/projects.ts';
import {
  addMilestone,
  completeMilestone,
  editMilestone,
  moveMilestone,
  removeMilestone,
  reopenMilestone,
} from '#src/features/projects/milestones/milestones.ts';
import { testServices } from '#src/features/projects/test-project.fixture.ts';
import { approveFile, requestChanges } from '#src/features/files/approvals/approve-file.ts';
import { requestUploads } from '#src/features/files/upload-requests/upload-requests.ts';
import { restoreFiles } from '#src/features/review/versions/restore-file.ts';
import { addFile, changeApprovalNeed, removeFile } from '#src/features/files/files.ts';
import {
  editComment,
  markCommentDone,
  addComment,
  replyToComment,
} from '#src/features/review/player/comments.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services/services.ts';
import { clientVersionOf, personVersionOf } from './details/details.ts';
import { describePerson, editClient, editPerson } from './edit-client.ts';
import { makeEverything, now, secret } from './everything.fixture.ts';
import { inviteColleague } from './invite-colleague.ts';

const stored = {
  storageKey: 'c'.repeat(32),
  sha256: 'd'.repeat(64),
  sizeBytes: 10,
  kind: 'audio',
  mediaType: 'audio/wav',
  durationMs: 1000,
  peaks: null,
} as const;

/** Creates a client with an invoice, a file, a comment, milestones and all other data. */
export async function makeStudio(db: Db) {
  const services = testServices(now);
  const { ada, client, projectId } = await makeEverything(db, services);
  const [invoice] = await db.select({ id: invoices.id }).from(invoices);
  const reel = { projectId, name: 'Reel 4.wav', needsApproval: true, stored };
  const fileId = randomUUID();
  const commentId = randomUUID();
  const comment = { projectId, fileId, atMs: 0, content: secret };
  await db.transaction((tx) => addFile(tx, services, ada, { id: fileId, ...reel }));
  await addComment(db, services, client, { id: commentId, ...comment });
  const milestone = { title: secret, description: '', dueOn: null };
  const addOne = () => db.transaction((tx) => addMilestone(tx, services, ada, { projectId, ...milestone }));
  const added = [await addOne(), await addOne()][0];
  const [link] = await db.select().from(listeningLinks);
  if (!link) throw new Error('There is no listening link');
  const milestoneId = added?.ok ? added.milestoneId : '';
  const ids = { projectId, fileId, commentId, milestoneId, invoiceId: invoice?.id ?? '' };
  return { db, services, ada, client, reel, comment, milestone, link, ...ids };
}

export type Studio = Awaited<ReturnType<typeof makeStudio>>;
export type Verb = (studio: Studio) => Promise<{ readonly ok: boolean }>;

const edit = {
  name: secret,
  description: secret,
  status: 'backlog',
  progress: 10,
  dueOn: null,
  version: 1,
} as const;
const newer = { ...stored, storageKey: 'e'.repeat(32) };
const newFileId = randomUUID();
const config = { dataDir: join(tmpdir(), randomUUID()) };

const by = (actor: Studio['ada']) => ({ actor, sender: { userAgent: 'Firefox', network: '192.0.2.1' } });

/** All operations on a client's data. */
export const verbs: Readonly<Record<string, Verb>> = {
  'another name of the client': async ({ db, services, ada, client: { clientId } }) => {
    const [client] = await db.select().from(clients).where(eq(clients.id, clientId));
    const { phone = '', address = '', tags = [] } = client ?? {};
    const seen = client ? clientVersionOf(client) : '';
    return editClient(db, services, ada, {
      clientId,
      name: secret,
      phone,
      address,
      tags,
      notes: secret,
      seen,
    });
  },
  'other details of a person': async ({ db, services, ada, client: { clientId, id: personId } }) => {
    const [person] = await db.select().from(people).where(eq(people.id, personId));
    const seen = person ? personVersionOf(person) : '';
    const details = { phone: '', tags: [secret], notes: secret };
    return describePerson(db, services, ada, { clientId, personId, ...details, seen });
  },
  'another address of a person': ({ db, services, ada, client: { clientId, id: personId, name } }) =>
    editPerson(db, services, by(ada), { clientId, personId, name, email: 'other@halfmoon.example' }),
  'a message': ({ db, services, client, projectId }) =>
    sendMessage(db, services, client, { id: randomUUID(), projectId, content: secret }),
  'a message of the team': ({ db, services, ada, projectId }) =>
    sendMessage(db, services, ada, { id: randomUUID(), projectId, content: secret }),
  'a cleared notification': ({ db, services, client }) => clearNotifications(db, services, client, 'all'),
  'a new project': ({ db, services, ada, client }) =>
    db.transaction((tx) =>
      createProject(tx, services, ada, { clientId: client.clientId, name: secret, description: '' }),
    ),
  'an edited project': ({ db, services, ada, projectId }) =>
    editProject(db, services, ada, { projectId, ...edit }),
  'a moved project': ({ db, services, ada, projectId }) =>
    moveProject(db, services, ada, { projectId, status: 'delivered', version: 1 }),
  'a new milestone': ({ db, services, ada, projectId, milestone }) =>
    db.transaction((tx) => addMilestone(tx, services, ada, { projectId, ...milestone })),
  'an edited milestone': ({ db, services, ada, projectId, milestoneId, milestone }) =>
    editMilestone(db, services, ada, { projectId, milestoneId, ...milestone, seenHash: '' }),
  'a completed milestone': ({ db, services, ada, projectId, milestoneId }) =>
    completeMilestone(db, services, ada, { projectId, milestoneId }),
  'a reopened milestone': ({ db, services, ada, projectId, milestoneId }) =>
    reopenMilestone(db, services, ada, { projectId, milestoneId }),
  'a moved milestone': ({ db, services, ada, projectId, milestoneId }) =>
    moveMilestone(db, services, ada, { projectId, milestoneId, by: 1 }),
  'a removed milestone': ({ db, services, ada, projectId, milestoneId }) =>
    removeMilestone(db, services, ada, { projectId, milestoneId }),
  'a newer version of a file': ({ db, services, ada, reel }) =>
    db.transaction((tx) => addFile(tx, services, ada, { ...reel, id: newFileId, stored: newer })),
  'a changed need of approval': ({ db, services, ada, projectId, fileId }) =>
    changeApprovalNeed(db, services, ada, { projectId, fileId, needsApproval: false }),
  'a request for changes': ({ db, services, client, projectId, fileId }) =>
    requestChanges(db, services, client, { projectId, fileId, sha256: stored.sha256, content: 'Louder' }),
  'an approval': ({ db, services, client, projectId, fileId }) =>
    approveFile(db, services, client, { projectId, fileId, sha256: stored.sha256 }),
  'a removed file': ({ db, services, ada, projectId, fileId }) =>
    removeFile({ ...services, db, config } as unknown as Services, ada, { projectId, fileId }),
  'a restored file': async ({ db, services, ada, projectId, fileId }) => {
    await removeFile({ ...services, db }, ada, { projectId, fileId });
    return restoreFiles(db, services, ada, { projectId, fileId });
  },
  'a request for files': ({ db, services, ada, projectId }) =>
    requestUploads(db, services, ada, { projectId, title: secret, dueOn: '2026-12-12' }),
  'a comment': ({ db, services, client, comment }) =>
    addComment(db, services, client, { id: randomUUID(), ...comment }),
  'a comment that is done': ({ db, services, ada, projectId, commentId }) =>
    markCommentDone(db, services, ada, { projectId, commentId }),
  'a reply': ({ db, services, ada, projectId, commentId }) =>
    replyToComment(db, services, ada, { id: randomUUID(), projectId, replyTo: commentId, content: secret }),
  'an edited comment': ({ db, services, client, projectId, commentId }) =>
    editComment(db, services, client, { projectId, commentId, version: 1, content: 'Otherwise' }),
  'a listening link': ({ db, services, client, link }) =>
    createLink({ db, ...services, secret }, client, {
      ...link,
      id: randomUUID(),
      password: null,
      entries: [],
    }),
  'an edited listening link': ({ db, services, client, link }) =>
    editLink({ db, ...services }, client, { ...link, linkId: link.id, password: null, entries: [] }),
  'a listening link by email': ({ db, services, client, link: { id: linkId, projectId } }) =>
    sendLink({ db, ...services, secret, rateLimiter: unlimited }, client, {
      projectId,
      linkId,
      sendId: randomUUID(),
      addresses: ['label@records.example'],
      message: '',
    }),
  'a revoked listening link': ({ db, services, client, link: { id, projectId } }) =>
    revokeLink({ db, ...services }, client, { projectId, linkId: id }),
  'the name of a guest': async ({ db, services, client, link, projectId }) => {
    const entered = {
      link,
      guest: null,
      project: { id: projectId, name: secret, clientId: client.clientId },
    };
    const browser = { entered, browserHash: randomUUID(), userAgent: 'A browser' };
    return { ok: (await saveGuest({ db, ...services }, browser, { name: secret })) !== null };
  },
  'a new invoice': ({ db, services, ada, projectId }) =>
    db.transaction((tx) =>
      issueInvoice(tx, services, ada, {
        projectId,
        amountCents: 100,
        description: secret,
        dueOn: '2026-12-12',
      }),
    ),
  'an invited colleague': ({ db, services, client }) =>
    inviteColleague(db, services, client, {
      clientId: client.clientId,
      name: secret,
      email: 'lena@halfmoon.example',
      permission: 'listen',
    }),
  'a reported payment': ({ db, services, client, invoiceId }) =>
    reportPayment(db, services, client, invoiceId),
  'a withdrawn payment': ({ db, services, client, invoiceId }) =>
    withdrawPayment(db, services, client, invoiceId),
  'a payment that was not found': ({ db, services, ada, invoiceId }) =>
    markPaymentMissing(db, services, ada, invoiceId),
};

/** The team's operations on invoices, which also work after an erasure because invoices are kept for the books. */
export const bookkeeping: Readonly<Record<string, Verb>> = {
  'a recorded payment': async ({ db, services, ada, invoiceId }) => {
    const paidOn = '2026-11-20';
    const [invoice] = await db.select().from(invoices).where(eq(invoices.id, invoiceId));
    return recordPayment(db, services, ada, { invoiceId, amountMinor: invoice?.amountCents ?? 0, paidOn });
  },
  'a voided invoice': ({ db, services, ada, invoiceId }) =>
    voidInvoice(db, services, ada, { invoiceId, reason: 'Never paid' }),
};
