import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import words from '#content/accounts.yaml';
import forms from '#content/forms.yaml';
import { addPerson, issueTo, testSecret, visit } from '#src/features/accounts/people/account.fixture.ts';
import { knownBrowsers } from '#src/features/accounts/sessions/session.table.ts';
import { listSecurityLog } from '../security-log/security-log.ts';
import { securityLog } from '../security-log/security-log.table.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { createRateLimiter, type RateLimiter } from '#src/platform/limits/rate-limit.ts';
import { fill } from '#src/platform/fill.ts';
import type { Services } from '#src/platform/services/services.ts';
import { signInActionsOf, findKeptSignIn } from './sign-in-actions.ts';
import { signInRequests } from './sign-in.table.ts';

const now = new Date('2026-11-21T10:00:00Z');
const { errors } = words.signIn;
const wrong = (field: string, error: string) => ({
  ok: false,
  status: 422,
  error,
  errors: [{ field, code: 'required', message: error }],
});

/** The pages of signing in, as a browser with these cookies posts to them. */
function openPages(
  db: Db,
  { token = '', cookie = '', hit }: { token?: string; cookie?: string; hit?: RateLimiter['hit'] } = {},
) {
  const clock = { now: () => now };
  const limiter = createRateLimiter({ clock, secret: testSecret, log: { warn: () => undefined } });
  const rateLimiter = { ...limiter, ...(hit && { hit }) };
  const config = { publicUrl: 'https://studio.example' };
  const jobs = { enqueue: async () => undefined };
  const services = { db, clock, secret: testSecret, config, jobs, rateLimiter } as unknown as Services;
  const url = new URL(`https://studio.example/sign-in/link?token=${token}`);
  const request = new Request(url, { method: 'POST', headers: { 'user-agent': 'Firefox', cookie } });
  const client = { address: '192.0.2.1', isHttps: true };
  const actions = signInActionsOf({ request, client, url }, async () => undefined);
  return (name: keyof typeof actions, entries: Entries = {}) =>
    actions[name]({ services, session: null, entries, params: {} });
}

const cookiesOf = (outcome: Awaited<ReturnType<ReturnType<typeof openPages>>>) =>
  new Map(
    (outcome.ok ? (outcome.cookies ?? []) : []).map((line) => {
      const [pair = ''] = line.split(';');
      return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const;
    }),
  );

