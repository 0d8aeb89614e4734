import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { rememberBrowser } from '#src/features/accounts/sessions/known-browsers.ts';
import { recordSecurityEvent } from '#src/features/accounts/security-log/security-log.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { leads, submissions } from '#src/features/leads/lead.table.ts';
import { rulesOf, submissionOf, submitLead } from '#src/features/leads/submissions/submission.fixture.ts';
import { fileApprovals, files } from '#src/features/files/store/file.table.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { reportPayment } from '#src/features/invoices/invoices.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { convertLead } from '#src/features/leads/lead-page/convert-lead.ts';
import { makePerson, testServices } from '#src/features/projects/test-project.fixture.ts';
import { createProject } from '#src/features/projects/projects.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { devMail } from '#src/platform/mail/dev-mail.table.ts';
import { untilWaiting } from '#src/platform/database/until-waiting.fixture.ts';
import { watchRows } from '#src/platform/database/watch-rows.fixture.ts';
import { emailItems } from '#src/features/notifications/emails/email-item.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { email, emailOf, makeEverything, now, secret } from './everything.fixture.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import type { Subject } from './find-subject.ts';

const osric = { given: 'Osric', family: 'Vane', mark: 'd' };
const sender = { userAgent: 'Firefox', network: '192.0.2.1' };

/** Returns the export of a subject taken by `person`; null if there is no such subject. */
async function exported(db: Db, person: Person, subject: Subject): Promise<unknown> {
  const session = { id: randomUUID(), person, isComplete: true, isRecent: true };
  const response = await exportPerson({ db, clock: { now: () => now } }, { session, sender }, subject);
  return response.status === 404 ? null : response.json();
}

/** Returns all personal data in the database as one text. */
async function everythingKept(db: Db): Promise<string> {
  const tables = [
    leads,
    submissions,
    clients,
    people,
    projects,
    files,
    messages,
    activity,
    outbox,
    emailItems,
  ];
  const rows = [];
  for (const table of tables) rows.push(await db.select().from(table));
  return JSON.stringify(rows);
}

describeOnOneDatabase('erasing a client', (open) => {
  test('keeps invoices unchanged, and otherwise only events and times', async () => {
    const { db } = await open();
    const { announcer, ada, clientId, projectId } = await makeEverything(db, testServices(now));
    const before = await db.select().from(activity);
    const [invoice] = await db.select().from(invoices);
    const erased = await erasePerson(db, announcer, ada, { clientId }, ' runa@halfmoon.EXAMPLE ');
    expect(erased).toEqual({ ok: true, keptClientId: clientId });
    expect(await db.select().from(invoices)).toEqual([invoice]);
    expect(invoice).toMatchObject({ billToName: 'Runa Halfmoon', billToEmail: email, amountCents: 250_000 });
    expect(await everythingKept(db)).not.toMatch(/halfmoon|secret/i);
    expect(await db.select().from(people)).toMatchObject([{ id: ada.id }]);
    expect(await db.select().from(clients)).toMatchObject([{ id: clientId, erasedAt: now, leadId: null }]);
    expect(await db.select().from(projects)).toMatchObject([{ id: projectId, description: '' }]);
    for (const table of [leads, submissions, files, fileApprovals, messages, sessions, outbox, emailItems])
      expect(await db.$count(table)).toBe(0);
    expect(announcer.queued.at(-1)).toEqual({
      queue: 'erased-files',
      data: { storageKeys: ['a', 'c', 'd'].map((letter) => letter.repeat(32)), projectIds: [projectId] },
    });
    const after = await db.select().from(activity);
    const whenOf = (deeds: typeof after) => deeds.map(({ kind, at }) => `${at.toISOString()} ${kind}`);
    expect(whenOf(after)).toEqual(expect.arrayContaining(whenOf(before)));
    expect(after).toHaveLength(before.length + 1);
    const again = await erasePerson(db, announcer, ada, { clientId }, email);
    expect(again).toEqual({ ok: false, reason: 'not-found' });
  });

  test('without an invoice deletes the person, whose address can then send a form again', async () => {
    const { db } = await open();
    const { announcer, ada, leadId } = await makeEverything(db, testServices(now), { hasInvoice: false });
    const erased = await erasePerson(db, announcer, ada, { leadId }, email);
    expect(erased).toEqual({ ok: true, keptClientId: null });
    expect(await db.select().from(people)).toMatchObject([{ id: ada.id }]);
    for (const table of [clients, projects]) expect(await db.$count(table)).toBe(0);
    await submitLead(db, submissionOf({ email }), rulesOf());
    expect(await db.$count(leads)).toBe(1);
  });

  test.each([
    ['a client', true],
    ['a lead', false],
  ])('of %s keeps other people’s data', async (_who, isClient) => {
    const database = await open();
    const { db } = database;
    const { announcer, ada, clientId, leadId } = await makeEverything(db, testServices(now), { isClient });
    const { findChanged } = await watchRows(database, async () => {
      const theirs = await makeEverything(db, testServices(now), { owner: osric });
      const second = { clientId: theirs.clientId, name: 'A second reel', description: '' };
      await db.transaction((tx) => createProject(tx, announcer, theirs.ada, second));
      await rememberBrowser(db, now, theirs.client.id, null);
      const whose = { personId: theirs.client.id, actorId: theirs.ada.id };
      await recordSecurityEvent(db, now, sender, { kind: 'person-exported-by-team', ...whose });
      const [invoice] = await db.select().from(invoices).where(eq(invoices.clientId, theirs.clientId));
      expect(await reportPayment(db, announcer, theirs.client, invoice?.id ?? '')).toEqual({ ok: true });
      await db
        .update(outbox)
        .set({ messageId: sql`${outbox.id}::text` })
        .where(eq(outbox.clientId, theirs.clientId));
      const mailed = await db.select().from(outbox).where(eq(outbox.clientId, theirs.clientId));
      const content = { subject: 'A file', html: '', text: '', attachments: [] };
      const mail = { ...content, fromAddress: ada.email, toAddress: emailOf(osric), sentAt: now };
      for (const { id } of mailed) await db.insert(devMail).values({ ...mail, id, messageId: id });
    });
    const erased = await erasePerson(db, announcer, ada, isClient ? { clientId } : { leadId }, email);
    expect(erased).toMatchObject({ ok: true });
    expect(await findChanged()).toEqual([]);
  });

  test('changes nothing unless their address is typed', async () => {
    const { db } = await open();
    const { announcer, ada, clientId } = await makeEverything(db, testServices(now));
    await makeEverything(db, testServices(now), { owner: osric });
    const before = await everythingKept(db);
    for (const typed of ['', 'ada@sample.example', 'Runa Halfmoon', emailOf(osric)])
      expect(await erasePerson(db, announcer, ada, { clientId }, typed)).toEqual({
        ok: false,
        reason: 'other-address',
      });
    expect(await everythingKept(db)).toEqual(before);
    const aboutAda = await erasePerson(db, announcer, ada, { clientId: ada.id }, ada.email);
    expect(aboutAda).toEqual({ ok: false, reason: 'not-found' });
  });

  test('changes nothing if its job cannot be queued', async () => {
    const { db } = await open();
    const { ada, clientId } = await makeEverything(db, testServices(now));
    const before = await everythingKept(db);
    const broken = {
      clock: { now: () => now },
      jobs: { enqueue: () => Promise.reject(new Error('no queue')) },
    };
    await expect(erasePerson(db, broken, ada, { clientId }, email)).rejects.toThrow('no queue');
    expect(await everythingKept(db)).toEqual(before);
  });
});

