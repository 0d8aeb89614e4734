import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { createFileFolder } from '#src/features/files/store/file-folder.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { insertClient } from '#src/features/accounts/team/invite-person.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { issueSignInCode } from '#src/features/accounts/sign-in/sign-in-codes.ts';
import { storeCall } from '#src/features/calls/booking/book-call.ts';
import { calls } from '#src/features/calls/call.table.ts';
import { callHosts } from '#src/features/calls/host.table.ts';
import { findSlot } from '#src/features/calls/times/find-slot.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { makeSampleStudio } from './make-sample-studio.ts';
import { authorColumns, removeSampleStudio } from './remove-sample-studio.ts';
import { samplePersonOf } from './sample-people.ts';

const now = new Date('2026-11-20T09:15:00Z');
const ada = samplePersonOf('ada');

async function make(db: Db): Promise<boolean> {
  return makeSampleStudio({
    db,
    fileStore: createFileFolder(makeTestFolder()),
    secret: 'a secret for tests',
    now,
    measures: {},
    readBytes: async (name) => Buffer.from(name),
  });
}

const rowsOf = async (db: Db, query: ReturnType<typeof sql>) =>
  ((await db.execute(query)) as { rows: Record<string, unknown>[] }).rows;

/** The number of rows of every table that holds any. */
async function contents(db: Db): Promise<Record<string, number>> {
  const tables = await rowsOf(
    db,
    sql`select table_name from information_schema.tables where table_schema = 'public'
      and table_type = 'BASE TABLE' and table_name not in ('schema_migrations', 'sample_studio')`,
  );
  const counts: Record<string, number> = {};
  for (const { table_name: name } of tables) {
    const [row] = await rowsOf(db, sql`select count(*)::int as count from ${sql.raw(`"${String(name)}"`)}`);
    if (row?.['count'] !== 0) counts[String(name)] = Number(row?.['count']);
  }
  return counts;
}

/** A client of the studio's own with a project, in which the sample's Ada took part. */
async function makeRealProject(db: Db) {
  const clientId = uuidv7();
  const projectId = uuidv7();
  const real = { name: 'Nora Real', email: 'Nora@real.test', emailKey: 'nora@real.test', createdAt: now };
  await db.insert(clients).values({ id: clientId, ...real });
  const personId = uuidv7();
  await db.insert(people).values({ id: personId, role: 'client', clientId, permission: 'approve', ...real });
  await db.insert(leads).values({ id: uuidv7(), status: 'lead', isHeld: false, ...real });
  await db.insert(projects).values({
    id: projectId,
    clientId,
    name: 'Real',
    description: '',
    status: 'review',
    progress: 1,
    createdAt: now,
    updatedAt: now,
  });
  await db.insert(messages).values({
    id: uuidv7(),
    projectId,
    authorId: ada.id,
    authorName: ada.name,
    sender: 'team',
    content: 'Hello',
    sentAt: now,
  });
  await recordActivity(db, now, ada, { kind: 'project-changed', clientId, projectId });
  return { personId, projectId };
}

describeOnOneDatabase('removing the sample studio', (open) => {
  test('leaves nothing of it, and returns how much was removed', async () => {
    const { db } = await open();
    const before = await contents(db);
    await make(db);
    await issueSignInCode(db, { emailKey: ada.email, secret: 'a secret', now, lifeMs: 1000 });
    await recordActivity(db, now, ada, { kind: 'signed-in' });
    const removed = await removeSampleStudio(db, now);
    expect(await contents(db)).toEqual(before);
    expect(removed).toMatchObject({
      people: 5,
      projects: 7,
      messages: 6,
      invoices: 5,
      leads: 6,
      calls: 2,
      chats: 3,
    });
    expect(removed.files).toHaveLength(10);
  });

  test('keeps all other data, and the names of sample people in it', async () => {
    const { db } = await open();
    await make(db);
    const { personId, projectId } = await makeRealProject(db);
    await removeSampleStudio(db, now);
    expect((await db.select().from(people)).map(({ id }) => id)).toEqual([personId]);
    expect((await db.select().from(projects)).map(({ id }) => id)).toEqual([projectId]);
    expect((await db.select().from(leads)).map(({ name }) => name)).toEqual(['Nora Real']);
    const [message] = await db.select().from(messages);
    expect(message).toMatchObject({ authorId: null, authorName: 'Ada Brandt', content: 'Hello' });
    const [entry] = await db.select().from(activity);
    expect(entry).toMatchObject({ actorName: 'Ada Brandt', projectId });
  });

  test('removes calls with its team, and whoever had booked one waits for an answer again', async () => {
    const { db } = await open();
    await make(db);
    await makeRealProject(db);
    const [lead] = await db.select().from(leads).where(eq(leads.name, 'Nora Real'));
    const slot = await db.transaction((tx) =>
      findSlot(tx, now, { startMs: Date.parse('2026-11-23T11:00:00Z'), visitorZone: 'Europe/Berlin' }),
    );
    if (!lead || !slot) throw new Error('There is nobody to call, or no time');
    const whom = { id: uuidv7(), leadId: lead.id, name: lead.name, email: lead.email };
    await storeCall(db, { now, secret: 'a secret for tests' }, slot, whom);
    expect(await removeSampleStudio(db, now)).toMatchObject({ calls: 3 });
    for (const table of [calls, callHosts]) expect(await db.$count(table)).toBe(0);
    const [waiting] = await db.select().from(leads);
    expect(waiting?.waitingSince).toEqual(now);
  });

  test('removes a client who was converted from a sample lead', async () => {
    const { db } = await open();
    await make(db);
    const [lead] = await db.select().from(leads).where(eq(leads.name, 'Marit Solheim'));
    const marit = { name: 'Marit Solheim', email: 'marit@sample.example' };
    await insertClient(db, now, { ...marit, leadId: lead?.id ?? null });
    await removeSampleStudio(db, now);
    for (const table of [clients, people]) expect(await db.$count(table)).toBe(0);
  });

  test('is permanent: no later start creates it again, and a second removal finds nothing', async () => {
    const { db } = await open();
    await make(db);
    await removeSampleStudio(db, now);
    expect(await make(db)).toBe(false);
    expect(await removeSampleStudio(db, now)).toMatchObject({ people: 0, leads: 0, files: [] });
  });

  test('before the first start keeps it from being made', async () => {
    const { db } = await open();
    await removeSampleStudio(db, now);
    expect(await make(db)).toBe(false);
    expect(await db.$count(people)).toBe(0);
  });

  test('covers every column that can refer to a person', async () => {
    const { db } = await open();
    const columns = await rowsOf(
      db,
      sql`select class.relname as table, attribute.attname as column from pg_constraint
        join pg_class class on class.oid = conrelid
        join pg_attribute attribute on attribute.attrelid = conrelid and attribute.attnum = conkey[1]
        where contype = 'f' and confrelid = 'people'::regclass and confdeltype = 'a'
          and not attribute.attnotnull`,
    );
    const named = columns.map(({ table, column }) => `${String(table)}.${String(column)}`);
    expect(named.toSorted()).toEqual(authorColumns.map((column) => column.join('.')).toSorted());
  });
});
