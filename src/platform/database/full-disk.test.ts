import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { openEmbedded } from './open-embedded.ts';
import { isOutOfRoom, storeIfRoom } from './sql-state.ts';
import { copyEmbedded } from './test-database.fixture.ts';

/**
 * Opens a used database on a disk with this much space and counts its disk-full reports; drills/full-disk.ts fills a
 * real one.
 */
async function open(freeBytes: number) {
  const dataDir = join(makeTestFolder(), 'data');
  await copyEmbedded(dataDir, 'empty');
  const disk = { freeBytes };
  const onFullDisk = vi.fn();
  const options = {
    deadlineMs: 20_000,
    onHung: () => undefined,
    onFullDisk,
    freeBytes: () => disk.freeBytes,
  };
  return { opening: openEmbedded(dataDir, options), onFullDisk, disk };
}

test('is read-only while its disk is full, and stores again once there is space', async () => {
  const { opening, onFullDisk, disk } = await open(1e12);
  const { db, close } = await opening;
  await db.execute(sql`create table kept (n int)`);
  await db.execute(sql`insert into kept values (1)`);
  disk.freeBytes = 1e6;
  const store = () => db.execute(sql`insert into kept values (2)`);
  const refused = await store().catch((error: unknown) => error);
  expect(isOutOfRoom(refused)).toBe(true);
  const inTransaction = await db
    .transaction((tx) => tx.execute(sql`delete from kept`))
    .catch((error) => error);
  expect(isOutOfRoom(inTransaction)).toBe(true);
  // Optional writes do not fail.
  await storeIfRoom(store);
  expect(await db.execute(sql`select n from kept`)).toMatchObject({ rows: [{ n: 1 }] });
  expect(onFullDisk).toHaveBeenCalledTimes(1);
  disk.freeBytes = 1e12;
  await store();
  expect(await db.execute(sql`select n from kept`)).toMatchObject({ rows: [{ n: 1 }, { n: 2 }] });
  await close();
});

test('a start on a full disk waits for space and reports it once', async () => {
  const { opening, onFullDisk, disk } = await open(1e6);
  let isOpen = false;
  void opening.then(() => (isOpen = true));
  await vi.waitFor(() => expect(onFullDisk).toHaveBeenCalledTimes(1));
  await wait(0);
  expect(isOpen).toBe(false);
  disk.freeBytes = 1e12;
  const { db, close } = await opening;
  expect(onFullDisk).toHaveBeenCalledTimes(1);
  expect(await db.execute(sql`select 1 as one`)).toMatchObject({ rows: [{ one: 1 }] });
  await close();
});
