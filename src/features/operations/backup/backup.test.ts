import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { storedPathOf } from '#src/features/files/store/file-folder.ts';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import { listKept } from '#src/features/files/store/file-stores.fixture.ts';
import { startObjectStore } from '#src/platform/bucket/bucket.fixture.ts';
import { openBucket } from '#src/platform/bucket/bucket.ts';
import { readAndClose } from '#src/platform/readable-file.ts';
import { createJobs } from '#src/platform/jobs/jobs.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { copyEmbedded, migrationsDirectory } from '#src/platform/database/test-database.fixture.ts';
import { backupFeature } from './backup-feature.ts';
import {
  engines,
  everyRow,
  makePlace,
  makeStudio,
  makeStudioInMemory,
  makeStudioOn,
  openPlace,
  quickest,
  restoreTo,
  takeBackup,
} from './backup-studio.fixture.ts';
import { leftOut } from './make-backup.ts';
import { openForBackup } from './open-for-backup.ts';
import { testRestore } from './test-restore.ts';
import type { Services } from '#src/platform/services/services.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe.each(engines)('a studio on the %s engine', (engine) => {
  test('is restored on either engine with every row and file, but with no session', async () => {
    const studio = await makeStudioOn(engine);
    const before = await everyRow(studio.database);
    const { archive, report } = await takeBackup(studio.place, studio.database);
    expect(report).toMatchObject({ files: 4, missing: [], damaged: [] });
    for (const to of engines) {
      const place = await makePlace(to, 'nothing');
      const restored = await restoreTo(place, archive);
      expect(restored).toMatchObject({ rows: report.rows, files: 4, missing: [], damaged: [] });
      const database = await openPlace(place);
      expect(await everyRow(database)).toEqual(before);
      const signedIn = await database.withMigrationSession((run) => run('select from sessions'));
      expect(signedIn).toEqual([]);
      const keys = (await readdir(join(studio.place.dataDir, 'files'))).toSorted();
      expect((await readdir(join(place.dataDir, 'files'))).toSorted()).toEqual(keys);
      for (const key of keys)
        expect(await readFile(storedPathOf(place.dataDir, key))).toEqual(
          await readFile(storedPathOf(studio.place.dataDir, key)),
        );
      // A start finds everything in its place.
      expect(await migrate(database, migrationsDirectory)).toEqual([]);
      const jobs = createJobs({ database, log: silent });
      await jobs.start();
      await jobs.stop();
      expect((await readdir(place.dataDir)).filter((name) => name.includes('part'))).toEqual([]);
    }
  });

  test('is backed up while it is in use: every acknowledged change is included consistently', async () => {
    const place = await makePlace(engine, 'migrated');
    const studio = await makeStudio(place);
    const jobs = createJobs({ database: studio.database, log: silent });
    const running = { database: studio.database, config: place, jobs, log: silent };
    const services = running as unknown as Services;
    const stop = await backupFeature.register?.(services);
    await studio.add('before.txt', Buffer.from('before'));
    const over = new AbortController();
    const working = (async () => {
      for (let n = 0; !over.signal.aborted; n += 1) {
        const file = await studio.add(`while ${n}.txt`, Buffer.from(`while ${n}`));
        if (n % 3 === 0) {
          // As the product does: the row first, then the bytes.
          await studio.database.withMigrationSession((run) =>
            run('delete from files where id = $1', [file.fileId]),
          );
          await rm(storedPathOf(place.dataDir, file.storageKey));
        }
      }
    })();
    const source = await openForBackup(place, { deadlineMs: 20_000, onHung: () => undefined });
    const { archive, report } = await takeBackup(place, source);
    over.abort();
    await working;
    await stop?.();
    const target = await makePlace('embedded', 'nothing');
    await restoreTo(target, archive);
    const database = await openPlace(target);
    const files = await database.withMigrationSession((run) => run('select name, storage_key from files'));
    expect(files.map(({ name }) => name)).toContain('before.txt');
    const there = new Set(await readdir(join(target.dataDir, 'files')));
    const lost = files.map(({ storage_key: key }) => String(key)).filter((key) => !there.has(key));
    expect(lost.toSorted()).toEqual(report.missing.toSorted());
    expect(await readdir(join(place.dataDir, 'requests')).catch(() => [])).toEqual([]);
  });
});

