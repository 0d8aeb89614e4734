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
import { smtpError, startRudeSmtp, startSmtp } from '#src/platform/mail/scripted-smtp.fixture.ts';
import { silentLog } from '../intake/form-request.fixture.ts';
import { leadReceivedJob } from './lead-received.job.ts';
import { rulesOf, submissionOf, submitLead } from '../intake/submission.fixture.ts';
import type { SubmissionMailKind } from './lead-mail-kinds.ts';

const clock = { now: () => new Date('2026-11-21T10:00:00Z') };
const bothMails: readonly SubmissionMailKind[] = ['team-mail', 'sender-mail'];

async function submitted({ db }: Database) {
  const submission = submissionOf({ email: 'runa@halfmoon.example' });
  await submitLead(db, submission, rulesOf());
  return submission.id;
}

type To = {
  smtpUrl?: string;
  forwardUrl?: string;
  deliveries?: readonly SubmissionMailKind[];
  isImpatient?: boolean;
};

function receivedJobOn({ db }: Database, jobs = keptJobs()) {
  const services = { db, jobs, log: silentLog, clock, rateLimiter: rulesOf().rateLimiter };
  const job = leadReceivedJob({ ...services, waitUntilIdle: async () => undefined });
  return { job, queued: jobs.queued };
}

/** Runs every job of a submission, which brings both mails to deliver unless told otherwise; returns how each mail went. */
function deliverOn(database: Database, { smtpUrl, forwardUrl, deliveries = bothMails, isImpatient }: To) {
  const { db } = database;
  const mailer = testMailer(db, smtpUrl ?? 'smtp://127.0.0.1:1', clock, isImpatient);
  const mails = outboxJobOn(db, { clock, mailer, ...(forwardUrl === undefined ? {} : { forwardUrl }) });
  const { job } = receivedJobOn(database);
  return async (submissionId: string) => {
    const received = await job.run({ submissionId, deliveries }, { id: submissionId, attempt: 1 });
    expect(received).toEqual({ ok: true });
    const rows = await db.select().from(outbox).where(eq(outbox.subjectId, submissionId));
    return Promise.all(rows.map(({ id }) => mails.run({ mailId: id }, { id, attempt: 1 })));
  };
}

const statesOf = async ({ db }: Database) =>
  Object.fromEntries((await db.select().from(outbox)).map(({ kind, state }) => [kind, state]));

