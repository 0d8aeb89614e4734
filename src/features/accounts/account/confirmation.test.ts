import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import words from '#content/accounts.yaml';
import { addPerson, issueTo, testSecret, visit } from '#src/features/accounts/people/account.fixture.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { openSession } from '#src/features/accounts/sessions/session.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { confirmKeyOf, consumeSignInCode } from '#src/features/accounts/sign-in/sign-in-codes.ts';
import { signInMailJob } from '#src/features/accounts/sign-in/sign-in-mail.job.ts';
import { signInRequests } from '../sign-in/sign-in.table.ts';
import { listSecurityLog } from '../security-log/security-log.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { createRateLimiter, type RateLimiter } from '#src/platform/limits/rate-limit.ts';
import type { Services } from '#src/platform/services/services.ts';
import { confirmWithCode, codeField, handleConfirmation, type Interrupted } from './confirmation.ts';

const signedInAt = new Date('2026-11-21T10:00:00Z');
const minutes = (count: number) => new Date(signedInAt.getTime() + count * 60_000);
const typed = { email: 'Runa@halfmoon.example', note: '\nline one\r\nline two &<"' };
const erase = '/desk/leads/1?do=erase';

type Who = { hit?: RateLimiter['hit']; role?: 'client' | 'team' };

/** A person who signed in so many minutes ago, and their posts to `/confirm`. */
async function signedIn(db: Db, minutesAgo: number, { hit, role = 'team' }: Who = {}) {
  const now = minutes(minutesAgo);
  const clock = { now: () => now };
  const person = await addPerson(db, role, signedInAt);
  const { token } = await openSession(db, signedInAt, person, 'Firefox');
  const jobs = { enqueue: async () => undefined };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const limiter = createRateLimiter({ clock, secret: testSecret, log });
  const rateLimiter = { ...limiter, ...(hit && { hit }) };
  const services = { db, clock, jobs, log, rateLimiter, secret: testSecret, config: { publicUrl: null } };
  const ask = async (query: Record<string, string>, how: RequestInit, interrupted?: Interrupted) => {
    const session = await visit(db, now, token);
    if (!session) throw new Error('nobody is signed in');
    const url = new URL(`https://studio.example/confirm?${new URLSearchParams(query).toString()}`);
    const request = new Request(url, how);
    const locals = {
      services: services as unknown as Services,
      session,
      client: { address: '192.0.2.1', isHttps: true },
    };
    return handleConfirmation({ request, url, params: {}, locals }, interrupted);
  };
  const post = (query: Record<string, string>, fields: Record<string, string>) =>
    ask(query, { method: 'POST', body: new URLSearchParams(fields) });
  /** Mails what was asked for; returns its code. */
  const mail = async () => {
    const [asked] = await db.select().from(signInRequests);
    let text = '';
    const send = async (sent: { text: string }) => {
      ({ text } = sent);
      return { ok: true } as const;
    };
    const job = signInMailJob({
      db,
      clock,
      mailer: { send },
      origin: 'https://studio.example',
      secret: testSecret,
    });
    const id = asked?.id ?? '';
    expect(await job.run({ requestId: id }, { id, attempt: 1 })).toEqual({ ok: true });
    return /\b\d{6}\b/.exec(text.replaceAll(/(?<=\d) (?=\d)/g, ''))?.[0] ?? '';
  };
  return { person, token, now, ask, post, mail };
}

const going = { next: erase, as: 'post' };

