import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { signInRequests } from '#src/features/accounts/sign-in/sign-in.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { makePerson, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { clientFilterOf } from '../list-clients.ts';
import { contacts } from './contact.table.ts';
import {
  contactVersionOf,
  createContact,
  deleteContact,
  editContact,
  findContact,
  joinClient,
  makeClientOf,
} from './contacts.ts';
import { exportContacts, listContacts, listContactsWith } from './list-contacts.ts';

const services = testServices();

const mira = {
  name: 'Mira Solheim',
  company: 'Nordlicht Mastering',
  role: 'Mastering engineer',
  email: 'Mira@nordlicht.example',
  phone: '+47 1',
  address: 'Pier 3\nBergen',
  tags: ['Mastering', 'Vinyl'],
  notes: 'Prefers 96 kHz',
};

async function makeStudio(db: Db) {
  const ada = await makePerson(db, 'team', 'Ada Brandt');
  const add = (fields: Partial<typeof mira> = {}) => createContact(db, services, ada, { ...mira, ...fields });
  return { ada, add };
}

const found = async (db: Db, query: string) => {
  const { rows } = await listContacts(db, clientFilterOf(new URLSearchParams(query)));
  return rows.map(({ name }) => name);
};

describeOnOneDatabase('a contact', (open) => {
  test('is found by its fields, its tag and the address of a lead', async () => {
    const { db } = await open();
    const { add } = await makeStudio(db);
    const id = await add();
    await add({
      ...mira,
      name: 'Øystein',
      company: 'Fjord Records',
      role: 'Label',
      email: '',
      tags: ['vinyl'],
    });
    expect(await found(db, '')).toEqual(['Mira Solheim', 'Øystein']);
    for (const query of ['q=nordlicht', 'q=ENGINEER', 'q=mira@', 'tag=mastering', 'q=mira&tag=VINYL'])
      expect(await found(db, query), query).toEqual(['Mira Solheim']);
    expect(await found(db, 'tag=Vinyl')).toEqual(['Mira Solheim', 'Øystein']);
    expect(await found(db, 'q=nobody')).toEqual([]);
    expect(await listContactsWith(db, 'mira@nordlicht.example')).toEqual([{ id, name: 'Mira Solheim' }]);
    expect(await listContactsWith(db, '')).toEqual([]);
  });

  test('is changed unless someone else has changed it, and deleted', async () => {
    const { db } = await open();
    const { ada, add } = await makeStudio(db);
    const id = await add();
    const seen = contactVersionOf(mira);
    const edited = { ...mira, id, role: 'Engineer' };
    expect(await editContact(db, services, ada, { ...edited, seen })).toEqual({ ok: true });
    expect(await editContact(db, services, ada, { ...edited, seen })).toEqual({ ok: true });
    const later = { ...edited, role: 'Label', seen };
    expect(await editContact(db, services, ada, later)).toEqual({ ok: false, reason: 'changed' });
    expect(await findContact(db, id)).toMatchObject({ role: 'Engineer' });
    expect(await deleteContact(db, services, ada, id)).toBe(true);
    expect(await deleteContact(db, services, ada, id)).toBe(false);
    expect(await editContact(db, services, ada, later)).toEqual({ ok: false, reason: 'not-found' });
  });

  test('becomes a client with its details, and nobody is emailed', async () => {
    const { db } = await open();
    const { ada, add } = await makeStudio(db);
    const id = await add();
    const made = await makeClientOf(db, services, ada, id);
    if (!made.ok) throw new Error(made.reason);
    const { name: clientName, address, tags } = { ...mira, name: mira.company };
    const [client] = await db.select().from(clients).where(eq(clients.id, made.clientId));
    const notes = 'Mastering engineer\n\nPrefers 96 kHz';
    expect(client).toMatchObject({ name: clientName, address, tags, notes, phone: '' });
    const [person] = await db.select().from(people).where(eq(people.clientId, made.clientId));
    expect(person).toMatchObject({ name: mira.name, email: mira.email, phone: mira.phone });
    for (const table of [contacts, outbox, signInRequests]) expect(await db.$count(table)).toBe(0);
    const again = await add();
    expect(await makeClientOf(db, services, ada, again)).toEqual({ ok: false, reason: 'exists' });
    const nameless = await add({ email: '' });
    expect(await makeClientOf(db, services, ada, nameless)).toEqual({ ok: false, reason: 'no-address' });
    expect(await db.$count(contacts)).toBe(2);
  });

  test('joins a client as a person who may only listen, or adds its details to what is there', async () => {
    const { db } = await open();
    const { ada, add } = await makeStudio(db);
    const { clientId } = await makePerson(db, 'client', 'Runa Vestergaard');
    expect(await joinClient(db, services, ada, { id: await add(), clientId })).toEqual({ ok: true });
    const joined = async () => {
      const [person] = await db.select().from(people).where(eq(people.name, mira.name));
      return person;
    };
    const first = joinedNotes(mira);
    expect(await joined()).toMatchObject({ clientId, permission: 'listen', phone: mira.phone, notes: first });
    const second = await add({ phone: '+47 2', tags: ['Label'], notes: 'Also cuts lacquers' });
    expect(await joinClient(db, services, ada, { id: second, clientId })).toEqual({ ok: true });
    expect(await joined()).toMatchObject({ phone: '+47 1', tags: ['Mastering', 'Vinyl', 'Label'] });
    expect((await joined())?.notes).toContain('+47 2');
    const third = await add({ email: '', notes: 'Knows everybody' });
    expect(await joinClient(db, services, ada, { id: third, clientId })).toEqual({ ok: true });
    const [client] = await db.select().from(clients).where(eq(clients.id, clientId));
    expect(client?.notes).toContain('Knows everybody');
    expect(client?.tags).toEqual(['Mastering', 'Vinyl']);
    for (const table of [contacts, outbox, signInRequests]) expect(await db.$count(table)).toBe(0);
  });

  test('does not join a client if someone else has the address, and stays', async () => {
    const { db } = await open();
    const { ada, add } = await makeStudio(db);
    const { clientId } = await makePerson(db, 'client', 'Runa Vestergaard');
    const other = await makePerson(db, 'client', 'Piet Marlowe');
    const id = await add({ email: other.email });
    expect(await joinClient(db, services, ada, { id, clientId })).toEqual({ ok: false, reason: 'exists' });
    const lost = { id: randomUUID(), clientId };
    expect(await joinClient(db, services, ada, lost)).toEqual({ ok: false, reason: 'not-found' });
    expect(await db.$count(contacts)).toBe(1);
  });

  test('is exported with every field, without formulas, as the filter finds it', async () => {
    const { db } = await open();
    const { add } = await makeStudio(db);
    await add({ notes: '=HYPERLINK("x")' });
    await add({ name: 'Øystein', tags: [] });
    const response = exportContacts(db, clientFilterOf(new URLSearchParams('tag=vinyl')));
    const [headings, row, ...rest] = (await response.text()).split('\r\n');
    expect(headings).toBe(
      '\uFEFF"name","company","role","email","phone","address","tags","notes","since"'.slice(1),
    );
    expect(row).toContain('"Mira Solheim","Nordlicht Mastering","Mastering engineer"');
    expect(row).toContain(`"Mastering, Vinyl","'=HYPERLINK(""x"")"`);
    expect(rest).toEqual(['']);
  });
});

const joinedNotes = ({ company, role, address, notes }: typeof mira) =>
  [company, role, address, notes].join('\n\n');
