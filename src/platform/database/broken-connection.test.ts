import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from './database.ts';
import { openServer } from './open-server.ts';
import { createServerDatabase, hasServer } from './test-database.fixture.ts';

async function openTestServer() {
  const { url, drop } = await createServerDatabase('migrated');
  const database = await openServer(url, { deadlineMs: 20_000, onHung: () => undefined });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  return database;
}

const ownPid = 'select pg_backend_pid() as pid';

/** Terminates another connection. Without an error listener the termination would end the process. */
async function breakConnection({ db }: Pick<Database, 'db'>, pid: unknown): Promise<void> {
  await db.execute(sql`select pg_terminate_backend(${pid})`);
  const isThere = sql`select 1 from pg_stat_activity where pid = ${pid}`;
  while (((await db.execute(isThere)) as { rows: unknown[] }).rows.length > 0);
  await new Promise<void>((resolve) => setImmediate(resolve));
}

describe.skipIf(!hasServer())('a PostgreSQL connection', () => {
  test('that breaks between two statements of a transaction fails only that transaction', async () => {
    const database = await openTestServer();
    const work = database.db.transaction(async (tx) => {
      const { rows } = (await tx.execute(sql.raw(ownPid))) as { rows: { pid: number }[] };
      await breakConnection(database, rows[0]?.pid);
      await tx.execute(sql`select 1`);
    });
    await expect(work).rejects.toThrow();
    expect(await database.ready()).toBe(true);
  });

  test("that breaks during a server's read fails only that read", async () => {
    const database = await openTestServer();
    const work = database.withMigrationSession(async (session) => {
      const [row] = await session(ownPid);
      await breakConnection(database, row?.['pid']);
      return session('select 1');
    });
    await expect(work).rejects.toThrow();
    expect(await database.ready()).toBe(true);
  });
});
