import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { keepPrivate } from './keep-private.ts';

async function openFolder() {
  const folder = makeTestFolder();
  const dataDir = join(folder, 'data');
  for (const name of ['database/base/1', 'files/ab', 'uploads'])
    await mkdir(join(dataDir, name), { recursive: true });
  for (const name of ['secret', 'database/base/1/112', 'files/ab/abc', 'uploads/u'])
    await writeFile(join(dataDir, name), 'private');
  await writeFile(join(folder, 'elsewhere'), 'not ours');
  await symlink(join(folder, 'elsewhere'), join(dataDir, 'link'));
  const paths = [
    '',
    'secret',
    'database',
    'database/base/1',
    'database/base/1/112',
    'files/ab',
    'files/ab/abc',
    'uploads/u',
  ];
  const modeOf = async (name: string) => ((await stat(join(dataDir, name))).mode & 0o777).toString(8);
  return {
    dataDir,
    elsewhere: join(folder, 'elsewhere'),
    open: async (names = paths) => {
      for (const name of names) await chmod(join(dataDir, name), name.includes('secret') ? 0o666 : 0o777);
    },
    modes: async () => Promise.all(paths.map(modeOf)),
  };
}

const closed = ['700', '600', '700', '700', '700', '700', '700', '700'];

test('makes an open data directory and everything in it private', async () => {
  const { dataDir, elsewhere, open, modes } = await openFolder();
  await open();
  await chmod(elsewhere, 0o644);
  expect(await keepPrivate(dataDir)).toBeGreaterThanOrEqual(8);
  expect(await modes()).toEqual(closed);
  expect((await stat(elsewhere)).mode & 0o777, 'a link is not followed').toBe(0o644);
  expect(await keepPrivate(dataDir)).toBe(0);
});

test('checks files in a private directory once, everything else each time', async () => {
  const { dataDir, open, modes } = await openFolder();
  await chmod(dataDir, 0o700);
  await open(['files/ab/abc', 'secret']);
  await keepPrivate(dataDir);
  expect((await modes())[6], 'the first time').toBe('700');
  await open(['files/ab/abc', 'secret']);
  expect(await keepPrivate(dataDir)).toBe(1);
  expect(await modes()).toMatchObject({ 1: '600', 6: '777' });
  await chmod(dataDir, 0o755);
  expect(await keepPrivate(dataDir), 'others could reach it').toBe(2);
  expect((await modes())[6]).toBe('700');
});

test('ignores a data directory that does not exist yet', async () => {
  expect(await keepPrivate(join(tmpdir(), 'no such directory'))).toBe(0);
});
