import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { createRateLimiter } from '#src/platform/limits/rate-limit.ts';
import { rateLimits } from '#src/platform/limits/rate-limit.table.ts';
import {
  addPerson,
  issueTo,
  testSecret,
  untold,
  visit,
} from '#src/features/accounts/people/account.fixture.ts';
import { askForCode, mayTryCode } from './ask-for-code.ts';
import { isKnownBrowser } from '#src/features/accounts/sessions/known-browsers.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { signInMailJob } from './sign-in-mail.job.ts';
import { signInRequests } from './sign-in-request.table.ts';
import { requestSignInMail, type SignInMail } from './sign-in-requests.ts';
import { signInWithCode, signInWithLink } from './sign-in.ts';

const now = new Date('2026-11-21T10:00:00Z');
const browser = { userAgent: 'Firefox', network: '192.0.2.1', oldToken: null, knownToken: null };
const enter = (db: Db, emailKey: string, code: string) =>
  signInWithCode(db, now, { emailKey, code, secret: testSecret, browser, telling: untold });

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

/** Takes down what is asked of the queue, and gives it to the job. */
function queueOf(db: Db, time: () => Date = () => now) {
  const [asked, mails, logged]: [SignInMail[], Mail[], object[]] = [[], [], []];
  const mailer = { send: async (mail: Mail) => (mails.push(mail), { ok: true } as const) };
  const clock = { now: time };
  const job = signInMailJob({ db, mailer, origin: 'https://studio.example', secret: testSecret, clock });
  const jobs = {
    enqueue: async (_tx: Db, requests: readonly { data: object }[]) => {
      asked.push(...requests.map(({ data }) => data as SignInMail));
    },
  };
  const log = { warn: (event: string, fields: object = {}) => void logged.push({ event, ...fields }) };
  const rateLimiter = createRateLimiter({ clock, secret: testSecret, log });
  const ask = (email: string, network: string, browserToken: string | null = null) =>
    askForCode({ db, jobs, rateLimiter, clock }, { email, asker: { network, browserToken }, next: null });
  const mayTry = (email: string, network: string, browserToken: string | null = null) =>
    mayTryCode({ db, rateLimiter }, { email, asker: { network, browserToken } });
  return { asked, mails, job, jobs, ask, mayTry, logged };
}

