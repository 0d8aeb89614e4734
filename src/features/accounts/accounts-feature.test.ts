import { expect, test } from 'vitest';
import { addPerson, issueTo, testSecret } from '#src/features/accounts/people/account.fixture.ts';
import { silentLog } from '#src/features/leads/submissions/form-request.fixture.ts';
import { knownBrowsers, sessions } from './sessions/session.table.ts';
import { forgetBrowsersOf, rememberBrowser } from '#src/features/accounts/sessions/known-browsers.ts';
import { openSession } from '#src/features/accounts/sessions/session.ts';
import { signInCodes, signInRequests } from './sign-in/sign-in.table.ts';
import { requestSignInMail, type SignInMail } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import { recordSecurityEvent } from './security-log/security-log.ts';
import { securityLog } from './security-log/security-log.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { JobHandler } from '#src/platform/jobs/queue-worker.ts';
import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services/services.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { accountsFeature } from './accounts-feature.ts';

const start = new Date('2026-11-21T10:00:00Z');
const daysOn = (count: number) => new Date(start.getTime() + count * 86_400_000);
const sender = { userAgent: 'Firefox', network: '192.0.2.1' };

type Defined = { name: string; settings: unknown; job: JobHandler<SignInMail> };

async function registerOn(db: Db, kind: 'embedded' | 'postgres') {
  const [defined, mails]: [Defined[], Mail[]] = [[], []];
  const define = (name: string, settings: unknown, job: JobHandler<SignInMail>) =>
    void defined.push({ name, settings, job });
  const services = {
    db,
    log: silentLog,
    clock: { now: () => start },
    jobs: { define },
    mailer: { kind: 'smtp', send: async (mail: Mail) => (mails.push(mail), { ok: true }) },
    origin: 'https://studio.example',
    secret: testSecret,
    config: { dataDir: makeTestFolder() },
    database: { kind },
  } as unknown as Services;
  const dispose = await accountsFeature.register?.(services);
  return { defined, mails, dispose };
}

describeOnOneDatabase('the accounts in the running product', (open) => {
  test('mail codes from a queue that tries for days', async () => {
    const { db } = await open();
    const { email, emailKey } = await addPerson(db, 'client', start);
    const { defined, mails, dispose } = await registerOn(db, 'postgres');
    expect(dispose, 'commands write to this database themselves').toBeUndefined();
    const [queue, ...others] = defined;
    expect(others).toEqual([]);
    expect(queue).toMatchObject({
      name: 'sign-in-mail',
      settings: { retry: mailRetry, timeoutS: 120, concurrency: 2 },
    });
    const jobs = { enqueue: async () => undefined };
    await requestSignInMail(db, { jobs, now: start }, { emailKey, reason: 'asked' });
    const [asked] = await db.select().from(signInRequests);
    const data = { requestId: asked?.id ?? '' };
    expect(await queue?.job.run(data, { id: 'job', attempt: 1 })).toEqual({ ok: true });
    expect(mails).toMatchObject([{ to: email }]);
  });

  test('accepts a form as large as an import of clients on the confirmation page', () => {
    expect(accountsFeature.uploads).toEqual(['/confirm']);
  });

  test('listen for what commands ask where the database has one process', async () => {
    const { db } = await open();
    const { dispose } = await registerOn(db, 'embedded');
    expect(dispose).toBeTypeOf('function');
    await dispose?.();
  });

  test('deletes expired rows every day, and no valid ones', async () => {
    const { db } = await open();
    const person = await addPerson(db, 'client', start);
    const left = async (day: number) => {
      await accountsFeature.prune?.({ db, clock: { now: () => daysOn(day) } } as unknown as Services);
      const tables = { sessions, signInCodes, signInRequests, securityLog, knownBrowsers };
      const counts = await Promise.all(
        Object.entries(tables).map(async ([name, table]) => [name, await db.$count(table)] as const),
      );
      return counts.filter(([, count]) => count > 0).map(([name]) => name);
    };
    await openSession(db, start, person, '');
    await issueTo(db, person.emailKey, start);
    const asked = { emailKey: person.emailKey, reason: 'asked' } as const;
    await requestSignInMail(db, { jobs: { enqueue: async () => undefined }, now: start }, asked);
    await recordSecurityEvent(db, start, sender, { kind: 'signed-in', personId: person.id });
    await rememberBrowser(db, start, person.id, null);
    expect(await left(6)).toEqual([
      'sessions',
      'signInCodes',
      'signInRequests',
      'securityLog',
      'knownBrowsers',
    ]);
    expect(await left(29)).toEqual(['sessions', 'signInCodes', 'securityLog', 'knownBrowsers']);
    expect(await left(31)).toEqual(['securityLog', 'knownBrowsers']);
    expect(await left(91)).toEqual(['knownBrowsers']);
    expect(await left(400)).toEqual(['knownBrowsers']);
    expect(await left(401)).toEqual([]);
  });
});

describeOnOneDatabase('a browser in which a person has signed in', (open) => {
  test('is new once for each person, and is forgotten for that person only', async () => {
    const { db } = await open();
    const [runa, noor] = [await addPerson(db, 'client', start), await addPerson(db, 'client', start)];
    const first = await rememberBrowser(db, start, runa.id, null);
    expect(first.isNew).toBe(true);
    const second = await rememberBrowser(db, daysOn(1), runa.id, first.token);
    expect(second.isNew).toBe(false);
    expect(await rememberBrowser(db, daysOn(2), noor.id, second.token)).toMatchObject({ isNew: true });
    await forgetBrowsersOf(db, runa.id);
    expect(await db.select().from(knownBrowsers)).toMatchObject([{ personId: noor.id, seenAt: daysOn(2) }]);
  });
});
