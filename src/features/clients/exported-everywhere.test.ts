import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { newSignInMailKind } from '#src/features/accounts/security-log/new-sign-in.ts';
import { rememberBrowser } from '#src/features/accounts/sessions/known-browsers.ts';
import { recordSecurityEvent } from '#src/features/accounts/security-log/security-log.ts';
import { requestSignInMail } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import { writeMails } from '#src/features/notifications/outbox/outbox.ts';
import { addMilestone } from '#src/features/projects/milestones/milestones.ts';
import { clearNotifications } from '#src/features/notifications/panel/notifications.ts';
import { makePerson, testServices } from '#src/features/projects/test-project.fixture.ts';
import { addComment } from '#src/features/review/player/comments.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { recordPayment } from '#src/features/invoices/payments.ts';
import { files } from '#src/features/files/store/file.table.ts';
import type { Database, Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { makeEverything, now, secret, type Owner } from './everything.fixture.ts';
import { exportPerson } from './export-person.ts';
import { countMoving, mergeClients } from './merge-clients.ts';

const sender = { userAgent: 'Firefox', network: '192.0.2.1' };

/** The parts of the export that contain each table's rows. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  activity: ['activity'],
  all_files: ['files'],
  calls: ['calls', 'callMails'],
  change_requests: ['changeRequests'],
  client_billing: ['billing'],
  client_events: ['events'],
  client_mail_items: ['mailItems'],
  clients: ['client'],
  contacts: ['contacts'],
  conversation_lines: ['conversationLines'],
  conversations: ['conversations'],
  file_approvals: ['approvals'],
  file_comments: ['comments'],
  invoice_drafts: ['invoiceDrafts'],
  invoices: ['invoices'],
  known_browsers: ['browsers'],
  lead_notes: ['notes'],
  lead_replies: ['replies'],
  lead_reply_files: ['replyFiles'],
  leads: ['lead'],
  listening_entries: ['listeningEntries'],
  listening_guests: ['listeningGuests'],
  listening_links: ['listeningLinks'],
  listening_mails: ['listeningMails'],
  merged_clients: ['mergedClients'],
  message_files: ['messageFiles'],
  messages: ['messages'],
  milestones: ['milestones'],
  notification_clearings: ['clearedNotifications'],
  notifications: ['notifications'],
  outbox: ['mails', 'accountMails', 'deliveries'],
  payments: ['payments'],
  people: ['people'],
  projects: ['projects'],
  security_log: ['trail'],
  sent_files: ['sentFiles'],
  sent_uploads: ['pendingClientUploads'],
  sessions: ['sessions'],
  sign_in_requests: ['signInRequests'],
  submissions: ['submissions'],
  upload_requests: ['uploadRequests'],
};
/** Copies of text from submissions, notes, replies and messages for searches and Today. */
const derived = ['lead_search', 'search_entries', 'submission_search', 'unanswered_messages'];

/** Returns the tables with a row that contains one of these texts. */
const tablesWith = (database: Database, texts: readonly string[]) =>
  database.withMigrationSession(async (session) => {
    const tables = await session(`select tablename as name from pg_tables where schemaname = 'public'`);
    const found: string[] = [];
    for (const name of tables.map((row) => String(row['name']))) {
      const rows = await session(`select one::text as row from public.${name} as one`);
      if (rows.some(({ row }) => texts.some((text) => String(row).toLowerCase().includes(text))))
        found.push(name);
    }
    return found;
  });

/** Creates all of a client's data, including what their accounts store. */
async function makeAll(db: Db, owner?: Owner) {
  const services = testServices(now);
  const made = await makeEverything(db, services, { owner });
  const { ada, client, clientId, projectId } = made;
  await rememberBrowser(db, now, client.id, null);
  await clearNotifications(db, services, client, 'all');
  await recordSecurityEvent(db, now, sender, { kind: 'confirmed', personId: client.id });
  await requestSignInMail(
    db,
    { jobs: services.jobs, now },
    { emailKey: client.email.toLowerCase(), reason: 'asked' },
  );
  const about = { topic: 'new-sign-in', subjectId: randomUUID(), clientId, personId: client.id };
  await writeMails(db, now, [{ kind: newSignInMailKind, ...about }]);
  const milestone = { projectId, title: secret, description: '', dueOn: null };
  await db.transaction((tx) => addMilestone(tx, services, ada, milestone));
  const [file] = await db.select().from(files).where(eq(files.projectId, projectId));
  const comment = { id: randomUUID(), projectId, fileId: file?.id ?? '', atMs: 0, content: secret };
  await addComment(db, services, client, comment);
  const [invoice] = await db.select().from(invoices).where(eq(invoices.clientId, clientId));
  const paid = { invoiceId: invoice?.id ?? '', amountMinor: 1000, paidOn: '2026-11-01', reference: secret };
  expect(await recordPayment(db, services, ada, paid)).toEqual({ ok: true });
  const former = await makePerson(db, 'client', 'Another Film');
  const merge = { fromId: former.clientId, intoId: clientId };
  const seen = await countMoving(db, former.clientId);
  expect(await mergeClients(db, services, ada, { ...merge, seen })).toEqual({ ok: true });
  return made;
}

/** Returns the export taken by a team member. */
async function takeExport(db: Db, person: Person, clientId: string) {
  const session = { id: randomUUID(), person, isComplete: true, isRecent: true };
  const answer = await exportPerson({ db, clock: { now: () => now } }, { session, sender }, { clientId });
  return (await answer.json()) as Record<string, { kind: string }[]>;
}

/** Removes the entries about exports, which the next export contains. */
const withoutExports = (everything: Awaited<ReturnType<typeof takeExport>>) =>
  Object.fromEntries(
    Object.entries(everything).map(([part, rows]) => [
      part,
      Array.isArray(rows) ? rows.filter(({ kind }) => !kind?.startsWith('person-exported')) : rows,
    ]),
  );

describeOnEachDatabase('the export of a client', (open) => {
  test('includes every table that contains their data', async () => {
    const database = await open();
    const { db } = database;
    const { ada, client, leadId, clientId, projectId } = await makeAll(db);
    const held = await tablesWith(database, [leadId, clientId, client.id, projectId, 'halfmoon']);
    expect(held.filter((name) => !derived.includes(name)).toSorted()).toEqual(Object.keys(partsOf));
    const everything = await takeExport(db, ada, clientId);
    for (const part of Object.values(partsOf).flat())
      expect(everything[part]?.length, part).toBeGreaterThan(0);
    expect(everything['accountMails']).toMatchObject([{ kind: newSignInMailKind }]);
    expect(everything['mails']?.map(({ kind }) => kind)).not.toContain('new-sign-in');
  });

  test('includes nothing of another client’s', async () => {
    const { db } = await open();
    const { ada, clientId } = await makeAll(db);
    const alone = await takeExport(db, ada, clientId);
    await makeAll(db, { given: 'Osric', family: 'Vane', mark: 'd' });
    expect(withoutExports(await takeExport(db, ada, clientId))).toEqual(withoutExports(alone));
  });
});
