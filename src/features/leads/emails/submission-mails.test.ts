import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import forms from '#content/forms.yaml';
import { keptJobs, outboxJobOn, testMailer } from '#src/features/notifications/outbox/outbox.fixture.ts';
import { listFailedMails, retryMail } from '#src/features/notifications/outbox/outbox.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import type { Database } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { JobQueue } from '#src/platform/jobs/jobs.ts';
import { smtpError, startRudeSmtp, startSmtp } from '#src/platform/mail/scripted-smtp.fixture.ts';
import { submissions } from '../lead.table.ts';
import { rulesOf, submissionOf, submitLead } from '../submissions/submission.fixture.ts';
import type { SubmissionMailKind } from './lead-mail-kinds.ts';
import { queueSubmissionMails } from './submission-mails.ts';

const clock = { now: () => new Date('2026-11-21T10:00:00Z') };
const bothMails: readonly SubmissionMailKind[] = ['team-mail', 'sender-mail'];

type Submitting = { deliveries?: readonly SubmissionMailKind[]; jobs?: JobQueue };

const rulesWith = ({ deliveries = bothMails, jobs = keptJobs() }: Submitting = {}) =>
  rulesOf({
    enqueue: (tx, ids) =>
      queueSubmissionMails(
        tx,
        { jobs, now: clock.now(), rateLimiter: rulesOf().rateLimiter },
        { ids, deliveries },
      ),
  });

async function submitted({ db }: Database, how?: Submitting) {
  const submission = submissionOf({ email: 'runa@halfmoon.example' });
  await submitLead(db, submission, rulesWith(how));
  return submission.id;
}

type To = { smtpUrl?: string; forwardUrl?: string; isImpatient?: boolean };

function mailJobOn({ db }: Database, { smtpUrl, forwardUrl, isImpatient }: To = {}) {
  const mailer = testMailer(db, smtpUrl ?? 'smtp://127.0.0.1:1', clock, isImpatient);
  return outboxJobOn(db, { clock, mailer, ...(forwardUrl === undefined ? {} : { forwardUrl }) });
}

/** Runs the jobs of a submission's emails; returns the result of each. */
function deliverOn(database: Database, to: To) {
  const job = mailJobOn(database, to);
  return async (submissionId: string) => {
    const rows = await database.db
      .select()
      .from(outbox)
      .where(eq(outbox.subjectId, submissionId))
      .orderBy(outbox.id);
    return Promise.all(rows.map(({ id }) => job.run({ mailId: id }, { id, attempt: 1 })));
  };
}

const statesOf = async ({ db }: Database) =>
  Object.fromEntries((await db.select().from(outbox)).map(({ kind, state }) => [kind, state]));

