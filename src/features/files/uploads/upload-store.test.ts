import fs from 'node:fs';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Upload } from '@tus/server';
import type { Services } from '#src/platform/services/services.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { createUploadFolder } from './upload-folder.ts';
import { uploadStoreOf } from './upload-store.ts';

const now = new Date('2026-11-21T12:00:00Z');

/** Services of one process that receives no notifications about uploads in other processes. */
function servicesIn(dataDir: string): Services {
  const database = { listen: async () => async () => undefined };
  return { config: { dataDir }, database, stopping: new AbortController().signal } as unknown as Services;
}

async function makeFolder(ages: Readonly<Record<string, number>>): Promise<string> {
  const folder = makeTestFolder();
  for (const [name, ageMs] of Object.entries(ages)) {
    await writeFile(join(folder, name), 'x');
    const at = new Date(now.getTime() - ageMs);
    await utimes(join(folder, name), at, at);
  }
  return folder;
}

test('removes an upload with its metadata a day after its last byte', async () => {
  const hour = 3600_000;
  const folder = await makeFolder({
    fresh: hour,
    'fresh.json': 30 * hour,
    old: 24 * hour,
    'old.json': 40 * hour,
    'orphan.json': 25 * hour,
  });
  expect(await createUploadFolder(folder).removeOld(now)).toBe(2);
  expect((await readdir(folder)).toSorted()).toEqual(['fresh', 'fresh.json']);
});

test('removes an upload without any bytes an hour after its creation', async () => {
  const hour = 3600_000;
  const ages = { unsent: hour, begun: 2 * hour, young: hour / 2, empty: 2 * hour };
  const folder = await makeFolder(ages);
  for (const [name, ageMs] of Object.entries(ages)) {
    const at = new Date(now.getTime() - ageMs);
    for (const [part, text] of [
      [name, name === 'begun' ? 'x' : ''],
      [`${name}.json`, JSON.stringify({ id: name, size: name === 'empty' ? 0 : 5 })],
    ] as const) {
      await writeFile(join(folder, part), text);
      await utimes(join(folder, part), at, at);
    }
  }
  expect(await createUploadFolder(folder).removeOld(now)).toBe(1);
  expect(await createUploadFolder(folder).list()).toEqual(['begun', 'empty', 'young']);
});

test('removes nothing if nothing was ever uploaded', async () => {
  expect(await createUploadFolder('/nowhere/uploads').removeOld(now)).toBe(0);
});

test('never reads partially written metadata', async () => {
  const dataDir = await makeFolder({});
  const services = servicesIn(dataDir);
  const { files, note } = await uploadStoreOf(services);
  const upload = new Upload({ id: 'one', size: 5, offset: 0, metadata: { name: 'a'.repeat(4_000_000) } });
  await files.create(upload);
  const rewriting = Promise.all(Array.from({ length: 12 }, () => note(upload)));
  for (let read = 0; read < 12; read++) expect((await files.getUpload('one')).size).toBe(5);
  await rewriting;
});

test('survives the removal of the upload folder during its first use', async () => {
  // The library's own calls fail outside of any request.
  const making = vi.spyOn(fs, 'mkdir');
  const services = servicesIn(makeTestFolder());
  await uploadStoreOf(services);
  expect(making).not.toHaveBeenCalled();
  making.mockRestore();
});