describeOnOneDatabase('a person who has to confirm that it is them', (open) => {
  test('gets a code by mail, and everything they typed is kept until it goes on', async () => {
    const { db } = await open();
    const { person, token, now, post } = await signedIn(db, 11);
    expect(await visit(db, now, token)).toMatchObject({ isRecent: false });
    const asked = await post({ ...going, do: 'mail-code' }, typed);
    expect(asked).toMatchObject({ step: 'enter', to: erase, isPost: true, entries: typed });
    expect(await db.select().from(signInRequests)).toMatchObject([
      { emailKey: person.emailKey, reason: 'confirm' },
    ]);
    const { code } = await issueTo(db, confirmKeyOf(person.id), now);
    const wrong = code === '123456' ? '654321' : '123456';
    const refused = await post({ ...going, do: 'enter-code' }, { ...typed, confirm_code: wrong });
    expect(refused).toMatchObject({ step: 'enter', status: 422, entries: typed });
    expect(await visit(db, now, token)).toMatchObject({ isRecent: false });
    const done = await post({ ...going, do: 'enter-code' }, { ...typed, confirm_code: ` ${code} ` });
    expect(done).toBeInstanceOf(Response);
    expect((done as Response).status).toBe(307);
    expect((done as Response).headers.get('location')).toBe(erase);
    expect(await visit(db, now, token)).toMatchObject({ isRecent: true });
    expect((await listSecurityLog(db, [person.id])).map(({ kind }) => kind).toSorted()).toEqual([
      'confirm-failed',
      'confirmed',
    ]);
  });

  test('shows an error when the limit of codes is used up, and still accepts the last one', async () => {
    const { db } = await open();
    const { person, now, post } = await signedIn(db, 11);
    const ask = () => post({ ...going, do: 'mail-code' }, typed);
    for (let times = 0; times < 3; times += 1)
      expect(await ask()).toMatchObject({ status: 200, error: null });
    const { code } = await issueTo(db, confirmKeyOf(person.id), now);
    const { notMailed } = words.confirm;
    expect(await ask()).toMatchObject({ step: 'enter', status: 429, error: notMailed, entries: typed });
    expect(await db.$count(signInRequests)).toBe(3);
    const done = await post({ ...going, do: 'enter-code' }, { ...typed, confirm_code: code });
    expect((done as Response).status).toBe(307);
  });

  test('is asked again ten minutes after the last answer, and cannot use another person’s code', async () => {
    const { db } = await open();
    const { token, now, post } = await signedIn(db, 11);
    const other = await addPerson(db, 'team', signedInAt);
    const { code } = await issueTo(db, confirmKeyOf(other.id), now);
    expect(await post({ ...going, do: 'enter-code' }, { confirm_code: code })).toMatchObject({ status: 422 });
    await db
      .update(sessions)
      .set({ provedAt: minutes(1.5) })
      .where(eq(sessions.provedAt, signedInAt));
    expect(await visit(db, minutes(11.4), token)).toMatchObject({ isRecent: true });
    expect(await visit(db, minutes(11.5), token)).toMatchObject({ isRecent: false });
    await db.update(sessions).set({ provedAt: null });
    expect(await visit(db, minutes(11.5), token), 'who never showed it').toMatchObject({ isRecent: false });
  });

  test('is not locked out by strangers who try and ask for codes of their address', async () => {
    const { db } = await open();
    const { person, now, post, mail } = await signedIn(db, 11);
    await post({ ...going, do: 'mail-code' }, typed);
    const code = await mail();
    const { emailKey } = person;
    const typedCode = code === '123456' ? '654321' : '123456';
    const wrong = { emailKey, code: typedCode, secret: testSecret, from: '192.0.2.66' };
    for (let times = 0; times < 5; times += 1) expect(await consumeSignInCode(db, now, wrong)).toBeNull();
    await issueTo(db, person.emailKey, now);
    expect(await consumeSignInCode(db, now, { ...wrong, code }), 'it signs nobody in').toBeNull();
    const done = await post({ ...going, do: 'enter-code' }, { ...typed, confirm_code: code });
    expect((done as Response).status).toBe(307);
  });

  test('goes on only within this site, and to a file by a link', async () => {
    const { db } = await open();
    const { post } = await signedIn(db, 1);
    const kept = await post({ do: 'enter-code' }, {});
    expect(kept instanceof Response && kept.headers.get('cache-control')).toBe('private, no-store');
    const locationOf = async (query: Record<string, string>) => {
      const answer = await post({ do: 'enter-code', ...query }, {});
      return answer instanceof Response ? `${answer.status} ${answer.headers.get('location')}` : answer;
    };
    expect(await locationOf({ next: '/account?name=Key' })).toBe('303 /account?name=Key');
    expect(await locationOf({ next: 'https://evil.example/', as: 'post' })).toBe('307 /account');
    expect(await locationOf({ next: '//evil.example' })).toBe('303 /account');
    expect(await locationOf({ next: '/desk/leads/1/export.json' })).toBe(
      '303 /confirm?next=%2Fdesk%2Fleads%2F1%2Fexport.json',
    );
  });
});

