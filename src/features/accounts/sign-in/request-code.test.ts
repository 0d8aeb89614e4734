import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { createRateLimiter } from '#src/platform/limits/rate-limit.ts';
import { rateLimits } from '#src/platform/limits/rate-limit.table.ts';
import { addPerson, issueTo, testSecret, untold } from '#src/features/accounts/people/account.fixture.ts';
import { askForCode, countTry } from './request-code.ts';
import { isKnownBrowser } from '#src/features/accounts/sessions/known-browsers.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { signInMailJob } from './sign-in-mail.job.ts';
import { signInRequests } from './sign-in.table.ts';
import { requestSignInMail, type SignInMail } from './sign-in-requests.ts';
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
  const tryCode = (email: string, network: string, browserToken: string | null = null) =>
    countTry({ db, rateLimiter }, { email, asker: { network, browserToken } });
  const mayTry = async (...from: Parameters<typeof tryCode>) => (await tryCode(...from)).ok;
  return { asked, mails, job, jobs, ask, mayTry, tryCode, logged };
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
    const { asked, ask, mayTry, tryCode } = queueOf(db);
    const person = await addPerson(db, 'client', now);
    const { token } = await issueTo(db, person.emailKey, now);
    const signedIn = await signInWithLink(db, now, { token, browser, telling: untold });
    const known = signedIn?.browserToken ?? '';
    for (let network = 0; network < 10; network += 1)
      for (let n = 0; n < 4; n += 1) await ask(person.email, `192.0.2.${network}`);
    expect(asked).toHaveLength(30);
    await ask(person.email, '192.0.2.11');
    expect(asked, 'the one of this hour').toHaveLength(31);
    for (let n = 0; n < 9; n += 1) await ask(`made-up-${n}@film.example`, '192.0.2.1');
    for (let n = 0; n < 201; n += 1) await mayTry('made-up@film.example', '192.0.2.1');
    const before = asked.length;
    await ask(person.email, '203.0.113.1');
    expect(asked, 'the day and the hour of this address are used up').toHaveLength(before);
    await ask(person.email, '192.0.2.1', known);
    expect(asked).toHaveLength(before + 1);
    expect(await mayTry(person.email, '192.0.2.1')).toBe(false);
    expect(await mayTry(person.email, '192.0.2.1', known)).toBe(true);
    expect(await tryCode(person.email, '192.0.2.1', known), 'counted apart from its network').toEqual({
      ok: true,
      from: known,
    });
    await ask('somebody-else@film.example', '192.0.2.1', known);
    expect(asked, 'for nobody else’s address').toHaveLength(before + 1);
    for (let n = 0; n < 9; n += 1) await ask(person.email, '192.0.2.1', known);
    expect(asked, 'and not without end').toHaveLength(before + 5);
  });

  test('from a /48 of IPv6 counts as from one network: it leaves an address’s day to others', async () => {
    const { db } = await open();
    const { asked, ask } = queueOf(db);
    for (let n = 0; n < 16; n += 1)
      for (let times = 0; times < 3; times += 1)
        await ask('runa@halfmoon.example', `2001:db8:1:${n.toString(16)}::/64`);
    expect(asked).toHaveLength(3);
    for (let n = 0; n < 12; n += 1) await ask(`made-up-${n}@film.example`, `2001:db8:2:${n}::/64`);
    expect(asked, 'ten in all from another').toHaveLength(13);
    await ask('runa@halfmoon.example', '2001:db8:3:1::/64');
    expect(asked).toHaveLength(14);
  });

  test('leaves one email an hour where many networks have used up the day, and its link works until the next', async () => {
    const { db } = await open();
    let at = now;
    const { asked, ask, job, mails } = queueOf(db, () => at);
    const { email } = await addPerson(db, 'client', now);
    for (let network = 0; network < 40; network += 1) await ask(email, `192.0.2.${network}`);
    expect(asked, 'thirty and the one of this hour').toHaveLength(31);
    const fresh = ['198.51.100.1', '198.51.100.2', '198.51.100.3'] as const;
    await ask(email, fresh[0]);
    expect(asked).toHaveLength(31);
    // Somebody else asked for the one of this hour: the person has it in their mailbox, and it works until the next can be sent.
    for (const each of asked.slice(-1)) await job.run(each, { id: 'job', attempt: 1 });
    const token = /token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    expect(mails[0]?.text).toContain('70 minutes');
    at = new Date(now.getTime() + 60 * 60_000);
    expect(await signInWithLink(db, at, { token, browser, telling: untold })).not.toBeNull();
    await ask(email, fresh[1]);
    await ask(email, fresh[2]);
    expect(asked).toHaveLength(32);
  });

  test('is possible at once from a network where the person has signed in before, whatever other networks ask for', async () => {
    const { db } = await open();
    const { asked, ask, tryCode } = queueOf(db);
    const { email, emailKey } = await addPerson(db, 'client', now);
    const { token } = await issueTo(db, emailKey, now);
    await signInWithLink(db, now, {
      token,
      browser: { ...browser, network: '203.0.113.7' },
      telling: untold,
    });
    for (let network = 0; network < 40; network += 1) await ask(email, `192.0.2.${network}`);
    for (let n = 0; n < 100; n += 1) await tryCode(email, `192.0.2.${n}`);
    const before = asked.length;
    for (let n = 0; n < 5; n += 1) await ask(email, '203.0.113.7');
    expect(asked, 'by its own limit').toHaveLength(before + 3);
    expect(await tryCode(email, '192.0.2.200')).toEqual({ ok: false, reason: 'address' });
    expect(await tryCode(email, '203.0.113.7')).toEqual({ ok: true, from: '203.0.113.7' });
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
