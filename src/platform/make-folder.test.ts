import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { makeFolder } from './make-folder.ts';

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
