import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '#src/platform/database/database.ts';
import { openServer } from '#src/platform/database/open-server.ts';
import { createServerDatabase, hasServer } from '#src/platform/database/test-database.fixture.ts';
import { createUploadLocker } from './upload-locker.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const never = new AbortController().signal;

/** Creates the lockers of several processes on one database. */
async function openProcesses(count: number, patienceMs = 20_000) {
  const { url, drop } = await createServerDatabase('migrated');
  const databases: Database[] = [];
  onTestFinished(async () => {
    for (const database of databases) await database.close();
    await drop();
  });
  for (let n = 0; n < count; n += 1)
    databases.push(await openServer(url, { deadlineMs: 20_000, onHung: () => undefined }));
  const lockers = await Promise.all(
    databases.map((database) => createUploadLocker({ database, log }, patienceMs)),
  );
  return { lockers, databases };
}

describe.skipIf(!hasServer())('an upload', () => {
  test('is written by one process at a time, which yields to another', async () => {
    const { lockers } = await openProcesses(2);
    const [first, second] = lockers.map((locker) => locker.newLock('one'));
    const [other] = lockers.map((locker) => locker.newLock('two'));
    const order: string[] = [];
    await first?.lock(never, async () => {
      order.push('asked');
      await first.unlock();
    });
    // Other uploads are not affected.
    await other?.lock(never, () => undefined);
    await second?.lock(never, () => undefined);
    order.push('taken');
    expect(order).toEqual(['asked', 'taken']);
    await second?.unlock();
    await first?.lock(never, () => undefined);
    await first?.unlock();
  });

  test('stays with a process that does not yield, and the other reports it', async () => {
    const { lockers } = await openProcesses(2, 300);
    const [first, second] = lockers.map((locker) => locker.newLock('one'));
    await first?.lock(never, () => undefined);
    await expect(second?.lock(never, () => undefined)).rejects.toMatchObject({ status_code: 500 });
    // Also in the same process, where the failed attempt left nothing behind.
    await first?.unlock();
    await second?.lock(never, () => undefined);
  });

  test('is released immediately when its process ends', async () => {
    const { lockers, databases } = await openProcesses(2);
    const [first, second] = lockers.map((locker) => locker.newLock('one'));
    await first?.lock(never, () => undefined);
    await databases.shift()?.close();
    await second?.lock(never, () => undefined);
  });

  test('stays with its process after the database closed the connection', async () => {
    const { lockers, databases } = await openProcesses(2, 300);
    const [first, second] = lockers.map((locker) => locker.newLock('one'));
    await first?.lock(never, () => undefined);
    const held = sql`select count(*)::int as held from pg_locks where locktype = 'advisory' and granted`;
    const heldNow = async () => (await databases[1]?.db.execute(held)) as { rows: { held: number }[] };
    const [{ held: before } = { held: 0 }] = (await heldNow()).rows;
    await databases[1]?.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'antinode events' and datname = current_database()`);
    await vi.waitFor(async () => expect((await heldNow()).rows).toEqual([{ held: before }]), 10_000);
    await expect(second?.lock(never, () => undefined)).rejects.toMatchObject({ status_code: 500 });
  });
});
