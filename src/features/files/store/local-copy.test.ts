import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startObjectStore } from '#src/platform/bucket/bucket.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { fileStoreOf } from './file-store.ts';
import { removeAbandonedCopies, withLocalCopy } from './local-copy.ts';

const now = new Date('2026-11-21T12:00:00Z');

async function makeServices(kind: 'folder' | 'bucket') {
  const dataDir = makeTestFolder();
  const bucket = kind === 'bucket' ? (await startObjectStore()).address : null;
  const services = { config: { dataDir, bucket }, clock: { now: () => now } } as unknown as Services;
  const { storageKey } = await fileStoreOf(services.config).store({ bytes: Buffer.from('sound') }, 'mix.wav');
  const copies = async () => {
    const found = await readdir(join(dataDir, 'scratch'), { recursive: true }).catch(() => []);
    return found.filter((name) => name.includes('/'));
  };
  return { services, dataDir, storageKey, copies };
}

test.each(['folder', 'bucket'] as const)(
  'a file of a %s is read on the disk, and no copy is left',
  async (kind) => {
    const { services, storageKey, copies } = await makeServices(kind);
    const { signal } = new AbortController();
    const read = await withLocalCopy(services, storageKey, signal, async (path) => {
      expect(await copies()).toHaveLength(kind === 'bucket' ? 1 : 0);
      return readFile(path, 'utf8');
    });
    expect(read).toBe('sound');
    const failing = withLocalCopy(services, storageKey, signal, () => Promise.reject(new Error('no sound')));
    await expect(failing).rejects.toThrow('no sound');
    const ended = withLocalCopy(services, storageKey, AbortSignal.abort(new Error('stops')), async () => {
      if (kind === 'bucket') throw new Error('It was used');
      throw new Error('stops');
    });
    await expect(ended).rejects.toThrow('stops');
    expect(await copies()).toEqual([]);
  },
);

test('removes copies of dead processes, not of running ones', async () => {
  const { services, dataDir } = await makeServices('folder');
  const make = async (name: string, ageMs = 0) => {
    const folder = join(dataDir, 'scratch', name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'copy'), 'sound');
    const at = new Date(now.getTime() - ageMs);
    await utimes(folder, at, at);
  };
  const day = 24 * 3600_000;
  // No process has this id.
  await make(`${hostname()}.4194305`);
  await make(`${hostname()}.${process.ppid}`);
  await make(`${hostname()}.${process.pid}`);
  await make('another-host.1', day + 1);
  await make('third-host.1', day - 1000);
  const left = async () => (await readdir(join(dataDir, 'scratch'))).toSorted();
  await removeAbandonedCopies(services, { isStarting: false });
  const running = [`${hostname()}.${process.pid}`, `${hostname()}.${process.ppid}`, 'third-host.1'];
  expect(await left()).toEqual(running.toSorted());
  await removeAbandonedCopies(services, { isStarting: true });
  expect(await left()).toEqual(running.slice(1).toSorted());
});
