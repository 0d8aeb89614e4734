import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import words from '#content/accounts.yaml';
import { addPerson, visit } from '#src/features/accounts/people/account.fixture.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import { openSession } from '#src/features/accounts/sessions/session.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { accountActionsOf } from './account-actions.ts';

const now = new Date('2026-11-21T10:00:00Z');
const gone = { ok: false, status: 404, error: words.team.errors.gone };

async function openAccount(db: Db, called = 'Ada') {
  const person = await addPerson(db, 'team', now, called);
  const tokens = [];
  for (const agent of ['Firefox', 'Chrome', 'Safari'])
    tokens.push((await openSession(db, now, person, agent)).token);
  const [own = '', second = '', third = ''] = tokens;
  const cookie = `__Host-antinode_session=${own}`;
  const url = new URL('https://studio.example/account');
  const actionsWith = (headers: Record<string, string>) =>
    accountActionsOf({
      request: new Request(url, { method: 'POST', headers }),
      client: { address: '192.0.2.1', isHttps: true },
    });
  const config = { publicUrl: 'https://studio.example' };
  const services = { db, clock: { now: () => now }, config } as unknown as Services;
  const sessionOf = (token: string) => visit(db, now, token);
  async function act(
    name: keyof ReturnType<typeof actionsWith>,
    entries: Entries = {},
    headers = { cookie },
  ) {
    return actionsWith(headers)[name]({ services, session: await sessionOf(own), entries, params: {} });
  }
  return { person, own, second, third, sessionOf, act };
}

describeOnOneDatabase('on one’s own page', (open) => {
  test('signing out ends only this session, and removes its cookie', async () => {
    const { db } = await open();
    const { own, second, sessionOf, act } = await openAccount(db);
    const left = await act('sign-out');
    expect(left).toMatchObject({ ok: true, next: '/' });
    expect(left.ok && left.cookies?.[0]).toMatch(/^__Host-antinode_session=;/);
    expect(await sessionOf(own)).toBeNull();
    expect(await sessionOf(second)).not.toBeNull();
    expect(await act('sign-out', {}, { cookie: '' })).toMatchObject({ ok: true, next: '/' });
  });

  test('a person can end one or all others of their own sessions, and no one else’s', async () => {
    const { db } = await open();
    const { own, second, third, sessionOf, act } = await openAccount(db);
    const noor = await openAccount(db, 'Noor');
    const idOf = async (token: string) => (await sessionOf(token))?.id ?? '';
    const theirs = await idOf(noor.own);
    for (const id of [theirs, randomUUID(), 'x', '']) expect(await act('end-session', { id })).toEqual(gone);
    expect(await act('end-session')).toEqual(gone);
    expect(await act('end-session', { id: await idOf(second) })).toEqual({ ok: true, next: '/account' });
    expect(await sessionOf(second)).toBeNull();
    expect(await sessionOf(third)).not.toBeNull();
    expect(await act('end-others')).toEqual({ ok: true, next: '/account' });
    expect(await sessionOf(third)).toBeNull();
    expect(await sessionOf(own)).not.toBeNull();
    expect(await sessionOf(noor.own)).not.toBeNull();
    await act('sign-out');
    expect(await act('end-others')).toEqual(gone);
  });

  test('a person can remove their own passkeys, and no one else’s', async () => {
    const { db } = await open();
    const [ada, noor] = [await openAccount(db), await openAccount(db, 'Noor')];
    const key = { personId: ada.person.id, publicKey: new Uint8Array([1]), counter: 0, transports: [] };
    await db.insert(passkeys).values({ id: 'key', ...key, name: 'Key', createdAt: now });
    expect(await noor.act('remove-passkey', { id: 'key' })).toEqual(gone);
    expect(await ada.act('remove-passkey')).toEqual(gone);
    expect(await db.$count(passkeys)).toBe(1);
  });
});