describeOnOneDatabase('a stored submission', (open) => {
  test('is one mail to the team and one to the sender, however often its jobs run', async () => {
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

  test('queues one job for each mail, and the same ones when it is worked on again', async () => {
    const database = await open();
    const { job, queued } = receivedJobOn(database);
    const id = await submitted(database);
    for (const attempt of [1, 2]) await job.run({ submissionId: id, deliveries: bothMails }, { id, attempt });
    const mails = await database.db.select().from(outbox).orderBy(outbox.id);
    expect(mails.map(({ kind }) => kind)).toEqual(bothMails);
    const jobs = mails.map((mail) => ({ queue: 'outbox', id: mail.id, data: { mailId: mail.id } }));
    expect(queued).toEqual([...jobs, ...jobs]);
  });

  test('whose mails cannot be queued is worked on again later, and writes nothing down until then', async () => {
    const database = await open();
    const id = await submitted(database);
    const enqueue = () => Promise.reject(new Error('no queue'));
    const { job } = receivedJobOn(database, { ...keptJobs(), enqueue });
    const answer = await job.run({ submissionId: id, deliveries: bothMails }, { id, attempt: 1 });
    expect(answer).toEqual({ ok: false, permanent: false, reason: 'Error: no queue' });
    expect(await database.db.$count(outbox)).toBe(0);
  });

  test('keeps its Message-ID when the process dies between sending and noting it', async () => {
    const database = await open();
    const smtp = await startSmtp();
    const deliver = deliverOn(database, { smtpUrl: smtp.url, deliveries: ['team-mail'] });
    const id = await submitted(database);
    await deliver(id);
    await database.db.update(outbox).set({ state: 'queued' });
    await deliver(id);
    expect(smtp.received).toHaveLength(2);
    expect(new Set(smtp.received.map(({ parsed }) => parsed.messageId)).size).toBe(1);
  });

  test('that only the sender’s server refuses still reaches the team, and the failure is shown', async () => {
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
    await deliverOn(database, { smtpUrl: recovered.url, deliveries: [] })(id);
    expect(recovered.received.map(({ envelopeTo }) => envelopeTo[0])).toEqual(['runa@halfmoon.example']);
  });

  test('that is given up after its last retry is shown to the team', async () => {
    const database = await open();
    const id = await submitted(database);
    const { job } = receivedJobOn(database);
    for (const submissionId of [id, randomUUID()])
      await job.onPermanentFailure?.({ submissionId, deliveries: bothMails }, 'four days of silence');
    expect(await statesOf(database)).toEqual({ 'team-mail': 'failed', 'sender-mail': 'failed' });
    const reason = 'four days of silence';
    expect(await listFailedMails(database.db)).toMatchObject([{ reason }, { reason }]);
  });

  test('that is held or was deleted sends nothing', async () => {
    const database = await open();
    const held = submissionOf({ isHeld: true });
    await submitLead(database.db, held, rulesOf());
    const { job, queued } = receivedJobOn(database);
    for (const submissionId of [held.id, randomUUID()]) {
      const received = { submissionId, deliveries: bothMails };
      expect(await job.run(received, { id: submissionId, attempt: 1 })).toEqual({ ok: true });
      await job.onPermanentFailure?.(received, 'four days of silence');
    }
    expect(queued).toEqual([]);
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
  test('costs no mail at any stage: it is sent once by a later try', async () => {
    const database = await open();
    for (const [how, lines] of rudeServers) {
      const id = await submitted(database);
      const deliveries = ['team-mail'] as const;
      const stateOf = async () =>
        (await database.db.select().from(outbox).where(eq(outbox.subjectId, id)))[0];
      const smtpUrl = await startRudeSmtp(lines);
      const first = await deliverOn(database, { smtpUrl, deliveries, isImpatient: true })(id);
      expect(first, how).toMatchObject([{ ok: false, permanent: false }]);
      expect(await stateOf(), how).toMatchObject({ state: 'queued', attempts: 1 });
      const smtp = await startSmtp();
      const deliver = deliverOn(database, { smtpUrl: smtp.url, deliveries });
      for (let tries = 2; tries <= 3; tries++) expect(await deliver(id), how).toEqual([{ ok: true }]);
      expect(smtp.received, how).toHaveLength(1);
      expect(await stateOf(), how).toMatchObject({ state: 'sent', attempts: 2, lastError: null });
    }
  });
});

/** A form-collection service that answers with these codes, one after the other. */
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
    const id = await submitted(database);
    const deliver = deliverOn(database, { forwardUrl: url, deliveries: ['forward'] });
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

  test('is tried again after 5xx, 408 and 429, and sent once', async () => {
    const database = await open();
    const { url, bodies } = await startCollector(500, 503, 408, 429, 200);
    const deliver = deliverOn(database, { forwardUrl: url, deliveries: ['forward'] });
    const id = await submitted(database);
    for (let tries = 1; tries <= 4; tries++)
      expect(await deliver(id)).toMatchObject([{ ok: false, permanent: false }]);
    for (let tries = 5; tries <= 6; tries++) expect(await deliver(id)).toEqual([{ ok: true }]);
    expect(bodies).toHaveLength(5);
  });

  test('that the service refuses for good is shown to the team', async () => {
    const database = await open();
    const { url } = await startCollector(422);
    const id = await submitted(database);
    const deliver = deliverOn(database, { forwardUrl: url, deliveries: ['forward'] });
    expect(await deliver(id)).toEqual([{ ok: true }]);
    const failed = { kind: 'forward', reason: 'the service answered 422' };
    expect(await listFailedMails(database.db)).toMatchObject([failed]);
  });
});
