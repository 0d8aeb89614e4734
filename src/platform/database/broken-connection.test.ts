import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openServer } from './open-server.ts';
import { createServerDatabase, hasServer } from './test-database.fixture.ts';

describe.skipIf(!hasServer())('a PostgreSQL connection', () => {
  test('that breaks between two statements of a transaction fails that transaction alone', async () => {
    const { url, drop } = await createServerDatabase('migrated');
    const database = await openServer(url, { deadlineMs: 20_000, onHung: () => undefined });
    onTestFinished(async () => {
      await database.close();
      await drop();
    });
    const work = database.db.transaction(async (tx) => {
      const { rows } = (await tx.execute(sql`select pg_backend_pid() as pid`)) as { rows: { pid: number }[] };
      await database.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
      // Without a listener the end of the connection, which nobody waits for here, would end the process.
      const isThere = sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid}`;
      while (((await database.db.execute(isThere)) as { rows: unknown[] }).rows.length > 0);
      await new Promise<void>((resolve) => setImmediate(resolve));
      await tx.execute(sql`select 1`);
    });
    await expect(work).rejects.toThrow();
    expect(await database.ready()).toBe(true);
  });
});
