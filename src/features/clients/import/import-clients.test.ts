import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { signInRequests } from '#src/features/accounts/sign-in/sign-in.table.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { makePerson, testNow, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { carriedTextOf, readCarriedRows, readSourceRows, type SourceRow } from './source-rows.ts';
import { findExisting, planImport } from './plan-import.ts';
import { importClients, mailsPerMinute } from './import-clients.ts';

function rowsIn(text: string): readonly SourceRow[] {
  const read = readSourceRows(text);
  if (!read.ok) throw new Error(read.problem.reason);
  return read.rows;
}

const seenOf = async (db: Db, rows: readonly SourceRow[]) =>
  planImport(rows, await findExisting(db, rows)).hash;

/** Returns the number of rows in the tables that an import writes. */
async function countAll(db: Db) {
  const counts = [];
  for (const table of [clients, people, activity, signInRequests, clientEvents])
    counts.push(await db.$count(table));
  return counts;
}

const table = `company,name,email,may
Plain Film,Ana Plain,ana@plain.example,
PLAIN film,Bo Plain,bo@plain.example,listen
,Cy Alone,cy@alone.example,
Runa Vestergaard,Dan New,dan@halfmoon.example,listen
,Ada,,
,Bo again,BO@plain.example,`;

describeOnOneDatabase('an import of clients', (open) => {
  test('creates clients with their people, adds to those of the same name, and skips the rest', async () => {
    const { db } = await open();
    const services = testServices();
    const runa = await makePerson(db, 'client', 'Runa Vestergaard');
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    const rows = rowsIn(table);
    const seen = await seenOf(db, rows);
    const imported = await importClients(db, services, ada, { rows, seen, isInviting: true });
    expect(imported).toEqual({ ok: true, sums: { clients: 2, people: 4, mails: 4 } });
    const made = await db
      .select({ client: clients.name, name: people.name, email: people.email, permission: people.permission })
      .from(people)
      .innerJoin(clients, eq(clients.id, people.clientId))
      .orderBy(people.name);
    expect(made.filter(({ email }) => email !== runa.email)).toEqual([
      { client: 'Plain Film', name: 'Ana Plain', email: 'ana@plain.example', permission: 'approve' },
      { client: 'Plain Film', name: 'Bo Plain', email: 'bo@plain.example', permission: 'listen' },
      { client: 'Cy Alone', name: 'Cy Alone', email: 'cy@alone.example', permission: 'approve' },
      { client: 'Runa Vestergaard', name: 'Dan New', email: 'dan@halfmoon.example', permission: 'listen' },
    ]);
    expect(await db.select().from(clientEvents)).toMatchObject([
      { clientId: runa.clientId, kind: 'people-imported' },
    ]);
    const deeds = await db.select().from(activity).where(eq(activity.kind, 'people-imported'));
    expect(deeds.map(({ details, actorName }) => `${actorName} ${details['count']}`).toSorted()).toEqual([
      'Ada Brandt 1',
      'Ada Brandt 1',
      'Ada Brandt 2',
    ]);
  });

  test('sends invitations only on request, at a limited rate per minute', async () => {
    const { db } = await open();
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    const lines = Array.from({ length: mailsPerMinute + 1 }, (_, n) => `P${n},p${n}@many.example`);
    const rows = rowsIn(['name,email', ...lines].join('\n'));
    const silent = testServices();
    const quiet = rowsIn('name,email\nQuiet,quiet@many.example');
    await importClients(db, silent, ada, { rows: quiet, seen: await seenOf(db, quiet), isInviting: false });
    expect([silent.queued, await db.$count(signInRequests)]).toEqual([[], 0]);
    const services = testServices();
    await importClients(db, services, ada, { rows, seen: await seenOf(db, rows), isInviting: true });
    const times = (services.queued as { startAfter: Date }[]).map(({ startAfter }) => startAfter.getTime());
    expect(times[0]).toBe(testNow.getTime());
    expect(times.at(-1)).toBe(testNow.getTime() + 60_000);
    expect(times).toHaveLength(await db.$count(signInRequests));
  });

  test('changes nothing if the result of any row differs from the preview', async () => {
    const { db } = await open();
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    const rows = rowsIn(table);
    const seen = await seenOf(db, rows);
    await makePerson(db, 'client', 'Plain Film');
    const before = await countAll(db);
    const attempt = { rows, seen, isInviting: true };
    expect(await importClients(db, testServices(), ada, attempt)).toEqual({ ok: false, reason: 'changed' });
    expect(await countAll(db)).toEqual(before);
  });

  test('creates everyone once, even if repeated or run twice at once', async () => {
    const { db } = await open();
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    const rows = rowsIn(table);
    const seen = await seenOf(db, rows);
    const importing = () => importClients(db, testServices(), ada, { rows, seen, isInviting: false });
    const both = await Promise.all([importing(), importing()]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await importing()).toEqual({ ok: false, reason: 'changed' });
    const addresses = (await db.select().from(people)).map(({ emailKey }) => emailKey);
    expect(new Set(addresses).size).toBe(addresses.length);
    const names = (await db.select().from(clients)).map(({ name }) => name).toSorted();
    expect(names).toEqual(['Cy Alone', 'Plain Film', 'Runa Vestergaard']);
  });

  test('stores nothing if its last step fails', async () => {
    const { db } = await open();
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    await makePerson(db, 'client', 'Runa Vestergaard');
    const rows = rowsIn(table);
    const seen = await seenOf(db, rows);
    const before = await countAll(db);
    const services = {
      ...testServices(),
      jobs: { enqueue: () => Promise.reject(new Error('no queue')) },
    };
    const attempt = importClients(db, services, ada, { rows, seen, isInviting: true });
    await expect(attempt).rejects.toThrow('no queue');
    expect(await countAll(db)).toEqual(before);
  });

  test('neither adds to nor restores an erased client', async () => {
    const { db } = await open();
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    const gone = await makePerson(db, 'client', 'Gone Film');
    await db.delete(people).where(eq(people.id, gone.id));
    await db
      .update(clients)
      .set({ name: 'Erased person', erasedAt: testNow })
      .where(eq(clients.id, gone.clientId));
    const rows = rowsIn(`company,name,email\nErased person,Someone,someone@new.example`);
    const seen = await seenOf(db, rows);
    const imported = await importClients(db, testServices(), ada, { rows, seen, isInviting: false });
    expect(imported).toMatchObject({ ok: true, sums: { clients: 1, people: 1 } });
    expect(await db.$count(people, eq(people.clientId, gone.clientId))).toBe(0);
  });
});

test('round-trips the rows in a page’s field, and rejects anything else', () => {
  const rows = rowsIn('company,name,email\n"a ""b""\r\nc",\u0000 雪\uD800\u2028,=1+1@x\n"never,closed');
  expect(readCarriedRows(carriedTextOf(rows))).toEqual(rows);
  expect(
    planImport(readCarriedRows(carriedTextOf(rows)) ?? [], { people: new Map(), clients: new Map() }),
  ).toEqual(planImport(rows, { people: new Map(), clients: new Map() }));
  for (const text of ['', '{}', '[]', '[[1]]', '[["1","","","","",null]]', '[[1,"","","","","other"]]'])
    expect(readCarriedRows(text)).toBeNull();
});
