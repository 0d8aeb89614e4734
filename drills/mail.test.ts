import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { consumeSignInToken } from '#src/features/accounts/sign-in/sign-in-codes.ts';
import { requestSignInMail } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import { addPerson } from '#src/features/accounts/people/account.fixture.ts';
import { inviteByCommand } from '#src/features/accounts/team/invite-by-command.ts';
import { listFailedMails, retryMail } from '#src/features/notifications/outbox/outbox.ts';
import { startBrokenMailServer, stages, type Break } from './broken-mail-server.ts';
import { openTestOutbox, origin, secret } from './mail-studio.ts';
import { report } from './report.ts';

// `npm run drill:mail`, also part of every test run: each email is sent once or shown as failed, whatever the mail
// server does.

const hourMs = 3600_000;
const startedAt = new Date('2026-11-21T10:00:00Z');
const mailsOfForm = 2;

const rows: Record<string, Record<string, string | number>> = {};
const failures: string[] = [];
beforeEach(({ task, onTestFailed }) => onTestFailed(() => void failures.push(task.name)));
afterAll(() => report({ tables: [{ rows }], broken: failures }));

/** A studio, a mail server that can fail, and the results of one form. */
async function openPost() {
  const server = await startBrokenMailServer();
  onTestFinished(() => server.close());
  const studio = await openTestOutbox(server.url, startedAt);
  return {
    server,
    studio,
    outcomeOf: async (formId: string) => {
      const taken = server.taken.filter(({ messageId }) => messageId.startsWith(formId));
      const failed = (await listFailedMails(studio.db)).filter(({ leadId }) => leadId !== null);
      return {
        mails: new Set(taken.map(({ messageId }) => messageId)).size,
        again: taken.length - new Set(taken.map(({ messageId }) => messageId)).size,
        failed: failed.length,
      };
    },
  };
}

type Outcome = Awaited<ReturnType<Awaited<ReturnType<typeof openPost>>['outcomeOf']>>;
const note = (what: string, { mails, again, failed }: Outcome, hours = '') => {
  rows[what] = {
    'delivered of 2': mails,
    'again, same Message-ID': again,
    'failed at the desk': failed,
    hours,
  };
};

const hows = ['hang up', 'fall silent', '451', '550'] as const;
const everyBreak: Break[] = [
  ...stages.flatMap((stage) => hows.map((how) => ({ stage, how }))),
  { stage: 'content', how: 'hang up late' },
];
// A test run covers a third of the combinations, with every stage and failure; the drill covers all.
const breaks = process.env['DRILL'] === 'whole' ? everyBreak : everyBreak.filter((_, n) => n % 3 === 0);
/** Whether the server has permanently refused this email. */
const isFinal = ({ stage, how }: Break) => how === '550' && stage !== 'greeting' && stage !== 'EHLO';

test('delivers each email once or shows it as failed and delivers it on retry, whatever the mail server does', async () => {
  const { server, studio, outcomeOf } = await openPost();
  for (const broken of breaks) {
    const what = `${broken.stage}: ${broken.how}`;
    server.breakAt(broken);
    const before = server.met();
    const formId = await studio.sendForm(`visitor${before}@visitor.example`);
    // Both emails fail twice before the server recovers.
    await studio.passUntil(() => server.met() >= before + 2 * mailsOfForm);
    server.breakAt(null);
    await studio.passUntil(() => false);
    const outcome = await outcomeOf(formId);
    note(what, outcome);
    if (broken.how !== 'hang up late') expect(outcome.again, what).toBe(0);
    expect(outcome, what).toMatchObject(
      isFinal(broken) ? { mails: 0, failed: mailsOfForm } : { mails: mailsOfForm, failed: 0 },
    );
    for (const { id } of await listFailedMails(studio.db)) {
      await studio.db.transaction((tx) => retryMail(tx, studio, id));
    }
    await studio.passUntil(() => false);
    expect(await outcomeOf(formId), what).toMatchObject({ mails: mailsOfForm, failed: 0 });
  }
});

test('delivers each email once within an hour after a day without a mail server, and shows it as failed after a week', async () => {
  const { server, studio, outcomeOf } = await openPost();
  const hoursSince = (then: number) => (studio.clock.now().getTime() - then) / hourMs;
  const begun = studio.clock.now().getTime();
  await server.goDown();
  const day = await studio.sendForm('day@visitor.example');
  await studio.passUntil(() => hoursSince(begun) >= 24);
  expect(await outcomeOf(day)).toEqual({ mails: 0, again: 0, failed: 0 });
  await server.comeBack();
  const back = studio.clock.now().getTime();
  await studio.passUntil(() => false);
  const afterDay = await outcomeOf(day);
  note('down for a day', afterDay, `${hoursSince(back).toFixed(1)} after it was back`);
  expect(afterDay).toEqual({ mails: mailsOfForm, again: 0, failed: 0 });
  expect(hoursSince(back)).toBeLessThanOrEqual(1.01);

  await server.goDown();
  const since = studio.clock.now().getTime();
  const week = await studio.sendForm('week@visitor.example');
  await studio.passUntil(() => false);
  const afterWeek = await outcomeOf(week);
  note('down for good', afterWeek, `given up after ${hoursSince(since).toFixed(1)}`);
  expect(afterWeek).toEqual({ mails: 0, again: 0, failed: mailsOfForm });
  expect(hoursSince(since)).toBeGreaterThan(48);
  await server.comeBack();
  for (const { id } of await listFailedMails(studio.db))
    await studio.db.transaction((tx) => retryMail(tx, studio, id));
  await studio.passUntil(() => false);
  expect(await outcomeOf(week)).toEqual({ mails: mailsOfForm, again: 0, failed: 0 });
});

test('invites by command during an email outage, sends no old code afterwards, and sends the next requested code', async () => {
  const { server, studio } = await openPost();
  const { db, jobs, clock } = studio;
  const noor = await addPerson(db, 'team', startedAt, 'Noor');
  const emailKey = noor.email.toLowerCase();
  const askForMail = () =>
    db.transaction((tx) => requestSignInMail(tx, { jobs, now: clock.now() }, { emailKey, reason: 'asked' }));
  await server.goDown();
  await askForMail();
  // The first attempt has failed and created a code that is older than every code of the command.
  await studio.passUntil(() => true);
  const invited = await inviteByCommand(
    { ...studio, origin, secret },
    { email: noor.email, name: 'Noor', withoutPasskeys: false },
  );
  const link = invited.kind === 'not-sent' ? invited.link : '';
  const token = new URL(link).searchParams.get('token') ?? '';
  expect(await consumeSignInToken(db, clock.now(), token)).toMatchObject({ next: '/desk' });
  await studio.passUntil(() => false);
  await server.comeBack();
  await studio.passUntil(() => false);
  expect(server.taken).toEqual([]);
  await askForMail();
  await studio.passUntil(() => false);
  expect(server.taken).toHaveLength(1);
});
