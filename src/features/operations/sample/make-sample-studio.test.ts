import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asc, desc, eq, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { calls } from '#src/features/calls/call.table.ts';
import { createFileFolder } from '#src/features/files/store/file-folder.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { listLeads } from '#src/features/leads/inbox/export-leads.ts';
import { carriedComments, fileApprovals, fileComments, files } from '#src/features/files/store/file.table.ts';
import { invoiceStatusOf } from '#src/features/invoices/invoice-status.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { piecesOf } from '#src/features/projects/file-naming.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { findSpecification } from '#src/features/delivery/check-delivery.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { makeSampleStudio } from './make-sample-studio.ts';
import { sampleClientOf } from './sample-people.ts';

const now = new Date('2026-11-20T09:15:00Z');
const { id: runa, clientId: runasClient } = sampleClientOf('runa');

function newDataDir(): string {
  const dataDir = makeTestFolder();
  return dataDir;
}

const readBytes = async (name: string) => Buffer.from(`bytes of ${name}`);
const make = (db: Db, at: Date, dataDir = newDataDir()) =>
  makeSampleStudio({
    db,
    fileStore: createFileFolder(dataDir),
    secret: 'a secret for tests',
    now: at,
    readBytes,
    measures: {},
  });

const invoicesOf = async (db: Db, clientId: string, today: string) => {
  const rows = await db.select().from(invoices).where(eq(invoices.clientId, clientId));
  return Object.fromEntries(
    rows.map((row) => [row.number, [row.amountCents / 100, invoiceStatusOf(row, today), row.dueOn]]),
  );
};

