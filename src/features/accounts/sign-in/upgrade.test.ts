import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Database } from '#src/platform/database/database.ts';
import { emptyDatabases, migrateUpTo } from '#src/platform/database/earlier-database.fixture.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { migrationsDirectory } from '#src/platform/database/test-database.fixture.ts';
import { createJobs } from '#src/platform/jobs/jobs.ts';
import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import { signInRequests } from './sign-in-request.table.ts';
import { signInMailQueue } from './sign-in-requests.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ids = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'] as const;

/** A mail that is still to be sent, and one that has gone, as earlier versions queued them. */
async function queueAsBefore(database: Database): Promise<void> {
  const jobs = createJobs({ database, log });
  const never = { run: () => Promise.reject(new Error('not before the upgrade')) };
  jobs.define(signInMailQueue, { retry: mailRetry, timeoutS: 120 }, never);
  await jobs.start();
  const data = { emailKey: 'runa@halfmoon.example', reason: 'welcome', next: '/portal' };
  const startAfter = new Date(Date.now() + 3600_000);
  await jobs.enqueue(
    database.db,
    ids.map((id) => ({ queue: signInMailQueue, id, data, startAfter })),
  );
  await jobs.stop();
  await database.db.execute(sql`update pgboss.job set state = 'completed' where id = ${ids[1]}`);
}

describe('a studio whose queued sign-in mails hold addresses', () => {
  test.each(emptyDatabases())(
    'keeps those that are still to be sent, without them, on %s',
    async (_, open) => {
      const database = await open();
      await migrateUpTo(database, '0011_outbox.sql');
      await queueAsBefore(database);
      // The connection on which the queue of before was told of jobs is still open in this process.
      expect(await migrate(database, migrationsDirectory, [])).toContain('0021_sign_in_requests.sql');
      expect(await database.db.select().from(signInRequests)).toMatchObject([
        { id: ids[0], emailKey: 'runa@halfmoon.example', reason: 'welcome', next: '/portal' },
      ]);
      const left = sql`select id, state::text, data from pgboss.job where name = ${signInMailQueue}`;
      expect(await database.db.execute(left)).toMatchObject({
        rows: [{ id: ids[0], state: 'created', data: { requestId: ids[0] } }],
      });
    },
  );
});
