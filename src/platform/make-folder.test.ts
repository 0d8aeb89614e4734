import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { makeDataDir, makeFolder } from './make-folder.ts';

test('a folder is made with what is missing above it, its owner’s alone, and once', async () => {
  const above = makeTestFolder();
  const path = join(above, 'a/b/c');
  await Promise.all([makeFolder(path), makeFolder(path)]);
  await makeFolder(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect((await stat(join(above, 'a'))).mode & 0o777).toBe(0o700);
});

test('a file in its place is an error', async () => {
  const above = makeTestFolder();
  await writeFile(join(above, 'file'), '');
  await expect(makeFolder(join(above, 'file'))).rejects.toThrow('EEXIST');
});

test.runIf(existsSync('/proc/self'))('where nothing can be made it says so, and ends', async () => {
  await expect(makeFolder('/proc/antinode/data')).rejects.toThrow('ENOENT');
});

test('a data directory in which nothing can be kept is refused with the reason and what to do', async () => {
  const file = join(makeTestFolder(), 'file');
  await writeFile(file, '');
  const advice = 'Set DATA_DIR to a folder in which this user may write.';
  await expect(makeDataDir(file)).rejects.toThrow(
    `nothing can be kept in ${file}, because there is a file of that name (EEXIST). ${advice}`,
  );
  await expect(makeDataDir(join(file, 'data'))).rejects.toThrow(
    'because a part of that path is a file (ENOTDIR)',
  );
});
