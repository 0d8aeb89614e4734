import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { issueTo, testSecret, untold } from '#src/features/accounts/people/account.fixture.ts';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { knownBrowsers, sessions } from '#src/features/accounts/sessions/session.table.ts';
import { openSession } from '#src/features/accounts/sessions/session.ts';
import { signInRequests } from '#src/features/accounts/sign-in/sign-in.table.ts';
import { requestSignInMail } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import { signInWithCode, signInWithLink } from '#src/features/accounts/sign-in/sign-in.ts';
import { securityLog } from '#src/features/accounts/security-log/security-log.table.ts';
import { calls } from '#src/features/calls/call.table.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { makePerson, testNow, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { createClient, editPerson, describePerson, editClient, type PersonEdit } from './edit-client.ts';
import { clientVersionOf, personVersionOf } from './details/details.ts';
import { makeCall } from './everything.fixture.ts';

const services = testServices();
const sender = { userAgent: 'Firefox', network: '192.0.2.1' };
const browser = { ...sender, oldToken: null, knownToken: null };

const noDetails = { phone: '', address: '', tags: [], notes: '' };

async function seenOf(db: Db, clientId: string) {
  const [client] = await db.select().from(clients).where(eq(clients.id, clientId));
  return client ? clientVersionOf(client) : '';
}

async function makeStudio(db: Db) {
  const client = await makePerson(db, 'client', 'Runa Vestergaard');
  const ada = await makePerson(db, 'team', 'Ada Brandt');
  const edit = (change: Partial<PersonEdit>) =>
    editPerson(
      db,
      services,
      { actor: ada, sender },
      {
        clientId: client.clientId,
        personId: client.id,
        name: client.name,
        email: client.email,
        ...change,
      },
    );
  return { client, ada, edit };
}

const enter = (db: Db, emailKey: string, code: string) =>
  signInWithCode(db, testNow, { emailKey, code, secret: testSecret, from: '', browser, telling: untold });

