import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drizzle } from 'drizzle-orm/pglite';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { askBucket } from '../bucket/bucket-request.ts';
import type { Db } from '../database/database.ts';
import { openServer } from '../database/open-server.ts';
import { describeOnEachDatabase, openTestDatabase } from '../database/test-database.fixture.ts';
import { carryTrace } from '../jobs/queue-worker.ts';
import { pollMs, quiet, recorder, settings } from '../jobs/jobs.fixture.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createMailer } from '../mail/mailer.ts';
import { inSpan, runInsideSpan } from './spans.ts';
import { statementName, traceStatements } from './traced-statements.ts';
import { clock, mark, start, startTracing, traced } from './tracing.fixture.ts';

test.each([
  ['select "id", "name" from "leads" where "email" = $1', 'select leads'],
  ["insert into notes (text) values ('from zebrafink it''s from zebrafink')", 'insert notes'],
  ["select 'from zebrafink'", 'select'],
  ["select pg_notify('zebrafink', $1)", 'select pg_notify'],
  ['with due as (select id from only pgboss.job limit 1) update x set y = 1', 'with pgboss.job'],
  ['begin', 'begin'],
  ["'zebrafink'", 'statement'],
])('a statement is named by its verb and table: %s', (text, expected) => {
  expect(statementName(text)).toBe(expected);
});

test('does not name a statement by a value longer than the parsed text', () => {
  const value = `${'x'.repeat(3900)} from zebrafink ${'x'.repeat(100)}`;
  expect(statementName(`select '${value}', id from leads`)).toBe('select');
});

describeOnEachDatabase('a statement', (open) => {
  test('is traced by its verb and table, never by its values, also in a transaction and if it fails', async () => {
    const { driver } = await open();
    const server =
      driver.kind === 'server'
        ? await openServer(driver.url, { deadlineMs: 20_000, onHung: () => undefined, isTraced: true })
        : null;
    onTestFinished(async () => server?.close());
    const db =
      driver.kind === 'server' ? server?.db : (drizzle(traceStatements(driver.client)) as unknown as Db);
    const spans = await traced(async () => {
      await db?.execute(sql`select 1 from leads where id::text = ${mark}`);
      await db?.transaction((tx) => tx.execute(sql`delete from clients where id::text = ${mark}`));
      await db?.execute(sql`insert into leads (id) values (${mark})`).catch(() => undefined);
    });
    expect(spans.filter(({ name }) => !/^(?:begin|commit)$/.test(name))).toEqual(
      ['select leads', 'delete clients', 'insert leads'].map((name) => ({
        name,
        within: 'test',
        fields: expect.objectContaining({ 'db.query.summary': name }),
        isFailed: name === 'insert leads',
      })),
    );
    expect(spans.at(-1)?.fields['error.type']).toMatch(/^\d{2}[\dA-Z]{3}$/);
    expect(JSON.stringify(spans)).not.toContain(mark);
  });
});

test('traces a job with its request, and a retry separately', async () => {
  const database = await openTestDatabase();
  const { tracing, told, spans } = startTracing();
  const outcomes = [{ ok: false, permanent: true, reason: mark } as const];
  const { handler, buried, seen, until } = recorder(async () => outcomes.shift() ?? { ok: true });
  const jobs = createJobs({ database, log: quiet, pollMs, tracing });
  jobs.define('test', settings, handler);
  await jobs.start();
  const request = tracing.begin(start, null);
  await runInsideSpan(request, () =>
    jobs.enqueue(database.db, [{ queue: 'test', data: { n: 1, text: mark } }]),
  );
  request.end();
  await until(() => buried.length > 0);
  await jobs.enqueue(database.db, [{ queue: 'test', data: { n: 2 } }]);
  await until(() => seen.length > 1);
  await jobs.stop();
  const fields = { 'messaging.destination.name': 'test', 'antinode.job.attempt': 1 };
  expect(await told()).toMatchObject([
    { name: 'test', within: null },
    {
      name: 'job test',
      within: 'test',
      fields: { ...fields, 'antinode.job.outcome': 'failed for good' },
      isFailed: true,
    },
    {
      name: 'job test',
      within: null,
      fields: { ...fields, 'antinode.job.outcome': 'done' },
      isFailed: false,
    },
  ]);
  expect(
    JSON.stringify(spans.map(({ attributes, status, events }) => [attributes, status, events])),
  ).not.toContain(mark);
});

