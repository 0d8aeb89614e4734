import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mailKindsOf } from '#src/composition.ts';
import { timeBookingOf } from '#src/features/calls/booking/book-from-form.ts';
import { leadsFeature } from '#src/features/leads/leads-feature.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Database } from '#src/platform/database/database.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { emptyDatabases, migrateUpTo } from '#src/platform/database/earlier-database.fixture.ts';
import { migrationsDirectory } from '#src/platform/database/test-database.fixture.ts';
import { createJobs, type JobRequest } from '#src/platform/jobs/jobs.ts';
import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import type { Mailer } from '#src/platform/mail/mailer.ts';
import { createRateLimiter } from '#src/platform/limits/rate-limit.ts';
import type { Services } from '#src/platform/services/services.ts';
import { outboxFeature } from './outbox-feature.ts';
import { outbox } from './outbox.table.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const minutes = (count: number) => new Date(Date.now() + count * 60_000);
const queues = ['lead-received', 'lead-reply', 'client-mail'] as const;

const names = ['lead', 'client', 'fresh', 'begun', 'retried', 'failed', 'reply', 'answered'] as const;
const mails = ['approval', 'messages', 'told', 'gathering'] as const;
type Name = (typeof names)[number] | (typeof mails)[number];

/** Submissions, replies and mails of a client's, some of them sent, some on their way, one given up. */
async function writeRows(database: Database, ids: Readonly<Record<Name, string>>): Promise<void> {
  const submission = (name: Name) =>
    `('${ids[name]}', '${ids.lead}', 'contact', 'contact_form', '{"email":"runa@halfmoon.example"}', 'f', false, now())`;
  const mail = (name: Name, audience: string, kind: string, state: string) =>
    `('${ids[name]}', '${ids.client}', '${audience}', '${kind}', '${state}', now())`;
  const item = (name: Name, kind: string) =>
    `('${ids[name]}', '${kind}', gen_random_uuid(), '{"author":"Ada","file":"mix.wav"}', now())`;
  await database.withMigrationSession((session) =>
    session(`
      insert into leads (id, email_key, email, name, status, is_held, created_at)
      values ('${ids.lead}', 'runa@halfmoon.example', 'runa@halfmoon.example', 'Runa', 'lead', false, now());
      insert into submissions (id, lead_id, form, form_source, fields, fingerprint, is_held, created_at)
      values ${(['fresh', 'begun', 'retried', 'failed'] as const).map(submission).join()};
      insert into deliveries (submission_id, kind, state, attempts, last_error, message_id, settled_at)
      values ('${ids.begun}', 'team-mail', 'sent', 1, null, '${ids.begun}.team@studio.example', now()),
        ('${ids.begun}', 'sender-mail', 'queued', 3, 'greylisted', null, null),
        ('${ids.retried}', 'team-mail', 'queued', 31, 'four days of silence', null, null),
        ('${ids.failed}', 'sender-mail', 'failed', 1, 'no such mailbox', null, now());
      insert into lead_replies (id, lead_id, author_name, content, sent_at, state, settled_at)
      values ('${ids.reply}', '${ids.lead}', 'Ada', 'On Friday?', now(), 'queued', null),
        ('${ids.answered}', '${ids.lead}', 'Ada', 'Hello', now(), 'sent', now());
      insert into people (id, role, email_key, email, name, created_at)
      values ('${ids.client}', 'client', 'client@halfmoon.example', 'client@halfmoon.example', 'Client', now());
      insert into client_mails (id, client_id, audience, kind, state, created_at)
      values ${mail('approval', 'team', 'file-approved', 'queued')}, ${mail('messages', 'client', 'messages', 'queued')},
        ${mail('told', 'team', 'messages', 'sent')}, ${mail('gathering', 'client', 'daily', 'queued')};
      insert into client_mail_items (mail_id, kind, subject_id, details, made_at)
      values ${item('approval', 'file-approved')}, ${item('messages', 'message-received')},
        ${item('told', 'message-sent')}, ${item('gathering', 'message-received')};
    `),
  );
}

