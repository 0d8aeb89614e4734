import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import site from '#content/site.yaml';
import { addPerson, visit } from '#src/features/accounts/people/account.fixture.ts';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { openSession } from '#src/features/accounts/sessions/session.ts';
import { listSecurityLog } from '../security-log/security-log.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { whileLocked } from '#src/platform/database/while-locked.fixture.ts';
import { makeAuthenticator } from './authenticator.fixture.ts';
import { openBrowser, origin, refused, start, withPasskey } from './passkey-browser.fixture.ts';
import { findPasskeyStep, listPasskeys, removePasskey } from './passkeys.ts';

describeOnOneDatabase('a passkey', (open) => {
  test('is added with a valid answer to our challenge, and confirms the session that added it', async () => {
    const database = await open();
    const { db } = database;
    const browser = await openBrowser(db);
    const options = await browser.asked('begin-add');
    expect(options).toMatchObject({
      rp: { name: site.name, id: 'studio.example' },
      user: { name: browser.person.email, displayName: 'Ada' },
      excludeCredentials: [],
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
    const key = makeAuthenticator(origin);
    const response = key.register(options);
    const entries = { response, name: ' My key ', next: '/desk/leads' };
    const noor = await addPerson(db, 'team', start, 'Noor');
    const lockNoor = (tx: Db) => tx.select().from(people).where(eq(people.id, noor.id)).for('update');
    // It waits for nobody else, who may be changed at that moment.
    expect(await whileLocked(database, lockNoor, () => browser.act('add', entries))).toEqual({
      ok: true,
      next: '/desk/leads',
    });
    expect(await listPasskeys(db, browser.person.id)).toEqual([
      { id: key.id, name: 'My key', createdAt: start, usedAt: null },
    ]);
    const details = { passkey: 'My key' };
    expect(await db.select().from(activity)).toMatchObject([
      { kind: 'passkey-added', subjectId: browser.person.id, actorName: 'Ada', details },
    ]);
    expect(await listSecurityLog(db, [browser.person.id])).toMatchObject([
      { kind: 'passkey-added', userAgent: 'Firefox', network: '192.0.2.1' },
    ]);
    expect(await browser.session()).toMatchObject({ isComplete: true });
    // The challenge is used up.
    expect(await browser.act('add', entries)).toEqual(refused);
  });

  test('is not added with an answer that is too old, not to our challenge, from elsewhere or unverified', async () => {
    const { db } = await open();
    const browser = await openBrowser(db);
    const add = (response: string) => browser.act('add', { response, name: 'Key' });
    const key = makeAuthenticator(origin);
    expect(await browser.act('add')).toEqual(refused);
    expect(await add('no answer')).toEqual(refused);
    expect(await add(key.register({ challenge: 'AAAA' }))).toEqual(refused);
    for (const how of [{ origin: 'https://elsewhere.example' }, { isVerified: false }]) {
      const { challenge } = await browser.asked('begin-add');
      expect(await add(key.register({ challenge, ...how }))).toEqual(refused);
    }
    const { challenge } = await browser.asked('begin-add');
    browser.later(5 * minuteMs);
    expect(await add(key.register({ challenge }))).toEqual(refused);
    const fresh = await browser.asked('begin-add');
    browser.later(5 * minuteMs - 1);
    expect(await add(key.register(fresh))).toMatchObject({ ok: true });
  });

  test('gets the typed name if it is valid, else a default one', async () => {
    const { db } = await open();
    const [long, none] = [await openBrowser(db), await openBrowser(db, 'team', 'Noor')];
    for (const [browser, name] of [
      [long, 'x'.repeat(200)],
      [none, '  '],
    ] as const) {
      const { challenge, excludeCredentials } = await browser.asked('begin-add');
      expect(excludeCredentials, 'what others have').toEqual([]);
      const response = makeAuthenticator(origin).register({ challenge });
      expect(await browser.act('add', { response, name })).toMatchObject({ ok: true });
    }
    const names = (await db.select({ name: passkeys.name }).from(passkeys)).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['Passkey', 'x'.repeat(100)]);
  });

  test('a second one is added only by a session that the first has confirmed', async () => {
    const { db } = await open();
    const { person, key, ...browser } = await withPasskey(db);
    const stolen = await openSession(db, start, person, 'Chrome');
    const session = await visit(db, start, stolen.token);
    expect(session).toMatchObject({ isComplete: false });
    const { beginRegistration, finishRegistration } = await import('./webauthn.ts');
    const party = { name: site.name, id: 'studio.example', origin };
    if (!session) throw new Error('Nobody is signed in');
    const asked = await beginRegistration(db, start, session, party);
    expect(asked.excludeCredentials).toMatchObject([{ id: key.id }]);
    const sender = { userAgent: '', network: '' };
    const theirs = { response: makeAuthenticator(origin).register(asked), name: 'Theirs', sender, party };
    expect(await finishRegistration(db, start, session, theirs)).toBe(false);
    const { challenge } = await browser.asked('begin-add');
    const second = makeAuthenticator(origin).register({ challenge });
    expect(await browser.act('add', { response: second, name: 'Second' })).toMatchObject({ ok: true });
    expect(await db.$count(passkeys)).toBe(2);
  });

  test('confirms its session once for each challenge, and no other session', async () => {
    const { db } = await open();
    const { person, key, asked, act } = await withPasskey(db);
    const other = await withPasskey(db, 'Noor');
    const options = await asked('begin-confirm');
    expect(options).toMatchObject({ rpId: 'studio.example', userVerification: 'required' });
    expect(options.allowCredentials).toMatchObject([{ id: key.id }]);
    const response = key.confirm(options);
    expect(await act('confirm', { response, next: '/desk' })).toMatchObject({ ok: true });
    expect(await act('confirm', { response })).toEqual(refused);
    const again = await asked('begin-confirm');
    expect(await act('confirm', { response: other.key.confirm(again) })).toEqual(refused);
    expect(await act('confirm', { response: 'no answer' })).toEqual(refused);
    expect(await act('confirm', { response: '{"id":7}' })).toEqual(refused);
    expect(await act('confirm')).toEqual(refused);
    const [used] = await db.select().from(passkeys).where(eq(passkeys.personId, person.id));
    expect(used).toMatchObject({ counter: 2, usedAt: start });
    const kinds = (await listSecurityLog(db, [person.id])).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['passkey-added', 'passkey-used', 'passkey-failed']));
  });

  test('whose counter has not moved on is a copy, and is refused', async () => {
    const { db } = await open();
    const { key, asked, act } = await withPasskey(db);
    await db.update(passkeys).set({ counter: 9 });
    const { challenge } = await asked('begin-confirm');
    expect(await act('confirm', { response: key.confirm({ challenge }) })).toEqual(refused);
  });

  test('signs a person in without a mail, once for each challenge', async () => {
    const { db } = await open();
    const { key, asked, act, later } = await withPasskey(db);
    const options = await asked('begin-use-passkey');
    expect(options).toMatchObject({ rpId: 'studio.example', userVerification: 'required' });
    const response = key.confirm(options);
    const entered = await act('use-passkey', { response, next: '/desk/mails' });
    expect(entered).toMatchObject({ ok: true, next: '/desk/mails' });
    const cookies = entered.ok ? (entered.cookies ?? []) : [];
    const token = cookies
      .find((cookie) => cookie.startsWith('__Host-antinode_session='))
      ?.split(/[=;]/)
      .at(1);
    expect(await visit(db, start, token ?? '')).toMatchObject({ isComplete: true, isRecent: true });
    expect(await act('use-passkey', { response: key.confirm(options) })).toEqual(refused);
    const old = await asked('begin-use-passkey');
    later(5 * minuteMs);
    expect(await act('use-passkey', { response: key.confirm(old) })).toEqual(refused);
    expect(await act('use-passkey')).toEqual(refused);
  });

  test('is for the team only, offered until it is declined, and required once there is one', async () => {
    const { db } = await open();
    const client = await openBrowser(db, 'client');
    for (const name of ['begin-add', 'add', 'begin-confirm', 'confirm', 'not-now'] as const)
      expect(await client.act(name)).toEqual({ ...refused, status: 404 });
    const stepOf = async ({ session }: typeof client, isComplete: boolean) => {
      const here = await session();
      return here && findPasskeyStep(db, { ...here, isComplete });
    };
    expect(await stepOf(client, true)).toBeNull();
    const [without, other] = [await openBrowser(db), await openBrowser(db, 'team', 'Lena')];
    expect([await stepOf(without, true), await stepOf(without, false)]).toEqual(['offer', 'due']);
    expect(await without.act('not-now', { next: '/desk/leads' })).toEqual({ ok: true, next: '/desk/leads' });
    const [declined] = await db.select().from(people).where(eq(people.id, without.person.id));
    expect(declined?.passkeyOfferedAt).toEqual(start);
    const [asked] = await db.select().from(people).where(eq(people.id, other.person.id));
    expect(asked?.passkeyOfferedAt).toBeNull();
    const having = await withPasskey(db, 'Noor');
    expect([await stepOf(having, true), await stepOf(having, false)]).toEqual([null, 'confirm']);
  });

  test('can be removed only by its owner', async () => {
    const { db } = await open();
    const [ada, noor] = [await withPasskey(db), await withPasskey(db, 'Noor')];
    const removal = { id: ada.key.id, sender: { userAgent: 'Firefox', network: '192.0.2.1' } };
    expect(await removePasskey(db, start, noor.person, removal)).toBe(false);
    expect(await removePasskey(db, start, ada.person, removal)).toBe(true);
    expect(await listPasskeys(db, ada.person.id)).toEqual([]);
    expect(await listSecurityLog(db, [ada.person.id])).toMatchObject([
      { kind: 'passkey-removed' },
      { kind: 'passkey-added' },
    ]);
    expect(await listPasskeys(db, noor.person.id)).toHaveLength(1);
    expect(await db.select().from(activity).where(eq(activity.kind, 'passkey-removed'))).toMatchObject([
      { subjectId: ada.person.id, details: { passkey: 'My key' } },
    ]);
  });

  test('cannot be added a second time by another person', async () => {
    const { db } = await open();
    const ada = await withPasskey(db);
    const noor = await openBrowser(db, 'team', 'Noor');
    const response = ada.key.register(await noor.asked('begin-add'));
    expect(await noor.act('add', { response, name: 'Hers' })).toEqual(refused);
    expect(await db.select().from(passkeys)).toMatchObject([{ personId: ada.person.id, name: 'My key' }]);
  });

  test('confirms its owner like any other of theirs, if they verified themselves to it', async () => {
    const { db } = await open();
    const { key, asked, act } = await withPasskey(db);
    const second = makeAuthenticator(origin);
    const response = second.register(await asked('begin-add'));
    expect(await act('add', { response, name: 'Second' })).toMatchObject({ ok: true });
    for (const mine of [second, key]) {
      const unverified = { ...(await asked('begin-confirm')), isVerified: false };
      expect(await act('confirm', { response: mine.confirm(unverified) })).toEqual(refused);
      const confirmed = mine.confirm(await asked('begin-confirm'));
      expect(await act('confirm', { response: confirmed })).toMatchObject({ ok: true });
    }
  });
});
