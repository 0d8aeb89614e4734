import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { describeOnEachDatabase, openTestDatabase } from '../database/test-database.fixture.ts';
import { quiet, recorder, settings, startJobs } from './jobs.fixture.ts';
import { createJobs } from './jobs.ts';

describeOnEachDatabase('a job', (open) => {
  test('of later runs when it is due, also one that is enqueued before another', async () => {
    const database = await open();
    const startedAt: Record<number, number> = {};
    const { handler, seen, until } = recorder();
    const jobs = await startJobs(database, {
      run: (data, job) => {
        startedAt[data.n] = Date.now();
        return handler.run(data, job);
      },
    });
    const due = (ms: number) => new Date(Date.now() + ms);
    const [second, first] = [due(500), due(250)];
    await jobs.enqueue(database.db, [{ queue: 'test', data: { n: 2 }, startAfter: second }]);
    await jobs.enqueue(database.db, [
      { queue: 'test', data: { n: 0 } },
      { queue: 'test', data: { n: 1 }, startAfter: first },
    ]);
    await until(() => seen.length === 3);
    expect(seen.toSorted((a, b) => a - b)).toEqual([0, 1, 2]);
    expect(startedAt[1]).toBeGreaterThanOrEqual(first.getTime());
    expect(startedAt[2]).toBeGreaterThanOrEqual(second.getTime());
  });

  test('that failed runs again after its delay', async () => {
    const database = await open();
    let attempts = 0;
    const { handler, seen, until } = recorder(async () => {
      attempts += 1;
      return attempts > 1 ? { ok: true } : { ok: false, permanent: false, reason: 'greylisted' };
    });
    const jobs = await startJobs(database, handler, { firstS: 1, longestS: 1, times: 3 });
    await jobs.enqueue(database.db, [{ queue: 'test', data: { n: 4 } }]);
    await until(() => seen.length === 2);
    expect(seen).toEqual([4, 4]);
  });

  test('is found by polling if it was not announced', async () => {
    const database = await open();
    const { handler, seen, until } = recorder();
    const jobs = createJobs({ database, log: quiet, pollMs: 100 });
    jobs.define('test', settings, handler);
    await jobs.start();
    onTestFinished(() => jobs.stop());
    await jobs.enqueue(database.db, [{ queue: 'test', data: { n: 6 }, startAfter: new Date(9e12) }]);
    await database.db.execute(sql`update pgboss.job set start_after = now() where name = 'test'`);
    await until(() => seen.length > 0);
    expect(seen).toEqual([6]);
  });
});

test('does not query the database for half a minute while nothing is due', async () => {
  const database = await openTestDatabase();
  const { client } = database.driver as { client: PGlite };
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const jobs = createJobs({ database, log: quiet });
  for (const queue of ['one', 'two', 'three']) jobs.define(queue, settings, recorder().handler);
  await jobs.start();
  await vi.advanceTimersByTimeAsync(1000);
  const asked = [vi.spyOn(client, 'query'), vi.spyOn(client, 'exec')];
  await vi.advanceTimersByTimeAsync(28_000);
  expect(asked.flatMap((spy) => spy.mock.calls.map(([text]) => text))).toEqual([]);
  await jobs.stop();
});