test('traces a job that follows another of its queue separately', async () => {
  const database = await openTestDatabase();
  const { tracing, told } = startTracing();
  const jobs = createJobs({ database, log: quiet, pollMs, tracing });
  const ask = (queue: string) => jobs.enqueue(database.db, [{ queue, data: {} }]);
  const left = ['first', 'first', 'second'];
  const done = Promise.withResolvers<void>();
  const run = async () => {
    const next = left.shift();
    if (next === undefined) done.resolve();
    else await ask(next);
    return { ok: true } as const;
  };
  for (const queue of ['first', 'second']) jobs.define(queue, settings, { run });
  await jobs.start();
  await ask('first');
  await done.promise;
  await jobs.stop();
  expect((await told()).map(({ name, within: of }) => [name, of])).toEqual([
    ['job first', null],
    ['job first', null],
    ['job first', null],
    ['job second', 'job first'],
  ]);
});

test('traces jobs enqueued after the end of their request separately', async () => {
  const { tracing } = startTracing();
  const request = tracing.begin(start, null);
  const job = { data: {} };
  const ended = Promise.withResolvers<void>();
  const late = runInsideSpan(request, () => ended.promise.then(() => carryTrace(job, 'test')));
  const lateWithin = runInsideSpan(request, () =>
    inSpan(start, async () => {
      await ended.promise;
      return carryTrace(job, 'test');
    }),
  );
  expect(Object.keys(runInsideSpan(request, () => carryTrace(job, 'test')).data)).toEqual(['_traceparent']);
  request.end();
  ended.resolve();
  expect(await Promise.all([late, lateWithin])).toEqual([job, job]);
});

test('traces a failure that is its own cause without a code', async () => {
  const failure = new Error(mark);
  failure.cause = failure;
  const failing = { ...start, name: 'failing' };
  const spans = await traced(() => inSpan(failing, () => Promise.reject(failure)).catch(() => undefined));
  expect(spans).toMatchObject([{ name: 'failing', fields: { 'error.type': 'error' }, isFailed: true }]);
});

test('traces emails and bucket requests without address, subject or key', async () => {
  const { db } = await openTestDatabase();
  const store = createServer((request, response) => void request.resume().on('end', () => response.end()));
  await new Promise<void>((done) => store.listen(0, '127.0.0.1', done));
  onTestFinished(() => void store.close());
  const { port } = store.address() as AddressInfo;
  const address = {
    endpoint: `http://127.0.0.1:${port}/${mark}`,
    bucket: mark,
    region: 'x',
    accessKey: mark,
    secretKey: mark,
  };
  const mailer = createMailer(
    { smtpUrl: null, mailFrom: { name: mark, address: `${mark}@studio.example` } },
    { db, log: quiet, clock },
  );
  const spans = await traced(async () => {
    await mailer.send({
      messageId: `${mark}@studio.example`,
      to: `${mark}@film.example`,
      subject: mark,
      html: mark,
      text: mark,
    });
    await mailer.send({ messageId: mark, to: mark, subject: mark, html: mark, text: mark });
    await askBucket(address, 'PUT', { key: mark, body: Buffer.from(mark) });
  });
  expect(spans).toMatchObject([
    { name: 'send mail', isFailed: false },
    { name: 'send mail', isFailed: true },
    { name: 'bucket PUT', fields: { 'http.response.status_code': 200 }, isFailed: false },
  ]);
  expect(JSON.stringify(spans)).not.toContain(mark);
});
