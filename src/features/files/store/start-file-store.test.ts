import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { isDiskAway } from '#src/platform/disk-room.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { bucketAddressOf } from '#src/platform/bucket-address.ts';
import { startObjectStore } from '#src/platform/bucket/bucket.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { makeTestProject } from '#src/features/projects/test-project.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { checkFileStore, startFileStore } from './file-store.ts';
import { makeFile } from './stored-bytes.fixture.ts';
import { createFileFolder } from './file-folder.ts';

const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('leaves nothing in the file store after a check', async () => {
  const dataDir = makeTestFolder();
  await createFileFolder(dataDir).prepare();
  await checkFileStore(createFileFolder(dataDir));
  expect(await readdir(join(dataDir, 'files'))).toEqual([]);
});

test('reports a store with a missing folder as unavailable, on checks and when opening files', async () => {
  const dataDir = makeTestFolder();
  await createFileFolder(dataDir).prepare();
  const key = '0'.repeat(32);
  expect(await createFileFolder(dataDir).open(key), 'one file that is gone is no outage').toBeNull();
  await rm(join(dataDir, 'files'), { recursive: true });
  expect(isDiskAway(await thrownBy(createFileFolder(dataDir).open(key)))).toBe(true);
  expect(isDiskAway(await thrownBy(checkFileStore(createFileFolder(dataDir))))).toBe(true);
  // The check does not recreate the folder.
  expect(await readdir(dataDir)).toEqual([]);
});

describeOnOneDatabase('a start and its files', (open) => {
  test('fails with a message if the store is unusable or has none of the files', async () => {
    const { db } = await open();
    const { url, address, stop } = await startObjectStore();
    const start = async (text = url) => {
      const read = bucketAddressOf(text);
      const config = { dataDir: makeTestFolder(), bucket: 'address' in read ? read.address : null };
      const error = await thrownBy(startFileStore({ config, db } as unknown as Services));
      if (!(error instanceof Error)) return error;
      return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;
    };
    expect(await start()).toBeNull();
    expect(await start(url.replace(':S3RVER', ':a-wrong-one'))).toMatch(
      /^FILES_URL cannot be used. The object store at .* refuses the key or the secret/,
    );
    expect(await start(url.replace('/studio', '/other'))).toMatch(/^FILES_URL .* There is no bucket/);
    const { team, projectId } = await makeTestProject(db);
    await makeFile(db, team, projectId);
    expect(await start()).toMatch(/^FILES_URL names a store without the files of this database/);
    await stop();
    expect(await start()).toBe(`FILES_URL cannot be used. Nobody answers at ${address.endpoint}`);
  });

  test('logs that a folder has none of the files in the database, as without FILES_URL', async () => {
    const { db } = await open();
    const log = { warn: vi.fn() };
    const config = { dataDir: makeTestFolder(), bucket: null };
    const start = () => startFileStore({ config, db, log } as unknown as Services);
    await start();
    expect(log.warn, 'a new studio has none').not.toHaveBeenCalled();
    const { team, projectId } = await makeTestProject(db);
    await makeFile(db, team, projectId);
    await start();
    expect(log.warn).toHaveBeenCalledWith(expect.stringContaining('none of the newest files is there'));
  });
});
