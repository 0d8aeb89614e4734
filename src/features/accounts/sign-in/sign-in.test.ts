import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import {
  addPerson,
  issueTo,
  testSecret,
  untold,
  visit,
} from '#src/features/accounts/people/account.fixture.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { signInWithCode, signInWithLink } from './sign-in.ts';

const now = new Date('2026-11-21T10:00:00Z');
const browser = { userAgent: 'Firefox', network: '192.0.2.1', oldToken: null, knownToken: null };
const enter = (db: Db, emailKey: string, code: string) =>
  signInWithCode(db, now, {
    emailKey,
    code,
    secret: testSecret,
    from: '192.0.2.1',
    browser,
    telling: untold,
  });

describeOnOneDatabase('signing in', (open) => {
  test('with the same link fifty times at once opens one session', async () => {
    const { db } = await open();
    const { emailKey } = await addPerson(db, 'client', now);
    const { token } = await issueTo(db, emailKey, now);
    const uses = await Promise.all(
      Array.from({ length: 50 }, () => signInWithLink(db, now, { token, browser, telling: untold })),
    );
    expect(uses.filter((used) => used !== null)).toHaveLength(1);
    expect(await db.select().from(sessions)).toHaveLength(1);
  });

  test('with the same code fifty times at once opens one session', async () => {
    const { db } = await open();
    const { emailKey } = await addPerson(db, 'client', now);
    const { code } = await issueTo(db, emailKey, now);
    const uses = await Promise.all(Array.from({ length: 50 }, () => enter(db, emailKey, code)));
    expect(uses.filter((used) => used !== null)).toHaveLength(1);
    expect(await db.select().from(sessions)).toHaveLength(1);
  });

  test('ends the session that the browser still had, and no other person’s', async () => {
    const { db } = await open();
    const { emailKey } = await addPerson(db, 'client', now);
    const signIn = async (oldToken: string | null) => {
      const { token } = await issueTo(db, emailKey, now);
      const signedIn = await signInWithLink(db, now, {
        token,
        browser: { ...browser, oldToken },
        telling: untold,
      });
      return signedIn?.token ?? '';
    };
    const [first, other] = [await signIn(null), await signIn(null)];
    const second = await signIn(first);
    expect(await visit(db, now, first)).toBeNull();
    expect(await visit(db, now, second)).not.toBeNull();
    expect(await visit(db, now, other)).not.toBeNull();
  });

  test('is refused to a disabled person, and to an unknown address', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'client', now);
    const { code, token } = await issueTo(db, person.emailKey, now);
    await db.update(people).set({ disabledAt: now }).where(eq(people.id, person.id));
    expect(await signInWithLink(db, now, { token, browser, telling: untold })).toBeNull();
    expect(await enter(db, person.emailKey, code)).toBeNull();
    const nobody = await issueTo(db, 'nobody@halfmoon.example', now);
    expect(await enter(db, 'nobody@halfmoon.example', nobody.code)).toBeNull();
    expect(await db.select().from(sessions)).toEqual([]);
  });

  test('offers a new member of the team a passkey first, and takes others to the page they wanted', async () => {
    const { db } = await open();
    const [member, client] = [await addPerson(db, 'team', now), await addPerson(db, 'client', now)];
    const nextOf = async (emailKey: string, next?: string) => {
      const { token } = await issueTo(db, emailKey, now, next);
      return (await signInWithLink(db, now, { token, browser, telling: untold }))?.next;
    };
    expect(await nextOf(member.emailKey, '/desk/leads/1')).toBe('/sign-in/passkey?next=%2Fdesk%2Fleads%2F1');
    await db.update(people).set({ passkeyOfferedAt: now }).where(eq(people.id, member.id));
    expect(await nextOf(member.emailKey, '/desk/leads/1')).toBe('/desk/leads/1');
    const [sample, keyed] = [await addPerson(db, 'team', now), await addPerson(db, 'team', now)];
    await db.update(people).set({ isSample: true }).where(eq(people.id, sample.id));
    const passkey = { personId: keyed.id, publicKey: new Uint8Array([1]), counter: 0, transports: [] };
    await db.insert(passkeys).values({ id: 'key', ...passkey, name: 'Key', createdAt: now });
    for (const { emailKey } of [sample, keyed])
      expect(await nextOf(emailKey, '/desk/mails')).toBe('/desk/mails');
    const without = await addPerson(db, 'team', now);
    expect(await nextOf(without.emailKey, '/desk')).toBe('/sign-in/passkey?next=%2Fdesk');
    expect(await nextOf(client.emailKey, '/portal/messages')).toBe('/portal/messages');
    expect(await nextOf(client.emailKey, '//evil.example')).toBe('/portal');
  });
});