describeOnOneDatabase('the page that asks for a confirmation', (open) => {
  const question = { step: 'ask', error: null, isPost: false, entries: {} };

  test('asks a person who signed in a while ago, and redirects everyone else', async () => {
    const { db } = await open();
    const [late, recent] = [await signedIn(db, 11), await signedIn(db, 1)];
    const page = { next: '/account?name=Key', as: 'post' };
    expect(await late.ask(page, {})).toEqual({ ...question, to: page.next, status: 200 });
    const sent = await recent.ask(page, {});
    expect(sent instanceof Response && [sent.status, sent.headers.get('location')]).toEqual([303, page.next]);
    const file = '/desk/leads/1/export.json?as=file';
    expect(await late.ask({ next: file }, {})).toEqual({ ...question, to: file, status: 200 });
    expect(await recent.ask({ next: file }, {})).toEqual({
      ...question,
      step: 'done',
      to: file,
      status: 200,
    });
    for (const next of ['/desk?q=a.b', '/desk/a.b/c']) {
      const shown = await recent.ask({ next }, {});
      expect(shown instanceof Response && shown.headers.get('location')).toBe(next);
    }
  });

  test('keeps the interrupted request, whenever the person signed in', async () => {
    const { db } = await open();
    const stopped = { to: erase, isPost: true, entries: typed };
    for (const minutesAgo of [1, 11])
      expect(await (await signedIn(db, minutesAgo)).ask({}, { method: 'POST' }, stopped)).toEqual({
        ...stopped,
        step: 'ask',
        error: null,
        status: 403,
      });
  });

  test('limits how many codes a network can try, and then refuses even the right one', async () => {
    const { db } = await open();
    const { person, now, post, token } = await signedIn(db, 11, {
      hit: async () => ({ ok: false, name: 'sign-in tries', retryAfterS: 900 }),
    });
    const { code } = await issueTo(db, confirmKeyOf(person.id), now);
    expect(await post({ ...going, do: 'enter-code' }, { ...typed, [codeField]: code })).toEqual({
      to: erase,
      isPost: true,
      entries: typed,
      step: 'enter',
      error: words.signIn.errors.tooMany,
      status: 429,
    });
    expect(await visit(db, now, token)).toMatchObject({ isRecent: false });
  });

  test('keeps a form as large as an import for the team, and of a client’s none that is larger than any of theirs', async () => {
    const { db } = await open();
    const keptOf = async (role: 'client' | 'team') => {
      const { post } = await signedIn(db, 11, { role });
      const shown = await post({ ...going, do: 'mail-code' }, { rows: 'x'.repeat(1024 * 1024) });
      return shown instanceof Response ? null : Object.keys(shown.entries);
    };
    expect([await keptOf('team'), await keptOf('client')]).toEqual([['rows'], []]);
  });

  test('refuses a form without a code, or one that cannot be read', async () => {
    const { db } = await open();
    const { ask, post } = await signedIn(db, 11);
    const refused = { step: 'enter', status: 422, error: words.signIn.errors.code };
    expect(await post({ ...going, do: 'enter-code' }, typed)).toMatchObject({ ...refused, entries: typed });
    const unreadable = { method: 'POST', body: 'a=1&a=2', headers: { 'content-type': 'text/csv' } };
    expect(await ask({ ...going, do: 'enter-code' }, unreadable)).toMatchObject({ ...refused, entries: {} });
  });

  test('accepts no code from a person who was disabled meanwhile', async () => {
    const { db } = await open();
    const { person, now, token } = await signedIn(db, 11);
    await addPerson(db, 'team', signedInAt);
    const session = await visit(db, now, token);
    if (!session) throw new Error('nobody is signed in');
    const { code } = await issueTo(db, confirmKeyOf(person.id), now);
    await db.update(people).set({ disabledAt: now }).where(eq(people.id, person.id));
    const sender = { userAgent: '', network: '' };
    expect(await confirmWithCode(db, now, { session, code, secret: testSecret, sender, from: '' })).toBe(
      false,
    );
    expect((await listSecurityLog(db, [person.id])).map(({ kind }) => kind)).toEqual(['confirm-failed']);
  });
});