test('a restore test reads everything, changes nothing, and refuses what a restore would refuse', async () => {
  const studio = await makeStudioInMemory();
  const { archive, report } = await takeBackup(studio.place, studio.database);
  const dataDir = makeTestFolder();
  const openTarget = async (folder: string) => {
    await copyEmbedded(folder, 'empty');
    return openPlace({ dataDir: folder, databaseUrl: null, bucket: null });
  };
  const check = (bytes: Buffer) =>
    testRestore(Readable.from([bytes]), { dataDir, migrationsDirectory, openTarget });
  expect(await check(archive)).toMatchObject({ rows: report.rows, files: 4, missing: [] });
  const altered = Buffer.from(archive);
  altered[archive.indexOf('a picture')] = 65;
  await expect(check(altered)).rejects.toThrow('is another one than was written');
  await expect(check(archive.subarray(0, -3000))).rejects.toThrow('The archive is');
  expect(await readdir(dataDir)).toEqual([]);
});

test('reports missing and changed files, and backs up the rest', async () => {
  const studio = await makeStudioInMemory();
  await rm(storedPathOf(studio.place.dataDir, studio.empty.storageKey));
  await writeFile(storedPathOf(studio.place.dataDir, studio.recording.storageKey), 'something else');
  const { archive, report } = await takeBackup(studio.place, studio.database);
  expect(report).toMatchObject({
    files: 3,
    missing: [studio.empty.storageKey],
    damaged: [studio.recording.storageKey],
  });
  const restored = await restoreTo(await makePlace(quickest, 'nothing'), archive);
  expect(restored).toMatchObject({ files: 3, missing: report.missing, damaged: report.damaged });
});

test('every table is backed up or left out by name, and every column that names stored bytes is known', async () => {
  const studio = await makeStudio(await makePlace('embedded', 'migrated'));
  const { tables, columns } = await studio.database.withMigrationSession(async (run) => ({
    // A partition is in its table.
    tables: await run(`select table_schema || '.' || table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
        and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)`),
    columns: await run(`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ '(storage|rendition)_key|artefact' order by 1`),
  }));
  const { rows } = await everyRow(studio.database);
  // The engine proves with a table of its own that it syncs.
  const others = ['public.durability_proof'];
  expect(tables.map(({ name }) => String(name)).toSorted()).toEqual(
    [...Object.keys(rows), ...leftOut, ...others].toSorted(),
  );
  expect(columns.map(({ name }) => name)).toEqual([
    'all_files.storage_key',
    'files.storage_key',
    'installation_tasks.storage_key',
    'message_files.storage_key',
    'sent_files.storage_key',
    'sound_measurements.artefacts',
    'sound_measurements.rendition_key',
  ]);
});

test('the files of an object store are backed up, and restored into one that is empty', async () => {
  const [from, to] = [await startObjectStore(), await startObjectStore()];
  const studio = await makeStudioInMemory(from.address);
  const { archive, report } = await takeBackup(studio.place, studio.database);
  expect(report).toMatchObject({ files: 4, missing: [], damaged: [] });
  const place = { ...(await makePlace(quickest, 'nothing')), bucket: to.address };
  await restoreTo(place, archive);
  expect(await listKept(place)).toEqual(await listKept(studio.place));
  const restored = await fileStoreOf(place).open(studio.recording.storageKey);
  expect(restored && (await readAndClose(restored)).equals(Buffer.alloc(300_000, 7))).toBe(true);
  const again = { ...(await makePlace(quickest, 'nothing')), bucket: to.address };
  await expect(restoreTo(again, archive)).rejects.toThrow('There are files in the bucket of FILES_URL');
});

test('a restore refuses a bucket with unfinished uploads', async () => {
  const { address } = await startObjectStore();
  const place = { ...(await makePlace('embedded', 'nothing')), bucket: address };
  await openBucket(address).put('uploads/one/notes', [Buffer.from('{}')]);
  await expect(restoreTo(place, Buffer.alloc(0))).rejects.toThrow(
    'There are unfinished uploads in the bucket',
  );
});

test('a restore that is refused at its end leaves an object store as empty as it was', async () => {
  const store = await startObjectStore();
  const studio = await makeStudioInMemory();
  const { archive } = await takeBackup(studio.place, studio.database);
  const place = { ...(await makePlace(quickest, 'nothing')), bucket: store.address };
  await expect(restoreTo(place, archive.subarray(0, -3000))).rejects.toThrow('The archive is');
  expect(await listKept(place)).toEqual([]);
});
