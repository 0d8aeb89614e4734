import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { makePerson, testNow } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { openCompany } from './company.fixture.ts';
import { findEdited } from './edit-client.ts';
import { findClient } from './find-client.ts';
import { clientFilterOf, listClients } from './list-clients.ts';
import { findMerge } from './merge-clients.ts';

/** Returns what the desk shows of a client, on its page and its edit page. */
const shownOf = async (db: Db, clientId: string) => ({
  page: await findClient(db, testNow, { clientId, canSeeMoney: true }),
  edited: await findEdited(db, clientId),
});

const erase = (db: Db, clientId: string) =>
  db.update(clients).set({ erasedAt: testNow }).where(eq(clients.id, clientId));

describeOnOneDatabase('the desk’s pages of a client', (open) => {
  test('show only the client’s own data', async () => {
    const { db } = await open();
    const one = await openCompany(db);
    await db.update(outbox).set({ state: 'failed' });
    const alone = await shownOf(db, one.clientId);
    const other = await openCompany(db);
    await db.update(outbox).set({ state: 'failed' });
    expect(await shownOf(db, one.clientId)).toEqual(alone);
    const { page, edited } = await shownOf(db, other.clientId);
    expect(page).toMatchObject({
      client: { id: other.clientId },
      projects: [{ id: other.projectId }],
      invoices: [{ id: other.invoiceId }],
    });
    const ids = other.everybody.map(({ id }) => id).toSorted();
    expect(page?.people.map(({ id }) => id).toSorted()).toEqual(ids);
    expect(edited?.people.map(({ id }) => id).toSorted()).toEqual(ids);
    expect(edited?.id).toBe(other.clientId);
  });

  test('find no data for unknown and erased clients', async () => {
    const { db } = await open();
    const [one, other] = [await makePerson(db, 'client', 'One'), await makePerson(db, 'client', 'Other')];
    const ids = { fromId: one.clientId, intoId: other.clientId, search: '' };
    expect(await shownOf(db, randomUUID())).toEqual({ page: null, edited: null });
    expect(await findMerge(db, ids)).toMatchObject({
      from: { id: one.clientId },
      into: { id: other.clientId },
    });
    expect(await findMerge(db, { ...ids, fromId: randomUUID() })).toBeNull();
    await erase(db, other.clientId);
    expect(await findEdited(db, other.clientId)).toBeNull();
    expect(await findMerge(db, ids)).toMatchObject({ into: null, choices: [] });
    expect(await findMerge(db, { ...ids, fromId: other.clientId })).toBeNull();
  });
});

describeOnOneDatabase('the list of clients', (open) => {
  test('is searched by names of clients and people, without erased clients', async () => {
    const { db } = await open();
    for (const name of ['Osric Vane', 'Runa Vestergaard']) await makePerson(db, 'client', name);
    const gone = await makePerson(db, 'client', 'Runa Halfmoon');
    const [named] = await db.select().from(clients).where(eq(clients.name, 'Osric Vane'));
    await db
      .update(clients)
      .set({ name: 'Tidewater Film' })
      .where(eq(clients.id, named?.id ?? ''));
    const found = async (search: string) =>
      (await listClients(db, clientFilterOf(new URLSearchParams({ q: search })))).rows.map(
        ({ name }) => name,
      );
    expect(await found('runa')).toEqual(['Runa Halfmoon', 'Runa Vestergaard']);
    await erase(db, gone.clientId);
    expect(await found('')).toEqual(['Runa Vestergaard', 'Tidewater Film']);
    expect(await found('runa')).toEqual(['Runa Vestergaard']);
    expect(await found('osric')).toEqual(['Tidewater Film']);
    expect(await found('tidewater')).toEqual(['Tidewater Film']);
    expect(await found('nobody')).toEqual([]);
  });
});
