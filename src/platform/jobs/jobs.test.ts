import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { openServer } from '../database/open-server.ts';
import {
  createServerDatabase,
  describeOnEachDatabase,
  hasServer,
} from '../database/test-database.fixture.ts';
import { pollMs, quiet, recorder, settings, startJobs } from './jobs.fixture.ts';
import { createJobs } from './jobs.ts';
import type { JobOutcome } from './queue-worker.ts';
import { longestTotalS, mailRetry } from './retry-policy.ts';

const ids = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'] as const;

async function rowsOf(database: Database, text: string): Promise<Record<string, unknown>[]> {
  return database.withMigrationSession((session) => session(text));
}

describeOnEachDatabase('a job', (open) => {
  test('runs when its transaction commits, and never when it does not', async () => {
    const database = await open();
    const { handler, seen, until } = recorder();
    const jobs = await startJobs(database, handler);
    const undone = database.db.transaction(async (tx) => {
      await jobs.enqueue(tx, [{ queue: 'test', data: { n: 1 } }]);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await database.db.transaction((tx) => jobs.enqueue(tx, [{ queue: 'test', data: { n: 2 } }]));
    await until(() => seen.length > 0);
    expect(seen).toEqual([2]);
    expect(await rowsOf(database, `select 1 from pgboss.job where name = 'test'`)).toHaveLength(1);
    expect(jobs.ready()).toBe(true);
  });

  test('runs after those of a higher priority', async () => {
    const database = await open();
    const { handler, seen, until } = recorder();
    const jobs = await startJobs(database, handler);
    await jobs.enqueue(database.db, [
      { queue: 'test', data: { n: 1 }, priority: -1 },
      { queue: 'test', data: { n: 2 } },
    ]);
    await until(() => seen.length > 1);
    expect(seen).toEqual([2, 1]);
  });

  test('with the same id is one job', async () => {
    const database = await open();
    const { handler, seen, until } = recorder();
    const jobs = await startJobs(database, handler);
    await jobs.enqueue(database.db, [{ queue: 'test', data: { n: 1 }, id: ids[0] }]);
    await jobs.enqueue(database.db, [{ queue: 'test', data: { n: 1 }, id: ids[0] }]);
    await jobs.enqueue(database.db, [{ queue: 'test', data: { n: 2 }, id: ids[1] }]);
    await until(() => seen.includes(2));
    expect(seen).toEqual([1, 2]);
  });

  test.each<[string, () => Promise<JobOutcome>]>([
    [
      'fails for now',
      async () => ({ ok: false, permanent: false, reason: 'greylisted by runa@halfmoon.example' }),
    ],
    ['throws', () => Promise.reject(new Error('greylisted by runa@halfmoon.example'))],
  ])('that %s is due again within a minute', async (_name, outcome) => {
    const database = await open();
    const { handler, seen, until } = recorder(outcome);
    const jobs = await startJobs(database, handler);
    await jobs.enqueue(database.db, [{ queue: 'test', data: { n: 1 } }]);
    await until(() => seen.length > 0);
    await jobs.stop();
    const [job] = await rowsOf(
      database,
      `select state, output->>'reason' as reason, extract(epoch from start_after - now())::float as wait
       from pgboss.job where name = 'test'`,
    );
    expect(job).toMatchObject({
      state: 'retry',
      reason: expect.stringMatching(/^(Error: )?greylisted by \[address\]$/),
    });
    expect(job?.['wait']).toBeGreaterThan(5);
    expect(job?.['wait']).toBeLessThan(60);
  });

  test('that failed is logged unless the failure was logged before', async () => {
    const database = await open();
    const warnings: unknown[] = [];
    const log = { ...quiet, warn: (_event: string, fields: object = {}) => void warnings.push(fields) };
    const failure = { ok: false, permanent: false, reason: 'greylisted' } as const;
    const outcomes = [{ ...failure, isLogged: true }, failure];
    const { handler, seen, until } = recorder(async () => outcomes[seen.length - 1] ?? { ok: true });
    const jobs = await startJobs(database, handler, mailRetry, log);
    await jobs.enqueue(database.db, [{ queue: 'test', data: { n: 1 } }]);
    await until(() => seen.length === 1);
    await jobs.enqueue(database.db, [{ queue: 'test', data: { n: 2 } }]);
    await until(() => seen.length === 2);
    await jobs.stop();
    expect(warnings).toMatchObject([{ reason: 'greylisted', permanent: false, attempt: 1 }]);
  });

  test('that fails for good is reported to its handler at once, with the reason', async () => {
    const database = await open();
    const { handler, seen, buried, until } = recorder(async () => ({
      ok: false,
      permanent: true,
      reason: 'no such mailbox',
    }));
    const jobs = await startJobs(database, handler);
    await jobs.enqueue(database.db, [{ queue: 'test', data: { n: 7 } }]);
    await until(() => buried.length > 0);
    expect({ seen, buried }).toEqual({ seen: [7], buried: ['7: no such mailbox'] });
  });

  test('that is running at a stop is waited for and completes', async () => {
    const database = await open();
    let finish = (_outcome: JobOutcome) => {};
    const { handler, seen, until } = recorder(() => new Promise((resolve) => (finish = resolve)));
    const jobs = await startJobs(database, handler);
    await jobs.enqueue(database.db, [{ queue: 'test', data: { n: 1 } }]);
    await until(() => seen.length > 0);
    const stopped = jobs.stop();
    finish({ ok: true });
    await stopped;
    expect(await rowsOf(database, `select state from pgboss.job where name = 'test'`)).toEqual([
      { state: 'completed' },
    ]);
  });

  test('survives a restart of the program', async () => {
    const database = await open();
    const failing = recorder(() => Promise.reject(new Error('down')));
    const first = await startJobs(database, failing.handler);
    await first.stop();
    await expect(first.enqueue(database.db, [{ queue: 'other', data: {} }])).rejects.toThrow('not defined');
    await first.enqueue(database.db, [{ queue: 'test', data: { n: 5 } }]);
    const { handler, seen, until } = recorder();
    await startJobs(database, handler);
    await until(() => seen.length > 0);
    expect(seen).toEqual([5]);
  });

  test('left running by a process that died is not lost', async () => {
    const database = await open();
    const idle = recorder();
    const first = await startJobs(database, idle.handler);
    await first.stop();
    await first.enqueue(database.db, [{ queue: 'test', data: { n: 3 } }]);
    const claim = sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where name = 'test'`;
    await database.db.execute(claim);
    const { handler, seen, until } = recorder();
    await startJobs(database, handler);
    if (database.kind === 'embedded') {
      await until(() => seen.length > 0);
      expect(seen).toEqual([3]);
    } else {
      // Another process may hold it: there the heartbeat decides, half a minute later.
      const [job] = await rowsOf(database, `select heartbeat_seconds from pgboss.job where name = 'test'`);
      expect(job).toEqual({ heartbeat_seconds: 30 });
    }
  });
});

describe.skipIf(!hasServer())('four processes on one server', () => {
  test('start concurrently, and a job runs in one of them', async () => {
    const { url, drop } = await createServerDatabase('migrated');
    const options = { deadlineMs: 20_000, onHung: () => undefined };
    const databases = await Promise.all([1, 2, 3, 4].map(() => openServer(url, options)));
    const { handler, seen, until } = recorder();
    const all = databases.map((database) => createJobs({ database, log: quiet, pollMs }));
    for (const jobs of all) jobs.define('test', settings, handler);
    await Promise.all(all.map((jobs) => jobs.start()));
    const [database] = databases;
    if (!database) throw new Error('no database');
    for (const n of [1, 2, 3]) await all[n]?.enqueue(database.db, [{ queue: 'test', data: { n } }]);
    await until(() => seen.length === 3);
    const startAfter = new Date(Date.now() + 300);
    await all[0]?.enqueue(database.db, [{ queue: 'test', data: { n: 4 }, startAfter }]);
    await all[0]?.stop();
    await until(() => seen.length === 4);
    await Promise.all(all.map((jobs) => jobs.stop()));
    expect(seen.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    await Promise.all(databases.map((each) => each.close()));
    await drop();
  });
});

test('mail is tried for up to four days', () => {
  const days = longestTotalS(mailRetry) / 86_400;
  expect(days).toBeGreaterThan(3.5);
  expect(days).toBeLessThanOrEqual(4);
});