describeOnOneDatabase('editing a person of a client', (open) => {
  test('with a new address allows sign-in by the new address only', async () => {
    const { db } = await open();
    const { client, ada, edit } = await makeStudio(db);
    const first = await issueTo(db, client.email, testNow);
    expect(await enter(db, client.email, first.code)).not.toBeNull();
    const { code, token } = await issueTo(db, client.email, testNow);
    const others = await issueTo(db, ada.email, testNow);
    await requestSignInMail(
      db,
      { jobs: services.jobs, now: testNow },
      { emailKey: client.email, reason: 'asked' },
    );
    expect(await edit({ email: 'New.Runa@halfmoon.example' })).toEqual({ ok: true });
    expect([
      await db.$count(sessions),
      await db.$count(signInRequests),
      await db.$count(knownBrowsers),
    ]).toEqual([0, 0, 0]);
    expect(await enter(db, client.email, code)).toBeNull();
    expect(await signInWithLink(db, testNow, { token, browser, telling: untold })).toBeNull();
    const again = await issueTo(db, client.email, testNow);
    expect(await enter(db, client.email, again.code)).toBeNull();
    expect(await enter(db, ada.email, others.code), 'somebody else’s code').not.toBeNull();
    const key = 'new.runa@halfmoon.example';
    expect(await enter(db, key, (await issueTo(db, key, testNow)).code)).not.toBeNull();
    expect(await db.select().from(securityLog).where(eq(securityLog.kind, 'address-changed'))).toMatchObject([
      { personId: client.id },
    ]);
    // The activity contains neither address.
    expect(JSON.stringify(await db.select().from(activity))).not.toContain('@');
    expect(await db.select().from(clientEvents)).toMatchObject([{ kind: 'person-changed' }]);
  });

  test('also changes their calls, and nobody else’s', async () => {
    const { db } = await open();
    const { client, ada, edit } = await makeStudio(db);
    const other = { name: 'Lena Falk', email: 'lena@halfmoon.example' };
    for (const { name, email } of [client, other])
      await makeCall(db, services, ada.id, { clientId: client.clientId, name, email });
    const elsewhere = await makePerson(db, 'client', 'Osric Vane');
    const kept = { name: 'Runa at Vane', email: client.email };
    await makeCall(db, services, ada.id, { clientId: elsewhere.clientId, ...kept });
    const now = { name: 'Runa V.', email: 'new@halfmoon.example' };
    expect(await edit(now)).toEqual({ ok: true });
    const of = db.select({ name: calls.name, email: calls.email }).from(calls).orderBy(calls.name);
    expect(await of).toEqual([other, now, kept].toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  });

  test('during a sign-in by the old address leaves them without a session', async () => {
    const { db } = await open();
    const { client, edit } = await makeStudio(db);
    const { code } = await issueTo(db, client.email, testNow);
    await Promise.all([enter(db, client.email, code), edit({ email: 'new@halfmoon.example' })]);
    expect(await db.$count(sessions)).toBe(0);
  });

  test('with another name or spelling of the address signs nobody out', async () => {
    const { db } = await open();
    const { client, edit } = await makeStudio(db);
    await openSession(db, testNow, client, 'a browser');
    expect(await edit({ name: 'Runa V.', email: client.email.toUpperCase() })).toEqual({ ok: true });
    expect(await db.$count(sessions)).toBe(1);
    const [person] = await db.select().from(people).where(eq(people.id, client.id));
    expect(person).toMatchObject({
      name: 'Runa V.',
      email: client.email.toUpperCase(),
      emailKey: client.email,
    });
  });

  test('is refused if the address is taken, or the person belongs to another client', async () => {
    const { db } = await open();
    const { client, ada, edit } = await makeStudio(db);
    const other = await makePerson(db, 'client', 'Somebody else');
    await openSession(db, testNow, client, 'a browser');
    for (const email of [other.email.toUpperCase(), ada.email])
      expect(await edit({ email })).toEqual({ ok: false, reason: 'exists' });
    expect(await edit({ personId: other.id, name: 'Taken' })).toEqual({ ok: false, reason: 'not-found' });
    expect(await edit({ personId: ada.id, name: 'Taken' })).toEqual({ ok: false, reason: 'not-found' });
    expect(await db.$count(sessions)).toBe(1);
    const both = await Promise.all([
      edit({ email: 'one@halfmoon.example' }),
      editPerson(
        db,
        services,
        { actor: ada, sender },
        {
          clientId: other.clientId,
          personId: other.id,
          name: other.name,
          email: 'one@halfmoon.example',
        },
      ),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describeOnOneDatabase('a client', (open) => {
  test('is renamed once, and their open pages are updated', async () => {
    const { db } = await open();
    const { client, ada } = await makeStudio(db);
    const other = await makePerson(db, 'client', 'Somebody else');
    const seen = await seenOf(db, client.clientId);
    const named = { clientId: client.clientId, name: 'Halfmoon Film', ...noDetails, seen };
    expect(await editClient(db, services, ada, named)).toEqual({ ok: true });
    expect(await editClient(db, services, ada, named)).toEqual({ ok: true });
    const all = db.select().from(clients).orderBy(clients.name);
    expect(await all).toMatchObject([
      { id: client.clientId, name: 'Halfmoon Film', eventSeq: 1 },
      { id: other.clientId, name: 'Somebody else', eventSeq: 0 },
    ]);
    await db.update(clients).set({ erasedAt: testNow });
    const gone = await editClient(db, services, ada, { ...named, name: 'Back again' });
    expect(gone).toEqual({ ok: false, reason: 'not-found' });
  });

  test('gets details that only the team sees, in the spelling of tags in use', async () => {
    const { db } = await open();
    const { client, ada } = await makeStudio(db);
    const { clientId, id: personId, name } = client;
    const seen = await seenOf(db, clientId);
    const details = {
      phone: '+49 30 1',
      address: 'Mill Lane 1\nBerlin',
      tags: ['Label', 'Vinyl'],
      notes: 'Slow',
    };
    expect(await editClient(db, services, ada, { clientId, name, ...details, seen })).toEqual({ ok: true });
    expect(await db.select().from(clients)).toMatchObject([{ ...details, eventSeq: 0 }]);
    const other = { clientId, name, ...details, phone: '+49 30 2' };
    expect(await editClient(db, services, ada, { ...other, seen })).toEqual({ ok: false, reason: 'changed' });
    const newest = await seenOf(db, clientId);
    expect(await editClient(db, services, ada, { ...other, seen: newest })).toEqual({ ok: true });
    const person = { clientId, personId, phone: '1', tags: ['label', 'new'], notes: 'Calls back' };
    const shown = personVersionOf({ phone: '', tags: [], notes: '' });
    expect(await describePerson(db, services, ada, { ...person, seen: shown })).toEqual({ ok: true });
    expect(await describePerson(db, services, ada, { ...person, seen: shown })).toEqual({ ok: true });
    const later = { ...person, notes: 'Other notes', seen: shown };
    expect(await describePerson(db, services, ada, later)).toEqual({ ok: false, reason: 'changed' });
    const [found] = await db.select().from(people).where(eq(people.id, personId));
    expect(found).toMatchObject({ phone: '1', tags: ['Label', 'new'], notes: 'Calls back' });
    const told = await db.select().from(activity);
    expect(told.map(({ kind }) => kind)).toEqual([
      'client-described',
      'client-described',
      'person-described',
    ]);
    expect(JSON.stringify(told)).not.toMatch(/Slow|Calls back|49 30/);
  });

  test('is created with a first person, who is only emailed on request', async () => {
    const { db } = await open();
    const { ada } = await makeStudio(db);
    const asked = testServices();
    const person = { clientName: 'Plain Film', name: 'Ana Plain', email: 'Ana@plain.example' } as const;
    const made = await createClient(db, asked, ada, { ...person, permission: 'listen', isInvited: false });
    if (!made.ok) throw new Error(made.reason);
    const [ana] = await db.select().from(people).where(eq(people.clientId, made.clientId));
    expect(ana).toMatchObject({ name: 'Ana Plain', emailKey: 'ana@plain.example', permission: 'listen' });
    expect(asked.queued).toEqual([]);
    const count = await db.$count(clients);
    const again = await createClient(db, asked, ada, { ...person, permission: 'approve', isInvited: true });
    expect([again, await db.$count(clients), asked.queued]).toEqual([
      { ok: false, reason: 'exists' },
      count,
      [],
    ]);
    const bo = {
      clientName: 'Plain',
      name: 'Bo',
      email: 'bo@plain.example',
      permission: 'approve',
      isInvited: true,
    } as const;
    expect((await createClient(db, asked, ada, bo)).ok).toBe(true);
    expect(asked.queued).toMatchObject([{ queue: 'sign-in-mail' }]);
  });
});