describeOnOneDatabase('a stored submission', (open) => {
  test('sends one email to the team and one to the sender, however often their jobs run', async () => {
    const database = await open();
    const smtp = await startSmtp();
    const deliver = deliverOn(database, { smtpUrl: smtp.url });
    const id = await submitted(database);
    for (let times = 0; times < 3; times++) expect(await deliver(id)).toEqual([{ ok: true }, { ok: true }]);
    expect(smtp.received).toHaveLength(2);
    expect(new Set(smtp.received.map(({ envelopeTo }) => envelopeTo[0]))).toEqual(
      new Set(['runa@halfmoon.example', 'team@studio.example']),
    );
    const team = smtp.received.find(({ envelopeTo }) => envelopeTo[0] === 'team@studio.example');
    expect(team?.parsed.subject).toBe(`${forms.contact.subject}: Runa Vestergaard`);
    expect(team?.parsed.replyTo?.text).toBe('runa@halfmoon.example');
    expect(team?.parsed.messageId).toBe(`<${id}.team@studio.example>`);
    expect(team?.parsed.cc).toBeUndefined();
    expect(await statesOf(database)).toEqual({ 'team-mail': 'sent', 'sender-mail': 'sent' });
  });

  test('queues one job for each email, and none for a repeat', async () => {
    const database = await open();
    const jobs = keptJobs();
    const submission = submissionOf();
    for (let times = 0; times < 2; times += 1) await submitLead(database.db, submission, rulesWith({ jobs }));
    const mails = await database.db.select().from(outbox).orderBy(outbox.id);
    expect(mails.map(({ kind }) => kind)).toEqual(bothMails);
    expect(jobs.queued).toEqual(
      mails.map((mail) => ({ queue: 'outbox', id: mail.id, data: { mailId: mail.id }, priority: -1 })),
    );
  });

  test('is rolled back with its emails if they cannot be queued', async () => {
    const database = await open();
    const jobs = { enqueue: () => Promise.reject(new Error('no queue')) };
    await expect(submitted(database, { jobs })).rejects.toThrow('no queue');
    expect(await database.db.$count(outbox)).toBe(0);
    expect(await database.db.$count(submissions)).toBe(0);
  });

  test('keeps its Message-ID when the process dies after sending an email', async () => {
    const database = await open();
    const smtp = await startSmtp();
    const deliver = deliverOn(database, { smtpUrl: smtp.url });
    const id = await submitted(database, { deliveries: ['team-mail'] });
    await deliver(id);
    await database.db.update(outbox).set({ state: 'queued' });
    await deliver(id);
    expect(smtp.received).toHaveLength(2);
    expect(new Set(smtp.received.map(({ parsed }) => parsed.messageId)).size).toBe(1);
  });

  test('reaches the team if only the sender’s server refuses, and lists the failure', async () => {
    const database = await open();
    const { db } = database;
    const smtp = await startSmtp({
      onRcptTo: ({ address }, _session, callback) =>
        callback(address.startsWith('runa') ? smtpError(550, 'no such mailbox') : undefined),
    });
    const id = await submitted(database);
    expect(await deliverOn(database, { smtpUrl: smtp.url })(id)).toEqual([{ ok: true }, { ok: true }]);
    expect(await statesOf(database)).toEqual({ 'team-mail': 'sent', 'sender-mail': 'failed' });
    const failed = await listFailedMails(db);
    const reason = expect.stringContaining('no such mailbox');
    expect(failed).toMatchObject([{ kind: 'sender-mail', topic: 'contact', attempts: 1, reason }]);
    const mailId = failed[0]?.id ?? '';
    const jobs = keptJobs();
    expect(await retryMail(db, { jobs }, mailId)).toBe(true);
    expect(await retryMail(db, { jobs }, mailId)).toBe(false);
    expect(jobs.queued).toEqual([{ queue: 'outbox', data: { mailId } }]);
    expect(await statesOf(database)).toEqual({ 'team-mail': 'sent', 'sender-mail': 'queued' });
    const recovered = await startSmtp();
    await deliverOn(database, { smtpUrl: recovered.url })(id);
    expect(recovered.received.map(({ envelopeTo }) => envelopeTo[0])).toEqual(['runa@halfmoon.example']);
  });

  test('lists its emails as failed after their last retry', async () => {
    const database = await open();
    await submitted(database);
    const job = mailJobOn(database);
    const mails = await database.db.select().from(outbox);
    for (const mailId of [...mails.map(({ id }) => id), randomUUID()])
      await job.onPermanentFailure?.({ mailId }, 'four days of silence');
    expect(await statesOf(database)).toEqual({ 'team-mail': 'failed', 'sender-mail': 'failed' });
    const reason = 'four days of silence';
    expect(await listFailedMails(database.db)).toMatchObject([{ reason }, { reason }]);
  });

  test('queues nothing if it is held or was deleted', async () => {
    const database = await open();
    const held = submissionOf({ isHeld: true });
    const jobs = keptJobs();
    const rules = rulesWith({ jobs });
    await submitLead(database.db, held, rules);
    await rules.enqueue(database.db, [held.id, randomUUID()]);
    expect(jobs.queued).toEqual([]);
    expect(await database.db.$count(outbox)).toBe(0);
  });
});

