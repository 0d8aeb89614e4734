import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import forms from '#content/forms.yaml';
import type { Database } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { createMailer, type Mailer } from '#src/platform/mail/mailer.ts';
import { smtpError, startRudeSmtp, startSmtp } from '#src/platform/mail/scripted-smtp.fixture.ts';
import { deliveries, type DeliveryKind } from './delivery.table.ts';
import { listFailedDeliveries, retryDeliveries } from './failed-deliveries.ts';
import { silentLog } from '#src/features/leads/intake/form-request.fixture.ts';
import { leadReceivedJob } from './lead-received.job.ts';
import { rulesOf, submissionOf } from '#src/features/leads/intake/submission.fixture.ts';
import { submitLead } from '#src/features/leads/intake/submit-leads.ts';

const clock = { now: () => new Date('2026-11-21T10:00:00Z') };
const settings = { origin: 'https://studio.example', teamInbox: 'team@studio.example' };
const from = { name: 'Studio', address: 'studio@studio.example' };
const limits = { connectMs: 1000, greetingMs: 500, silenceMs: 500, totalMs: 3000 };

async function submitted({ db }: Database) {
  const submission = submissionOf({ email: 'runa@halfmoon.example' });
  await submitLead(db, submission, rulesOf());
  return submission.id;
}

type To = {
  smtpUrl?: string;
  mailer?: Pick<Mailer, 'send'>;
  forwardUrl?: string;
  deliveries?: DeliveryKind[];
};

/** Runs the job on a submission, which brings both mails to deliver unless told otherwise. */
function jobOn({ db }: Database, to: To) {
  const mailer = createMailer(
    { smtpUrl: to.smtpUrl ?? null, mailFrom: from },
    { db, log: silentLog, clock, limits },
  );
  onTestFinished(() => mailer.close());
  const job = leadReceivedJob({
    db,
    mailer: to.mailer ?? mailer,
    forwardUrl: to.forwardUrl ?? null,
    settings,
    log: silentLog,
    clock,
    rest: async () => undefined,
  });
  const kinds = to.deliveries ?? ['team-mail', 'sender-mail'];
  return (submissionId: string, attempt = 1) =>
    job.run({ submissionId, deliveries: kinds }, { id: submissionId, attempt });
}

const statesOf = async ({ db }: Database) =>
  Object.fromEntries((await db.select().from(deliveries)).map(({ kind, state }) => [kind, state]));

describeOnEachDatabase('a stored submission', (open) => {
  test('is one mail to the team and one to the sender, however often its job runs', async () => {
    const database = await open();
    const smtp = await startSmtp();
    const run = jobOn(database, { smtpUrl: smtp.url });
    const id = await submitted(database);
    for (let times = 0; times < 3; times++) expect(await run(id)).toEqual({ ok: true });
    expect(smtp.received).toHaveLength(2);
    expect(new Set(smtp.received.map(({ envelopeTo }) => envelopeTo[0]))).toEqual(
      new Set(['runa@halfmoon.example', 'team@studio.example']),
    );
    const team = smtp.received.find(({ envelopeTo }) => envelopeTo[0] === 'team@studio.example');
    expect(team?.parsed.subject).toBe(forms.contact.subject);
    expect(team?.parsed.replyTo?.text).toBe('runa@halfmoon.example');
    expect(team?.parsed.messageId).toBe(`<${id}.team@studio.example>`);
    expect(team?.parsed.cc).toBeUndefined();
    expect(await statesOf(database)).toEqual({ 'team-mail': 'sent', 'sender-mail': 'sent' });
  });

  test('keeps its Message-ID when the process dies between sending and noting it', async () => {
    const database = await open();
    const smtp = await startSmtp();
    const run = jobOn(database, { smtpUrl: smtp.url, deliveries: ['team-mail'] });
    const id = await submitted(database);
    await run(id);
    await database.db.update(deliveries).set({ state: 'queued' });
    await run(id, 2);
    expect(new Set(smtp.received.map(({ parsed }) => parsed.messageId)).size).toBe(1);
  });

  test('that only the sender’s server refuses still reaches the team, and the failure is shown', async () => {
    const database = await open();
    const smtp = await startSmtp({
      onRcptTo: ({ address }, _session, callback) =>
        callback(address.startsWith('runa') ? smtpError(550, 'no such mailbox') : undefined),
    });
    const run = jobOn(database, { smtpUrl: smtp.url });
    const id = await submitted(database);
    expect(await run(id)).toEqual({ ok: true });
    expect(await statesOf(database)).toEqual({ 'team-mail': 'sent', 'sender-mail': 'failed' });
    expect(await listFailedDeliveries(database.db)).toMatchObject([
      {
        submissionId: id,
        kind: 'sender-mail',
        form: 'contact',
        reason: expect.stringContaining('no such mailbox'),
      },
    ]);
    const again: string[] = [];
    expect(await retryDeliveries(database.db, id, async (_tx, retried) => void again.push(retried))).toBe(
      true,
    );
    expect(await retryDeliveries(database.db, id, async () => undefined)).toBe(false);
    expect(again).toEqual([id]);
    expect(await statesOf(database)).toEqual({ 'team-mail': 'sent', 'sender-mail': 'queued' });
    const recovered = await startSmtp();
    expect(await jobOn(database, { smtpUrl: recovered.url, deliveries: [] })(id)).toEqual({ ok: true });
    expect(recovered.received.map(({ envelopeTo }) => envelopeTo[0])).toEqual(['runa@halfmoon.example']);
  });

  test('that is given up after its last retry is shown to the team', async () => {
    const database = await open();
    const id = await submitted(database);
    await jobGivenUp(database, id);
    expect(await statesOf(database)).toEqual({ 'team-mail': 'failed', 'sender-mail': 'failed' });
    await jobGivenUp(database, '7d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c11');
    expect(await listFailedDeliveries(database.db)).toHaveLength(2);
  });

  test('that is held or was deleted sends nothing', async () => {
    const database = await open();
    const smtp = await startSmtp();
    const run = jobOn(database, { smtpUrl: smtp.url });
    const held = submissionOf({ isHeld: true });
    await submitLead(database.db, held, rulesOf());
    expect(await run(held.id)).toEqual({ ok: true });
    expect(await run('7d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c11')).toEqual({ ok: true });
    expect(smtp.received).toEqual([]);
  });
});