describeOnOneDatabase('a lead who never became a client', (open) => {
  test('is exported and erased with all their submissions', async () => {
    const { db } = await open();
    const { announcer, ada, leadId } = await makeEverything(db, testServices(now), { isClient: false });
    const [submission] = await db.select().from(submissions);
    expect(await exported(db, ada, { leadId })).toMatchObject({
      lead: [{ name: 'Runa Halfmoon', email }],
      submissions: [{ fields: { message: secret } }],
      notes: [{ content: secret }],
      deliveries: [
        {
          submissionId: submission?.id,
          kind: 'sender-mail',
          state: 'failed',
          lastError: `no mailbox ${email}`,
        },
      ],
      replies: [{ content: secret, state: 'queued' }],
    });
    const erased = await erasePerson(db, announcer, ada, { leadId }, email);
    expect(erased).toEqual({ ok: true, keptClientId: null });
    expect(await everythingKept(db)).not.toMatch(/halfmoon|secret/i);
    expect(await exported(db, ada, { leadId })).toBeNull();
  });
});

describeOnOneDatabase('the export of a client', (open) => {
  test('contains all data about them and no sign-in secrets', async () => {
    const { db } = await open();
    const { ada, client, clientId } = await makeEverything(db, testServices(now));
    const other = await makePerson(db, 'client', 'Somebody else');
    const all = await exported(db, ada, { clientId });
    expect(all).toMatchObject({
      lead: [{ email }],
      submissions: [{ fields: { message: secret } }],
      client: [{ id: clientId }],
      people: [{ id: client.id, clientId }],
      sessions: [{ userAgent: 'A browser' }],
      projects: [{ name: 'Halfmoon reel' }],
      files: [{ name: 'Halfmoon.wav' }],
      approvals: [{ approvedByName: 'Runa Halfmoon' }],
      messages: [{ content: secret }, { content: secret }],
      messageFiles: [{ sizeBytes: 10 }],
      invoices: [{ amountCents: 250_000 }],
      deliveries: [{ kind: 'sender-mail' }],
      mails: expect.arrayContaining([
        expect.objectContaining({
          clientId,
          personId: client.id,
          audience: 'client',
          kind: 'file-waiting',
          state: 'queued',
        }),
        expect.objectContaining({ clientId, audience: 'team', kind: 'file-approved', state: 'queued' }),
      ]),
    });
    const text = JSON.stringify(all);
    expect(text).not.toMatch(/tokenHash|codeHash|storageKey/);
    expect(text).not.toContain(other.email);
    expect(await exported(db, ada, { clientId: ada.id })).toBeNull();
    expect(await exported(db, ada, { leadId: randomUUID() })).toBeNull();
  });
});

describeOnOneDatabase('a lead who becomes a client', (open) => {
  test('during an erasure of the lead is erased as that client', async () => {
    const database = await open();
    const { db } = database;
    const services = testServices(now);
    const { ada, leadId } = await makeEverything(db, services, { isClient: false });
    const { erasure } = await db.transaction(async (tx) => {
      await convertLead(tx, services, ada, { leadId, projectName: 'Halfmoon reel' });
      const erasing = erasePerson(db, services, ada, { leadId }, email);
      await untilWaiting(database);
      return { erasure: erasing };
    });
    expect(await erasure).toEqual({ ok: true, keptClientId: null });
    expect(await db.$count(people)).toBe(1);
    expect(await db.$count(projects)).toBe(0);
    expect(await db.$count(leads)).toBe(0);
  });
});
