import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isDiskAway } from '#src/platform/disk-room.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { askFileStore } from './ask-file-store.ts';
import { makeFileStore, openStoredFile } from './file-store.ts';

const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('a store of files that is asked keeps nothing of it', async () => {
  const dataDir = makeTestFolder();
  await makeFileStore(dataDir);
  await askFileStore(dataDir);
  expect(await readdir(join(dataDir, 'files'))).toEqual([]);
});

test('a store whose folder is gone is away, where it is asked and where a file of it is opened', async () => {
  const dataDir = makeTestFolder();
  await makeFileStore(dataDir);
  const key = '0'.repeat(32);
  expect(await openStoredFile(dataDir, key), 'one file that is gone is no outage').toBeNull();
  await rm(join(dataDir, 'files'), { recursive: true });
  expect(isDiskAway(await thrownBy(openStoredFile(dataDir, key)))).toBe(true);
  expect(isDiskAway(await thrownBy(askFileStore(dataDir)))).toBe(true);
  // Asking makes no other folder in its place.
  expect(await readdir(dataDir)).toEqual([]);
});