const hello = ['220 hi', '250 hi'];
const rudeServers: [string, readonly (string | null)[]][] = [
  ['that hangs up at once', [null]],
  ['that never greets', []],
  ['that says 421 at the start', ['421 busy']],
  ['that dies after the sender', [...hello, null]],
  ['that says 451 to the sender', [...hello, '451 later']],
  ['that says 450 to the recipient', [...hello, '250 ok', '450 greylisted']],
  ['that dies after the recipient', [...hello, '250 ok', '250 ok', null]],
  ['that dies in the middle of the message', [...hello, '250 ok', '250 ok', '354 go', null]],
  ['that says 452 after the message', [...hello, '250 ok', '250 ok', '354 go', '452 full']],
  ['that falls silent after the message', [...hello, '250 ok', '250 ok', '354 go']],
];

describeOnOneDatabase('a mail server that dies, stalls or refuses for now', (open) => {
  test('loses no email at any stage: a later attempt sends it once', async () => {
    const database = await open();
    for (const [how, lines] of rudeServers) {
      const id = await submitted(database, { deliveries: ['team-mail'] });
      const stateOf = async () =>
        (await database.db.select().from(outbox).where(eq(outbox.subjectId, id)))[0];
      const smtpUrl = await startRudeSmtp(lines);
      const first = await deliverOn(database, { smtpUrl, isImpatient: true })(id);
      expect(first, how).toMatchObject([{ ok: false, permanent: false }]);
      expect(await stateOf(), how).toMatchObject({ state: 'queued', attempts: 1 });
      const smtp = await startSmtp();
      const deliver = deliverOn(database, { smtpUrl: smtp.url });
      for (let tries = 2; tries <= 3; tries++) expect(await deliver(id), how).toEqual([{ ok: true }]);
      expect(smtp.received, how).toHaveLength(1);
      expect(await stateOf(), how).toMatchObject({ state: 'sent', attempts: 2, lastError: null });
    }
  });
});

/** Starts a form-collection service that responds with these status codes in turn. */
async function startCollector(...codes: number[]) {
  const bodies: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(new URLSearchParams(Buffer.concat(chunks).toString()));
      response.writeHead(codes.shift() ?? 200, { location: 'https://elsewhere.example/' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/f/abc`, bodies };
}

describeOnOneDatabase('a submission that is forwarded', (open) => {
  test('gives the service the specification’s fields, values as typed', async () => {
    const database = await open();
    const { url, bodies } = await startCollector(302);
    const id = await submitted(database, { deliveries: ['forward'] });
    const deliver = deliverOn(database, { forwardUrl: url });
    expect(await deliver(id)).toEqual([{ ok: true }]);
    expect(Object.fromEntries(bodies[0] ?? [])).toEqual({
      name: 'Runa Vestergaard',
      email: 'runa@halfmoon.example',
      company: '',
      service: '',
      message: 'A short film, locked in January.',
      _subject: forms.contact.subject,
      _replyto: 'runa@halfmoon.example',
      form_source: 'contact_form',
      submission_id: id,
    });
  });

  test('is retried after 5xx, 408 and 429, and sent once', async () => {
    const database = await open();
    const { url, bodies } = await startCollector(500, 503, 408, 429, 200);
    const deliver = deliverOn(database, { forwardUrl: url });
    const id = await submitted(database, { deliveries: ['forward'] });
    for (let tries = 1; tries <= 4; tries++)
      expect(await deliver(id)).toMatchObject([{ ok: false, permanent: false }]);
    for (let tries = 5; tries <= 6; tries++) expect(await deliver(id)).toEqual([{ ok: true }]);
    expect(bodies).toHaveLength(5);
  });

  test('is shown to the team after a permanent refusal by the service', async () => {
    const database = await open();
    const { url } = await startCollector(422);
    const id = await submitted(database, { deliveries: ['forward'] });
    const deliver = deliverOn(database, { forwardUrl: url });
    expect(await deliver(id)).toEqual([{ ok: true }]);
    const failed = { kind: 'forward', reason: 'the service answered 422' };
    expect(await listFailedMails(database.db)).toMatchObject([failed]);
  });
});
