import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { recordPayment, reportPayment, voidInvoice } from '#src/features/invoices/invoices.ts';
import { issueInvoice } from '#src/features/invoices/issue-invoice.ts';
import { missPayment, withdrawPayment } from '#src/features/invoices/reopen-invoice.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { sendMessage } from '#src/features/messages/send-message.ts';
import { clientEvents } from '#src/features/notices/events/client-event.table.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';
import { clearNotifications } from '#src/features/notices/notifications/clear-notifications.ts';
import { outbox } from '#src/features/outbox/outbox.table.ts';
import { editProject, moveProject } from '#src/features/projects/change-project.ts';
import { createProject } from '#src/features/projects/create-project.ts';
import {
  addMilestone,
  completeMilestone,
  editMilestone,
  moveMilestone,
  removeMilestone,
  reopenMilestone,
} from '#src/features/projects/milestones/milestones.ts';
import { milestones } from '#src/features/projects/milestones/milestone.table.ts';
import { testServices } from '#src/features/projects/test-project.fixture.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { approveFile } from '#src/features/recordings/files/approve-file.ts';
import { files } from '#src/features/recordings/files/file.table.ts';
import { addFile, changeApprovalNeed, removeFile } from '#src/features/recordings/files/files.ts';
import { editComment, markCommentDone } from '#src/features/recordings/review/change-comment.ts';
import { addComment, replyToComment } from '#src/features/recordings/review/comments.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { untilWaiting } from '#src/platform/database/until-waiting.fixture.ts';
import type { Services } from '#src/platform/services.ts';
import { erasePerson } from './erase-person.ts';
import { email, makeEverything, now, secret } from './everything.fixture.ts';

const stored = {
  storageKey: 'c'.repeat(32),
  sha256: 'd'.repeat(64),
  sizeBytes: 10,
  kind: 'audio',
  mediaType: 'audio/wav',
  durationMs: 1000,
  hasLength: true,
  peaks: null,
} as const;

/** A client with an invoice and all that a client has, with a file, a comment and milestones that can be worked on. */
async function makeStudio(db: Db) {
  const services = testServices(now);
  const { ada, clientId, projectId } = await makeEverything(db, services);
  const client: Person = { id: clientId, role: 'client', name: 'Runa Halfmoon', email };
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
  const milestoneId = added?.ok ? added.milestoneId : '';
  const ids = { projectId, fileId, commentId, milestoneId, invoiceId: invoice?.id ?? '' };
  return { db, services, ada, client, reel, comment, milestone, ...ids };
}

type Studio = Awaited<ReturnType<typeof makeStudio>>;
type Verb = (studio: Studio) => Promise<{ readonly ok: boolean }>;

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

