import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../database/test-database.fixture.ts';
import { recorder, startJobs } from '../jobs/jobs.fixture.ts';
import { platformMeasures } from './platform-metrics.ts';

describeOnEachDatabase('the jobs of the metrics', (open) => {
  test('are those of each queue that are due and that nobody begins', async () => {
    const database = await open();
    const { handler } = recorder();
    const jobs = await startJobs(database, handler);
    await jobs.stop();
    const parts = { database, config: { dataDir: '.' }, outages: { isAway: () => false } };
    const measure = platformMeasures(parts, null).find(({ name }) => name === 'jobs');
    const read = async () => (await measure?.read()) ?? {};
    const later = new Date(Date.now() + 3_600_000);
    const enqueue = (n: number, startAfter?: Date) =>
      jobs.enqueue(database.db, [{ queue: 'test', data: { n }, ...(startAfter ? { startAfter } : {}) }]);
    await enqueue(1);
    await enqueue(2, later);
    const ofTest = async () => {
      const { jobs_late: late = [], jobs_late_seconds: seconds = [] } = await read();
      const valueIn = (readings: typeof late) =>
        typeof readings === 'number' ? readings : readings.find(({ of }) => of === 'test')?.value;
      return [valueIn(late), valueIn(seconds)];
    };
    // Just enqueued, or planned for later: not late.
    expect(await ofTest()).toEqual([0, 0]);
    await database.db.execute(
      sql`update pgboss.job set start_after = now() - interval '1 hour' where start_after <= now()`,
    );
    const [late, seconds] = await ofTest();
    expect(late).toBe(1);
    expect(seconds).toBeGreaterThanOrEqual(3600);
    await database.db.execute(sql`update pgboss.job set state = 'active' where start_after <= now()`);
    expect(await ofTest()).toEqual([0, 0]);
  });
});