async function jobGivenUp({ db }: Database, submissionId: string) {
  const mailer = { send: () => Promise.reject(new Error('never asked')) };
  const services = {
    db,
    mailer,
    forwardUrl: null,
    settings,
    log: silentLog,
    clock,
    rest: async () => undefined,
  };
  const received = { submissionId, deliveries: ['team-mail', 'sender-mail'] } as const;
  await leadReceivedJob(services).onPermanentFailure?.(received, 'four days of silence');
}

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

describeOnEachDatabase('a mail server that dies, stalls or refuses for now', (open) => {
  test('costs no mail at any stage: it is sent once by a later try', async () => {
    const database = await open();
    for (const [how, lines] of rudeServers) {
      const id = await submitted(database);
      const deliver = (smtpUrl: string) => jobOn(database, { smtpUrl, deliveries: ['team-mail'] });
      const stateOf = async () =>
        (await database.db.select().from(deliveries).where(eq(deliveries.submissionId, id)))[0];
      const first = await deliver(await startRudeSmtp(lines))(id);
      expect(first, how).toMatchObject({ ok: false, permanent: false });
      expect(await stateOf(), how).toMatchObject({ state: 'queued', attempts: 1 });
      const smtp = await startSmtp();
      const run = deliver(smtp.url);
      expect(await run(id, 2), how).toEqual({ ok: true });
      expect(await run(id, 3), how).toEqual({ ok: true });
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

describe('forwarding', () => {
  describeOnEachDatabase('a submission', (open) => {
    test('gives the service the specification’s fields, values as typed', async () => {
      const database = await open();
      const { url, bodies } = await startCollector(302);
      const id = await submitted(database);
      const run = jobOn(database, { forwardUrl: url, deliveries: ['forward'] });
      expect(await run(id)).toEqual({ ok: true });
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
      const run = jobOn(database, { forwardUrl: url, deliveries: ['forward'] });
      const id = await submitted(database);
      for (let tries = 1; tries <= 4; tries++)
        expect(await run(id, tries)).toMatchObject({ ok: false, permanent: false });
      expect(await run(id, 5)).toEqual({ ok: true });
      await run(id, 6);
      expect(bodies).toHaveLength(5);
    });

    test('that the service refuses for good is shown to the team', async () => {
      const database = await open();
      const { url } = await startCollector(422);
      const id = await submitted(database);
      const run = jobOn(database, { forwardUrl: url, deliveries: ['forward'] });
      expect(await run(id)).toEqual({ ok: true });
      expect(await listFailedDeliveries(database.db)).toMatchObject([
        { kind: 'forward', reason: 'the service answered 422' },
      ]);
    });
  });
});