/** What can be done with what is a client's. */
const verbs: Readonly<Record<string, Verb>> = {
  'a message': ({ db, services, client, projectId }) =>
    sendMessage(db, services, client, { id: randomUUID(), projectId, content: secret }),
  'a message of the team': ({ db, services, ada, projectId }) =>
    sendMessage(db, services, ada, { id: randomUUID(), projectId, content: secret }),
  'a cleared notification': ({ db, services, client }) => clearNotifications(db, services, client, 'all'),
  'a new project': ({ db, services, ada, client }) =>
    db.transaction((tx) =>
      createProject(tx, services, ada, { clientId: client.id, name: secret, description: '' }),
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
  'an approval': ({ db, services, client, projectId, fileId }) =>
    approveFile(db, services, client, { projectId, fileId, sha256: stored.sha256 }),
  'a removed file': ({ db, services, ada, projectId, fileId }) =>
    removeFile({ ...services, db, config } as unknown as Services, ada, { projectId, fileId }),
  'a comment': ({ db, services, client, comment }) =>
    addComment(db, services, client, { id: randomUUID(), ...comment }),
  'a comment that is done': ({ db, services, ada, projectId, commentId }) =>
    markCommentDone(db, services, ada, { projectId, commentId }),
  'a reply': ({ db, services, ada, projectId, commentId }) =>
    replyToComment(db, services, ada, { id: randomUUID(), projectId, replyTo: commentId, content: secret }),
  'an edited comment': ({ db, services, client, projectId, commentId }) =>
    editComment(db, services, client, { projectId, commentId, version: 1, content: 'Otherwise' }),
  'a new invoice': ({ db, services, ada, projectId }) =>
    db.transaction((tx) =>
      issueInvoice(tx, services, ada, {
        projectId,
        amountCents: 100,
        description: secret,
        dueOn: '2026-12-12',
      }),
    ),
  'a reported payment': ({ db, services, client, invoiceId }) =>
    reportPayment(db, services, client, invoiceId),
  'a withdrawn payment': ({ db, services, client, invoiceId }) =>
    withdrawPayment(db, services, client, invoiceId),
  'a payment that was not found': ({ db, services, ada, invoiceId }) =>
    missPayment(db, services, ada, invoiceId),
};

/** What the team does with an invoice goes on after an erasure: it is kept for the books. */
const bookkeeping: Readonly<Record<string, Verb>> = {
  'a recorded payment': ({ db, services, ada, invoiceId }) => recordPayment(db, services, ada, invoiceId),
  'a voided invoice': ({ db, services, ada, invoiceId }) =>
    voidInvoice(db, services, ada, { invoiceId, reason: 'Never paid' }),
};

const lockRest = sql`do $$ begin
  perform 1 from projects for update nowait;
  perform 1 from milestones for update nowait;
  perform 1 from files for update nowait;
  perform 1 from file_comments for update nowait;
  perform 1 from messages for update nowait;
  perform 1 from notifications for update nowait;
  perform 1 from invoices for update nowait;
end $$`;

/** Begins something while its client is locked, and erases them before it can go on. */
async function eraseMeanwhile(studio: Studio & { database: Parameters<typeof untilWaiting>[0] }, verb: Verb) {
  const { db, services, ada, client, database } = studio;
  const { outcome } = await db.transaction(async (tx) => {
    await tx.select().from(people).where(eq(people.id, client.id)).for('update');
    const begun = verb(studio);
    await untilWaiting(database);
    // Whoever waits for the client holds nothing that is the client's.
    await tx.execute(lockRest);
    expect(await erasePerson(tx, services, ada, { clientId: client.id }, email)).toMatchObject({ ok: true });
    return { outcome: begun };
  });
  return (await outcome).ok;
}

/** How many rows there are of what an erasure leaves nothing of, and of projects and invoices. */
async function countRows(db: Db) {
  const gone = [milestones, files, messages, notifications, outbox, clientEvents];
  const counts = [];
  for (const table of gone) counts.push(await db.$count(table));
  return { gone: counts, projects: await db.$count(projects), invoices: await db.$count(invoices) };
}

const onlyTheInvoice = { gone: [0, 0, 0, 0, 0, 0], projects: 1, invoices: 1 };

describeOnEachDatabase('whoever changes what is a client’s', (open) => {
  test.each(Object.entries(verbs))(
    'locks the client first and finds nobody after an erasure: %s',
    async (_name, verb) => {
      const database = await open();
      const studio = { ...(await makeStudio(database.db)), database };
      expect(await eraseMeanwhile(studio, verb)).toBe(false);
      expect(await countRows(database.db)).toEqual(onlyTheInvoice);
      expect((await verb(studio)).ok, 'later').toBe(false);
    },
  );

  test.each(Object.entries(bookkeeping))(
    'closes an invoice that is kept for the books, without a word of whoever was erased: %s',
    async (_name, verb) => {
      const database = await open();
      const { db } = database;
      const studio = { ...(await makeStudio(db)), database };
      expect(await eraseMeanwhile(studio, verb)).toBe(true);
      const [invoice] = await db.select().from(invoices);
      expect(['paid', 'void']).toContain(invoice?.state);
      expect(await db.select().from(activity).where(eq(activity.subjectId, studio.invoiceId))).toEqual(
        [{}, {}].map((details) => expect.objectContaining({ details })),
      );
      expect(await countRows(db)).toEqual(onlyTheInvoice);
    },
  );

  test('is done with, whatever else is done at the same moment', async () => {
    const database = await open();
    const studio = await makeStudio(database.db);
    const all = Object.values({ ...verbs, ...bookkeeping });
    const settled = await Promise.allSettled(all.map((verb) => verb(studio)));
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});
