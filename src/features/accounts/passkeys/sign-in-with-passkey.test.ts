import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import words from '#content/accounts.yaml';
import { addPerson, testSecret } from '#src/features/accounts/people/account.fixture.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { listSecurityLog } from '../security-log/security-log.ts';
import { securityLog } from '../security-log/security-log.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { passkeyActionsOf, passkeySignInActionsOf } from './passkey-actions.ts';
import { refused, withPasskey } from './passkey-browser.fixture.ts';

const now = new Date('2026-11-21T10:00:00Z');

test('a passkey cannot be added or confirmed without signing in', async () => {
  const url = new URL('https://studio.example/sign-in/passkey');
  const client = { address: '192.0.2.1', isHttps: true };
  const actions = passkeyActionsOf({ request: new Request(url, { method: 'POST' }), client, url });
  const asked = { services: {} as Services, session: null, entries: {}, params: {} };
  for (const act of Object.values(actions))
    expect(await act(asked)).toEqual({ ok: false, status: 404, error: words.signIn.errors.passkey });
});

describeOnOneDatabase('signing in with a passkey', (open) => {
  test('records a refused passkey in its owner’s security log only', async () => {
    const { db } = await open();
    const ada = await addPerson(db, 'team', now, 'Ada');
    const passkey = { personId: ada.id, publicKey: new Uint8Array([1]), counter: 0, transports: [] };
    await db.insert(passkeys).values({ id: 'key', ...passkey, name: 'Key', createdAt: now });
    const url = new URL('https://studio.example/sign-in?do=use-passkey');
    const request = new Request(url, { method: 'POST', headers: { 'user-agent': 'Firefox' } });
    const client = { address: '192.0.2.1', isHttps: true };
    const actions = passkeySignInActionsOf({ request, client, url }, async () => undefined);
    const config = { publicUrl: null };
    const services = { db, clock: { now: () => now }, secret: testSecret, config } as unknown as Services;
    const answer = (id: string) =>
      actions['use-passkey']({
        services,
        session: null,
        params: {},
        entries: { response: JSON.stringify({ id, rawId: id, type: 'public-key', response: {} }) },
      });
    expect(await answer('another key')).toMatchObject({ ok: false, status: 422 });
    expect(await db.$count(securityLog)).toBe(0);
    expect(await answer('key')).toMatchObject({ ok: false, status: 422 });
    expect(await listSecurityLog(db, [ada.id])).toMatchObject([
      { kind: 'passkey-failed', actorId: null, userAgent: 'Firefox', network: '192.0.2.1' },
    ]);
  });

  test('is refused to a disabled member, and without user verification', async () => {
    const { db } = await open();
    const { person, key, asked, act } = await withPasskey(db);
    const signIn = async (isVerified: boolean) =>
      act('use-passkey', { response: key.confirm({ ...(await asked('begin-use-passkey')), isVerified }) });
    expect(await signIn(false)).toEqual(refused);
    const failures = async () =>
      (await listSecurityLog(db, [person.id])).filter(({ kind }) => kind === 'passkey-failed').length;
    expect(await failures()).toBe(1);
    expect(await signIn(true)).toMatchObject({ ok: true });
    expect(await failures(), 'what holds is no failure').toBe(1);
    const count = await db.$count(sessions);
    await db.update(people).set({ disabledAt: now }).where(eq(people.id, person.id));
    expect(await signIn(true)).toEqual(refused);
    expect(await db.$count(sessions)).toBe(count);
  });
});