describeOnOneDatabase('on the pages of signing in', (open) => {
  test('asking for a code leads to the page where it is entered, and keeps the address in a cookie', async () => {
    const { db } = await open();
    const act = openPages(db);
    for (const email of ['', 'nowhere'])
      expect(await act('ask-code', { email })).toEqual(wrong('email', errors.email));
    expect(await act('ask-code')).toEqual(wrong('email', errors.email));
    const invisible = fill(forms.shared.errors.invisible, { before: 'runa' });
    for (const action of ['ask-code', 'enter-code'] as const)
      expect(await act(action, { email: 'runa\u200B@halfmoon.example' })).toEqual(wrong('email', invisible));
    for (const [next, kept] of [
      ['/desk/leads', '/desk/leads'],
      ['', null],
    ] as const) {
      const asked = await act('ask-code', { email: 'Runa@Halfmoon.example', next });
      expect(asked).toMatchObject({ ok: true, next: '/sign-in/code' });
      const cookies = asked.ok ? (asked.cookies ?? []) : [];
      const [pair = ''] = cookies[0]?.split(';') ?? [];
      expect(findKeptSignIn(pair, true)).toEqual({ email: 'Runa@Halfmoon.example', next: kept });
    }
    const asked = await db.select().from(signInRequests);
    expect(asked).toMatchObject([
      { emailKey: 'runa@halfmoon.example' },
      { emailKey: 'runa@halfmoon.example' },
    ]);
    expect(asked.map(({ next }) => next)).toEqual(expect.arrayContaining(['/desk/leads', null]));
  });

  test('the right code signs in once, however it is spaced; a wrong one is refused and recorded', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'client', now);
    const { code } = await issueTo(db, person.emailKey, now, '/portal/projects');
    const act = openPages(db);
    const { email } = person;
    expect(await act('enter-code', { code })).toEqual(wrong('email', errors.email));
    const another = code === '000000' ? '111111' : '000000';
    for (const typed of [another, '']) {
      expect(await act('enter-code', { email, code: typed })).toEqual(wrong('code', errors.code));
    }
    expect(await listSecurityLog(db, [person.id])).toMatchObject([
      { kind: 'sign-in-failed', userAgent: 'Firefox', network: '192.0.2.1' },
    ]);
    const typed = ` ${code.slice(0, 3)} ${code.slice(3)}`;
    const entered = await act('enter-code', { email, code: typed });
    expect(entered).toMatchObject({ ok: true, next: '/portal/projects' });
    const cookies = cookiesOf(entered);
    const token = cookies.get('__Host-antinode_session') ?? '';
    expect(await visit(db, now, token)).toMatchObject({ person: { id: person.id } });
    expect(cookies.get('__Host-antinode_sign_in')).toBe('');
    expect(await db.$count(knownBrowsers)).toBe(1);
    expect(await act('enter-code', { email, code: typed })).toEqual(wrong('code', errors.code));
  });

  test('a network that has tried too many codes has to wait, and even the right code is not checked', async () => {
    const { db } = await open();
    const { email, emailKey } = await addPerson(db, 'client', now);
    const { code } = await issueTo(db, emailKey, now);
    const tooMany = { ok: false, status: 429, error: errors.tooMany };
    const full = openPages(db, { hit: async () => ({ ok: false, name: 'sign-in tries', retryAfterS: 900 }) });
    expect(await full('enter-code', { email, code })).toEqual(tooMany);
    expect(await openPages(db)('enter-code', { email, code })).toMatchObject({ ok: true });
  });

  test('where an address was tried too often, the page says that its link still works', async () => {
    const { db } = await open();
    const { email } = await addPerson(db, 'client', now);
    const hit = async () => ({ ok: false as const, name: 'sign-in tries, address', retryAfterS: 900 });
    const answer = { ok: false, status: 429, error: errors.tooManyForAddress };
    expect(await openPages(db, { hit })('enter-code', { email, code: '000000' })).toEqual(answer);
  });

  test('a wrong code is answered after as many writing transactions, whether or not the address is known', async () => {
    const { db } = await open();
    const { email } = await addPerson(db, 'client', now);
    const act = openPages(db);
    /** The transactions that have written what a try writes. */
    const writers = async () => {
      const { rows } = (await db.execute(sql`
        select xmin::text as writer from rate_limits union select xmin::text from security_log
        union select xmin::text from sign_in_codes`)) as { rows: { writer: string }[] };
      return new Set(rows.map(({ writer }) => writer));
    };
    const writesOf = async (address: string) => {
      const before = await writers();
      expect(await act('enter-code', { email: address, code: '000000x' })).toMatchObject({ status: 422 });
      return [...(await writers())].filter((writer) => !before.has(writer)).length;
    };
    const unknown = 'nobody@halfmoon.example';
    expect([await writesOf(email), await writesOf(unknown)], 'without a code').toEqual([1, 1]);
    for (const address of [email, unknown]) await issueTo(db, address.toLowerCase(), now);
    const [ofKnown, ofUnknown] = [await writesOf(email), await writesOf(unknown)];
    expect(ofKnown, 'with a code').toBe(ofUnknown);
  });

  test('a link signs in once; after that it says that it no longer works, and a new one can be asked for', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'team', now, 'Ada');
    const { token } = await issueTo(db, person.emailKey, now, '/desk/leads');
    const act = openPages(db, { token });
    expect(await act('sign-in')).toMatchObject({ ok: true });
    expect(await act('sign-in')).toEqual({ ok: false, status: 410, error: errors.link });
    const kinds = (await listSecurityLog(db, [person.id])).map(({ kind }) => kind);
    expect(kinds).toContain('sign-in-failed');
    const again = await act('ask-again');
    expect(again).toMatchObject({ ok: true, next: '/sign-in/code' });
    expect(await db.select().from(signInRequests)).toMatchObject([
      { emailKey: person.emailKey, next: '/desk/leads' },
    ]);
  });

  test('an unknown link opens nothing and is recorded as no one’s failure', async () => {
    const { db } = await open();
    for (const act of [openPages(db, { token: 'never' }), openPages(db)])
      for (const name of ['sign-in', 'ask-again'] as const)
        expect(await act(name)).toEqual({ ok: false, status: 410, error: errors.link });
    expect(await db.$count(securityLog)).toBe(0);
    expect(await db.$count(signInRequests)).toBe(0);
  });

  test('signing in ends the session that the browser had before', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'client', now);
    const enter = async (cookie: string) => {
      const { code } = await issueTo(db, person.emailKey, now);
      return cookiesOf(await openPages(db, { cookie })('enter-code', { email: person.email, code }));
    };
    const first = await enter('');
    const old = first.get('__Host-antinode_session') ?? '';
    await enter([...first].map((pair) => pair.join('=')).join('; '));
    expect(await visit(db, now, old)).toBeNull();
    // The browser is known by now.
    expect(await db.$count(knownBrowsers)).toBe(1);
  });
});