describeOnOneDatabase('asking for a code', (open) => {
  test('sends three mails to an address and ten in all for a network in a quarter of an hour', async () => {
    const { db } = await open();
    const { asked, ask } = queueOf(db);
    for (let n = 0; n < 5; n += 1) await ask('Runa@halfmoon.example', '192.0.2.1');
    const one = { emailKey: 'runa@halfmoon.example', reason: 'asked' };
    expect(await db.select().from(signInRequests)).toMatchObject([one, one, one]);
    expect(JSON.stringify(asked), 'what the queue holds').not.toMatch(/halfmoon/);
    for (let n = 0; n < 12; n += 1) await ask(`noor-${n}@halfmoon.example`, '198.51.100.1');
    expect(asked).toHaveLength(13);
  });

  test('is never blocked by what another network has asked for, in whatever order', async () => {
    const { db } = await open();
    const { asked, ask, logged } = queueOf(db);
    const stranger = '192.0.2.66';
    for (let n = 0; n < 10; n += 1) await ask(`made-up-${n}@film.example`, stranger);
    for (let n = 0; n < 40; n += 1) await ask('runa@halfmoon.example', stranger);
    expect(asked).toHaveLength(10);
    expect(await db.$count(rateLimits), 'what is refused makes no rows').toBe(1 + 10 * 3);
    await ask('runa@halfmoon.example', '198.51.100.1');
    expect(asked).toHaveLength(11);
    expect(logged).toMatchObject([{ event: 'rate limit reached', limit: 'sign-in network' }]);
    expect(JSON.stringify(logged)).not.toMatch(/halfmoon|192\.0/);
  });

  test('from one network uses up a third of an address’s daily limit, however it is spelt', async () => {
    const { db } = await open();
    let day = 0;
    const { asked, ask } = queueOf(db, () => new Date(now.getTime() + day * 15 * 60_000));
    const spellings = ['runa@halfmoon.example', 'RUNA@halfmoon.example', 'runa@ｈａｌｆｍｏｏｎ.example'];
    for (day = 0; day < 20; day += 1) for (const spelling of spellings) await ask(spelling, '192.0.2.66');
    expect(asked).toHaveLength(10);
    for (day = 20; day < 40; day += 1)
      for (const network of ['192.0.2.67', '192.0.2.68']) await ask(spellings[0] ?? '', network);
    expect(asked).toHaveLength(30);
  });

  test('is possible from a browser that has signed in before, whatever strangers ask for and try', async () => {
    const { db } = await open();
    const { asked, ask, mayTry } = queueOf(db);
    const person = await addPerson(db, 'client', now);
    const { token } = await issueTo(db, person.emailKey, now);
    const signedIn = await signInWithLink(db, now, { token, browser, telling: untold });
    const known = signedIn?.browserToken ?? '';
    for (let network = 0; network < 10; network += 1)
      for (let n = 0; n < 4; n += 1) await ask(person.email, `192.0.2.${network}`);
    expect(asked).toHaveLength(30);
    for (let n = 0; n < 9; n += 1) await ask(`made-up-${n}@film.example`, '192.0.2.1');
    for (let n = 0; n < 201; n += 1) await mayTry('made-up@film.example', '192.0.2.1');
    const before = asked.length;
    await ask(person.email, '203.0.113.1');
    expect(asked, 'the day of this address is spent').toHaveLength(before);
    await ask(person.email, '192.0.2.1', known);
    expect(asked).toHaveLength(before + 1);
    expect(await mayTry(person.email, '192.0.2.1')).toBe(false);
    expect(await mayTry(person.email, '192.0.2.1', known)).toBe(true);
    await ask('somebody-else@film.example', '192.0.2.1', known);
    expect(asked, 'for nobody else’s address').toHaveLength(before + 1);
    for (let n = 0; n < 9; n += 1) await ask(person.email, '192.0.2.1', known);
    expect(asked, 'and not without end').toHaveLength(before + 5);
  });

  test('recognises a browser only by its newest token', async () => {
    const { db } = await open();
    const [first, second] = [await addPerson(db, 'client', now), await addPerson(db, 'team', now)];
    const signIn = async (emailKey: string, knownToken: string | null) => {
      const { token } = await issueTo(db, emailKey, now);
      const signedIn = await signInWithLink(db, now, {
        token,
        browser: { ...browser, knownToken },
        telling: untold,
      });
      return signedIn?.browserToken ?? '';
    };
    const old = await signIn(first.emailKey, null);
    const newest = await signIn(second.emailKey, old);
    for (const { emailKey } of [first, second]) {
      expect(await isKnownBrowser(db, newest, emailKey)).toBe(true);
      expect(await isKnownBrowser(db, old, emailKey)).toBe(false);
    }
  });

  test('mails a link and a working code to people who may sign in, and nothing to others', async () => {
    const { db } = await open();
    const { asked, mails, job, jobs } = queueOf(db);
    const person = await addPerson(db, 'client', now);
    const disabled = await addPerson(db, 'client', now);
    await db.update(people).set({ disabledAt: now }).where(eq(people.id, disabled.id));
    for (const emailKey of [person.emailKey, disabled.emailKey, 'nobody@halfmoon.example'])
      await requestSignInMail(db, { jobs, now }, { emailKey, reason: 'asked' });
    for (const each of asked) expect(await job.run(each, { id: 'job', attempt: 1 })).toEqual({ ok: true });
    expect(await db.select().from(signInRequests), 'what was answered is forgotten').toEqual([]);
    expect(mails.map(({ to }) => to)).toEqual([person.email]);
    const [mail] = mails;
    const token = /sign-in\/link\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const code = /\b(\d{3}) (\d{3})\b/.exec(mail?.text ?? '');
    expect(mail?.html).toContain(`https://studio.example/sign-in/link?token=${token}`);
    expect(mail?.text).toContain('10 minutes');
    expect(await enter(db, person.emailKey, `${code?.[1]}${code?.[2]}`)).toMatchObject({ next: '/portal' });
    expect(await signInWithLink(db, now, { token, browser, telling: untold })).toBeNull();
  });
});