describeOnOneDatabase('the sample studio', (open) => {
  test('has the projects, invoices and notifications of content/sample.yaml, on the day that it was written for', async () => {
    const { db } = await open();
    expect(await make(db, now)).toBe(true);
    const theirs = await db
      .select()
      .from(projects)
      .where(eq(projects.clientId, runasClient))
      .orderBy(asc(projects.dueOn));
    expect(theirs.map(({ number, status, progress, dueOn }) => [number, status, progress, dueOn])).toEqual([
      [198, 'delivered', 100, '2026-10-30'],
      [214, 'review', 82, '2026-12-04'],
      [221, 'in-progress', 46, '2026-12-18'],
      [226, 'in-progress', 28, '2027-01-15'],
      [230, 'backlog', 0, '2027-02-12'],
      [232, 'backlog', 0, '2027-03-01'],
    ]);
    const tidewater = theirs.find(({ number }) => number === 214);
    expect(findSpecification(tidewater?.deliverySpecification ?? null)?.name).toBe('EBU R 128');
    expect(piecesOf(tidewater?.fileNaming ?? '{')).not.toBeNull();
    expect(await invoicesOf(db, runasClient, '2026-11-20')).toEqual({
      1042: [2500, 'pending', '2026-12-12'],
      1038: [1800, 'paid', '2026-11-14'],
      1031: [960, 'overdue', '2026-11-10'],
      1024: [2200, 'paid', '2026-10-30'],
    });
    const told = await db
      .select()
      .from(notifications)
      .where(eq(notifications.clientId, runasClient))
      .orderBy(desc(notifications.madeAt));
    expect(told.map(({ kind }) => kind)).toEqual(['file-waiting', 'invoice-overdue', 'reply-received']);
    const sent = await db.select().from(messages).orderBy(asc(messages.sentAt));
    expect(sent[0]?.sentAt.toISOString()).toBe('2026-11-19T14:32:00.000Z');
  });

  test('has leads waiting since shortly before the start, with their submissions', async () => {
    const { db } = await open();
    await make(db, now);
    const leads = await listLeads(db);
    expect(leads.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'Piet Marlowe converted',
      'Yusra Kaplan lead',
      'Beck Aldous lead',
      'Dalia Fenn lead',
      'Osric Vane lead',
      'Marit Solheim booked',
    ]);
    const marit = leads.at(-1);
    expect(marit?.createdAt).toBe('2026-11-20T07:05:00.000Z');
    expect(marit?.submissions).toHaveLength(1);
    expect(marit?.submissions[0]).toMatchObject({
      form: 'discovery-call',
      form_source: 'discovery_call_modal',
      fields: { name: 'Marit Solheim', preferred_time: 'afternoon', phone: '', _gotcha: '' },
    });
  });

  test('has the same statuses whenever it is first started', async () => {
    const { db } = await open();
    const later = new Date('2028-02-29T23:30:00Z');
    await make(db, later);
    const statuses = Object.entries(await invoicesOf(db, runasClient, '2028-02-29'));
    expect(statuses.map(([number, [, status]]) => `${number} ${status}`).toSorted()).toEqual([
      '1024 paid',
      '1031 overdue',
      '1038 paid',
      '1042 pending',
    ]);
  });

  test('is made once: a second start changes nothing, and edits stay', async () => {
    const { db } = await open();
    await make(db, now);
    await db.update(people).set({ name: 'Somebody' }).where(eq(people.id, runa));
    await db.delete(notifications);
    expect(await make(db, new Date('2026-12-24T00:00:00Z'))).toBe(false);
    const [client] = await db.select().from(people).where(eq(people.id, runa));
    expect(client?.name).toBe('Somebody');
    expect(await db.$count(notifications)).toBe(0);
  });

  test('is made once when several processes start at the same moment', async () => {
    const { db } = await open();
    const made = await Promise.all([1, 2, 3].map(() => make(db, now)));
    expect(made.filter(Boolean)).toHaveLength(1);
  });

  test('has files whose bytes are on the disk, approved by their hash', async () => {
    const { db } = await open();
    const dataDir = newDataDir();
    await make(db, now, dataDir);
    const rows = await db.select().from(files);
    for (const { storageKey, sha256, sizeBytes } of rows) {
      const bytes = readFileSync(join(dataDir, 'files', storageKey));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      expect(bytes.length).toBe(sizeBytes);
    }
    const approved = await db
      .select({ name: files.name, theirs: files.sha256, approved: fileApprovals.sha256 })
      .from(fileApprovals)
      .innerJoin(files, eq(files.id, fileApprovals.fileId));
    expect(approved.map(({ name }) => name).toSorted()).toEqual([
      'NightFerry_side-A_master.wav',
      'Tidewater_R3_mix_v1.wav',
      'Tidewater_cue-list_v4.pdf',
      'Tidewater_sketch_B.wav',
    ]);
    for (const file of approved) expect(file.approved).toBe(file.theirs);
    const all = await db
      .select()
      .from(fileComments)
      .orderBy(asc(fileComments.atMs), asc(fileComments.madeAt));
    const comments = all.filter(({ replyTo }) => replyTo === null);
    expect(comments.map(({ atMs, sender, doneAt }) => [atMs, sender, doneAt !== null])).toEqual([
      [2100, 'client', false],
      [8200, 'team', true],
      [13_400, 'client', false],
      [16_200, 'client', false],
      [20_200, 'team', false],
    ]);
  });

  test('has what a recording can have: versions, labels, a pin, rounds, a carried comment, a range, a reply that mentions the client', async () => {
    const { db } = await open();
    await make(db, now);
    const versions = await db
      .select({ name: files.name, version: files.version, stage: files.stage, isPinned: files.isPinned })
      .from(files)
      .where(isNotNull(files.stage))
      .orderBy(asc(files.version));
    expect(versions).toEqual([
      { name: 'Tidewater_R3_mix_v1.wav', version: 1, stage: 'rough', isPinned: false },
      { name: 'Tidewater_R3_mix_v2.wav', version: 2, stage: 'mix', isPinned: true },
    ]);
    const [project] = await db
      .select({ rounds: projects.revisionRounds })
      .from(projects)
      .where(eq(projects.number, 214));
    expect(project?.rounds).toBe(3);
    expect((await db.select().from(carriedComments)).map(({ atMs }) => atMs)).toEqual([16_200]);
    const [range] = await db.select().from(fileComments).where(isNotNull(fileComments.untilMs));
    expect(range).toMatchObject({ atMs: 13_400, untilMs: 14_900 });
    const replies = await db.select().from(fileComments).where(isNotNull(fileComments.replyTo));
    expect(replies).toMatchObject([
      { replyTo: range?.id, sender: 'team', atMs: 13_400, mentions: [{ id: runa, name: 'Runa' }] },
    ]);
  });

  test('leaves nothing behind if it cannot be created', async () => {
    const { db } = await open();
    const dataDir = newDataDir();
    await make(db, now, dataDir);
    const before = readdirSync(join(dataDir, 'files')).length;
    const { db: other } = await open();
    await other.execute('alter table file_comments add constraint no_more check (at_ms < 0)');
    await expect(make(other, now, dataDir)).rejects.toThrow();
    expect(await other.$count(people)).toBe(0);
    expect(readdirSync(join(dataDir, 'files'))).toHaveLength(before);
  });

  test('has meetings of its clients to come, within the hours of their hosts', async () => {
    for (const at of [now, new Date('2026-12-30T23:30:00Z'), new Date('2027-03-27T12:00:00Z')]) {
      const { db } = await open();
      await make(db, at);
      const meetings = await db.select().from(calls);
      expect(new Set(meetings.map(({ state, name }) => `${state}: ${name}`))).toEqual(
        new Set(['booked: Piet Marlowe', 'booked: Runa Vestergaard']),
      );
      for (const { startsAt, hostClock } of meetings) {
        expect(startsAt > at).toBe(true);
        expect(hostClock.slice(11, 13) >= '10' && hostClock.slice(11, 13) < '18').toBe(true);
      }
    }
  });

  test('lets the next project get the number after its own', async () => {
    const { db } = await open();
    await make(db, now);
    const [project] = await db
      .insert(projects)
      .values({
        id: '018f4e4a-0000-7000-8000-000000000001',
        clientId: runasClient,
        name: 'Another',
        description: '',
        status: 'backlog',
        progress: 0,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    expect(project?.number).toBe(235);
  });
});