/** The jobs that the studio had queued for them, as it queued them then. */
async function queueJobs(database: Database, ids: Readonly<Record<Name, string>>): Promise<void> {
  const jobs = createJobs({ database, log });
  const never = { run: () => Promise.reject(new Error('not before the upgrade')) };
  for (const queue of queues) jobs.define(queue, { retry: mailRetry, timeoutS: 120 }, never);
  await jobs.start();
  const startAfter = minutes(10);
  const both = ['team-mail', 'sender-mail'];
  const requests: JobRequest[] = [
    { queue: 'lead-received', id: ids.fresh, data: { submissionId: ids.fresh, deliveries: both } },
    { queue: 'lead-received', id: ids.begun, data: { submissionId: ids.begun, deliveries: both } },
    { queue: 'lead-received', data: { submissionId: ids.retried } },
    { queue: 'lead-reply', id: ids.reply, data: { replyId: ids.reply } },
    { queue: 'lead-reply', data: { replyId: ids.answered } },
    { queue: 'client-mail', id: ids.approval, data: { mailId: ids.approval } },
    { queue: 'client-mail', data: { mailId: ids.approval } },
    { queue: 'client-mail', id: ids.messages, data: { mailId: ids.messages } },
    { queue: 'client-mail', data: { mailId: ids.told } },
  ].map((request) => ({ ...request, startAfter }));
  const tomorrow = { startAfter: minutes(24 * 60), data: { mailId: ids.gathering } };
  await jobs.enqueue(database.db, [...requests, { queue: 'client-mail', id: ids.gathering, ...tomorrow }]);
  await jobs.stop();
  await database.db.execute(
    sql`update pgboss.job set start_after = now() where start_after < ${minutes(60).toISOString()}::timestamptz`,
  );
}

const countOf = async (database: Database, query: ReturnType<typeof sql>) =>
  ((await database.db.execute(query)) as { rows: { count: number }[] }).rows[0]?.count;

/** Starts what sends mails, as the product does; returns the Message-IDs of what was sent until nothing is due any more. */
async function sendAll(database: Database): Promise<string[]> {
  const sent: string[] = [];
  const send: Mailer['send'] = async ({ messageId }) => {
    sent.push(messageId);
    return { ok: true };
  };
  const { db } = database;
  const jobs = createJobs({ database, log });
  const services: Partial<Services> = {
    database,
    db,
    jobs,
    log,
    mailer: { send } as Mailer,
    clock: { now: () => new Date() },
    rateLimiter: createRateLimiter({ clock: { now: () => new Date() }, secret: 'of the tests', log }),
    config: { teamInbox: 'team@studio.example', formForwardUrl: null, teamMailsAnHour: 30 } as Config,
    origin: 'https://studio.example',
  };
  for (const feature of [outboxFeature(mailKindsOf), leadsFeature(timeBookingOf)])
    await feature.register?.(services as Services);
  await jobs.start();
  onTestFinished(() => jobs.stop());
  const due = sql`select count(*)::int as count from pgboss.job
    where state in ('created', 'retry', 'active') and start_after <= now()`;
  await expect.poll(() => countOf(database, due), { timeout: 50_000, interval: 500 }).toBe(0);
  return sent;
}

describe('a studio that upgrades to the outbox', () => {
  test.each(emptyDatabases())(
    'sends every mail that was on its way once and keeps the others, on %s',
    async (_engine, open) => {
      const database = await open();
      const ids = Object.fromEntries([...names, ...mails].map((name) => [name, randomUUID()])) as Record<
        Name,
        string
      >;
      await migrateUpTo(database, '0010_passkey_offers.sql');
      await writeRows(database, ids);
      await queueJobs(database, ids);
      // The connection on which the queue of before was told of jobs is still open in this process.
      expect(await migrate(database, migrationsDirectory, [])).toContain('0011_outbox.sql');
      const sent = await sendAll(database);
      const host = 'studio.example';
      expect(sent.toSorted()).toEqual(
        [
          `${ids.fresh}.team@${host}`,
          `${ids.fresh}.sender@${host}`,
          `${ids.begun}.sender@${host}`,
          `${ids.retried}.team@${host}`,
          `${ids.reply}.reply@${host}`,
          `${ids.approval}.team@${host}`,
          `${ids.messages}.client@${host}`,
        ].toSorted(),
      );
      const rows = await database.db.select().from(outbox);
      const rowOf = (kind: string, subjectId: string) =>
        rows.find((row) => row.kind === kind && row.subjectId === subjectId);
      expect(rows).toHaveLength(12);
      expect(rowOf('sender-mail', ids.begun)).toMatchObject({ state: 'sent', topic: 'contact', attempts: 4 });
      expect(rowOf('sender-mail', ids.failed)).toMatchObject({
        state: 'failed',
        leadId: ids.lead,
        lastError: 'no such mailbox',
      });
      expect(rowOf('reply', ids.answered)).toMatchObject({ id: ids.answered, state: 'sent' });
      const gathering = rows.find(({ id }) => id === ids.gathering);
      expect(gathering).toMatchObject({
        kind: 'client-notice',
        topic: 'daily',
        state: 'queued',
        clientId: ids.client,
      });
      const items = sql`select count(*)::int as count from client_mail_items where mail_id = ${ids.gathering}`;
      expect(await countOf(database, items)).toBe(1);
    },
  );
});
