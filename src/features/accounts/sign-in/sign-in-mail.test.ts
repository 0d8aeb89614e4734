import { expect, test } from 'vitest';
import site from '#content/site.yaml';
import { addPerson, testSecret } from '#src/features/accounts/people/account.fixture.ts';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Mail, MailResult } from '#src/platform/mail/mailer.ts';
import { confirmKeyOf, consumeSignInCode } from './sign-in-codes.ts';
import { signInMailJob } from './sign-in-mail.job.ts';
import { signInRequests, type SignInReason } from './sign-in.table.ts';
import { eraseSignInRequests, pruneSignInRequests, requestSignInMails } from './sign-in-requests.ts';

const now = new Date('2026-11-21T10:00:00Z');
const refused: MailResult = { ok: false, permanent: false, reason: 'busy' };

type Queued = { queue: string; id: string; data: { requestId: string }; startAfter?: Date };

/** Requests an email and returns its job; the mail server responds as set. */
async function ask(db: Db, emailKey: string, reason: SignInReason, result: MailResult = { ok: true }) {
  const [queued, mails]: [Queued[], Mail[]] = [[], []];
  const jobs = {
    enqueue: async (_tx: Db, all: readonly unknown[]) => void queued.push(...(all as Queued[])),
  };
  await requestSignInMails(db, { jobs, now }, [{ emailKey, reason, next: '/portal' }]);
  const mailer = { send: async (mail: Mail) => (mails.push(mail), result) };
  const origin = 'https://studio.example';
  const job = signInMailJob({ db, mailer, origin, secret: testSecret, clock: { now: () => now } });
  const data = queued[0]?.data ?? { requestId: '' };
  const run = (attempt = 1) => job.run(data, { id: 'job', attempt });
  const giveUp = async () => job.onPermanentFailure?.(data, 'no such mailbox');
  return { queued, mails, run, giveUp };
}

describeOnOneDatabase('a mail to sign in with', (open) => {
  test('names its attempt in its Message-ID, and its request is deleted once it is sent', async () => {
    const { db } = await open();
    const { email, emailKey } = await addPerson(db, 'client', now);
    const { mails, run, queued } = await ask(db, emailKey, 'welcome');
    expect(queued).toEqual([
      { queue: 'sign-in-mail', id: expect.any(String), data: { requestId: queued[0]?.id } },
    ]);
    expect(await run(2)).toEqual({ ok: true });
    expect(mails).toMatchObject([{ to: email, messageId: 'job.sign-in-2@studio.example' }]);
    expect(await db.$count(signInRequests)).toBe(0);
    expect(await run(3)).toEqual({ ok: true });
    expect(mails).toHaveLength(1);
  });

  test('that a person waits for is given up after five tries, and an invitation is not', async () => {
    const { db } = await open();
    const { emailKey } = await addPerson(db, 'team', now);
    for (const [reason, isWaitedFor] of [
      ['asked', true],
      ['confirm', true],
      ['invited', false],
      ['welcome', false],
    ] as const) {
      const { run } = await ask(db, emailKey, reason, refused);
      expect(await run(4)).toEqual(refused);
      expect(await run(5)).toEqual({ ...refused, permanent: isWaitedFor });
    }
    expect(await db.$count(signInRequests), 'none of them was answered').toBe(4);
  });

  test('to an address that takes no mail is not tried again', async () => {
    const { db } = await open();
    const { emailKey } = await addPerson(db, 'client', now);
    await db.update(people).set({ email: 'runa@under_score.example' });
    const { run, mails } = await ask(db, emailKey, 'asked');
    expect(await run()).toEqual({ ok: false, permanent: true, reason: expect.stringMatching(/address/) });
    expect(mails).toEqual([]);
  });

  test('for a confirmation has a code that opens nothing else, and no link', async () => {
    const { db } = await open();
    const { id, emailKey } = await addPerson(db, 'team', now);
    const { run, mails } = await ask(db, emailKey, 'confirm');
    await run();
    const [, first = '', second = ''] = /\b(\d{3}) (\d{3})\b/.exec(mails[0]?.text ?? '') ?? [];
    expect(mails[0]?.text).not.toContain('https://');
    const code = first + second;
    expect(await consumeSignInCode(db, now, { emailKey, code, secret: testSecret, from: '' })).toBeNull();
    const confirming = { emailKey: confirmKeyOf(id), code, secret: testSecret, from: '' };
    expect(await consumeSignInCode(db, now, confirming)).not.toBeNull();
  });

  test('that is given up is shown to the team, unless a person waited for it at the sign-in page', async () => {
    const { db } = await open();
    const [runa, ada] = [await addPerson(db, 'client', now), await addPerson(db, 'team', now)];
    for (const [emailKey, reason] of [
      [runa.emailKey, 'asked'],
      [runa.emailKey, 'confirm'],
      ['nobody@halfmoon.example', 'invited'],
      [runa.emailKey, 'invited'],
      [ada.emailKey, 'welcome'],
    ] as const) {
      const { giveUp } = await ask(db, emailKey, reason);
      await giveUp();
      await giveUp();
    }
    expect(await db.$count(signInRequests)).toBe(0);
    const deed = { kind: 'sign-in-mail-failed', actorId: null, actorName: site.name, at: now };
    const details = (email: string) => ({ email, reason: 'no such mailbox' });
    expect(await db.select().from(activity).orderBy(activity.id)).toMatchObject([
      { ...deed, subjectId: runa.id, clientId: runa.clientId, details: details(runa.email) },
      { ...deed, subjectId: ada.id, clientId: null, details: details(ada.email) },
    ]);
  });
});

describeOnOneDatabase('the requests of the queue', (open) => {
  test('wait until they are due, and without a request nothing is queued', async () => {
    const { db } = await open();
    const queued: unknown[] = [];
    const jobs = { enqueue: async (_tx: Db, all: readonly unknown[]) => void queued.push(all) };
    await requestSignInMails(db, { jobs, now }, []);
    expect(queued).toEqual([]);
    const startAfter = new Date(now.getTime() + 60_000);
    const asked = { emailKey: 'a@b.example', reason: 'invited' } as const;
    await requestSignInMails(db, { jobs, now }, [{ ...asked, startAfter }, asked]);
    expect(queued).toMatchObject([[{ startAfter }, {}]]);
    expect((queued[0] as object[])[1]).not.toHaveProperty('startAfter');
    expect(await db.select().from(signInRequests)).toMatchObject([
      { ...asked, next: null, createdAt: now },
      asked,
    ]);
  });

  test('are deleted with their address, or after a week', async () => {
    const { db } = await open();
    const jobs = { enqueue: async () => undefined };
    const asked = ['a@b.example', 'c@d.example'].map((emailKey) => ({ emailKey, reason: 'asked' }) as const);
    await requestSignInMails(db, { jobs, now }, asked);
    await eraseSignInRequests(db, ['a@b.example']);
    expect(await db.select().from(signInRequests)).toMatchObject([{ emailKey: 'c@d.example' }]);
    const week = 7 * 86_400_000;
    await pruneSignInRequests(db, new Date(now.getTime() + week));
    expect(await db.$count(signInRequests)).toBe(1);
    await pruneSignInRequests(db, new Date(now.getTime() + week + 1));
    expect(await db.$count(signInRequests)).toBe(0);
  });
});
