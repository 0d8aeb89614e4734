import { createHash } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startObjectStore } from '#src/platform/bucket/bucket.fixture.ts';
import { isDiskAway } from '#src/platform/disk-room.ts';
import { readAndClose } from '#src/platform/readable-file.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { fileStoreOf } from './file-store.ts';
import type { FileStore } from './stored-bytes.ts';
import { listKept, storeKinds, type StoreKind } from './file-stores.fixture.ts';

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const unknown = '0'.repeat(32);

async function makeStore(kind: StoreKind) {
  const dataDir = makeTestFolder();
  const objects = kind === 'bucket' ? await startObjectStore() : null;
  const config = { dataDir, bucket: objects?.address ?? null };
  const store = fileStoreOf(config);
  await store.prepare();
  const goAway = async () => (objects ? objects.stop() : rm(join(dataDir, 'files'), { recursive: true }));
  return { store, dataDir, goAway, kept: () => listKept(config) };
}

async function readFrom(store: FileStore, storageKey: string): Promise<Buffer | null> {
  const file = await store.open(storageKey);
  return file && readAndClose(file);
}

describe.each(storeKinds)('files in a %s', (kind) => {
  test('are kept unchanged, with their hash, size and type', async () => {
    const { store } = await makeStore(kind);
    const bytes = Buffer.from('a cue list');
    const stored = await store.store({ bytes }, 'cues.pdf');
    const known = { sha256: sha256Of(bytes), sizeBytes: 10, kind: 'document' };
    expect(stored).toMatchObject({ ...known, mediaType: 'application/octet-stream' });
    expect(await readFrom(store, stored.storageKey)).toEqual(bytes);
    expect(await store.sizeOf(stored.storageKey)).toBe(10);
  });

  test('are stored from the disk by moving or copying', async () => {
    const { store, dataDir } = await makeStore(kind);
    const path = join(dataDir, 'upload');
    // More than one read chunk and one upload part of an object store.
    const bytes = Buffer.alloc(9 * 1024 * 1024 + 17, 'antinode');
    await writeFile(path, bytes);
    for (const isKept of [true, false]) {
      const stored = await store.store({ path, isKept }, 'stems.zip');
      expect(stored).toMatchObject({ sha256: sha256Of(bytes), sizeBytes: bytes.length });
      expect((await readFrom(store, stored.storageKey))?.equals(bytes)).toBe(true);
      expect((await readdir(dataDir)).includes('upload')).toBe(isKept);
    }
  });

  test('are stored from chunks, with the hash of the received bytes', async () => {
    const { store } = await makeStore(kind);
    const pieces = (async function* () {
      for (let count = 0; count < 100; count += 1) yield Buffer.alloc(100_003, count);
    })();
    const stored = await store.store({ pieces }, 'stems.zip');
    const found = await readFrom(store, stored.storageKey);
    expect(stored).toMatchObject({ sha256: sha256Of(found ?? Buffer.alloc(0)), sizeBytes: 10_000_300 });
  });

  test('are read in parts', async () => {
    const { store } = await makeStore(kind);
    const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, index) => index % 251));
    const { storageKey } = await store.store({ bytes }, 'x.wav');
    const file = await store.open(storageKey);
    expect(file?.sizeBytes).toBe(bytes.length);
    expect(await file?.read(699_990, 100)).toEqual(bytes.subarray(699_990));
    const parts: Buffer[] = [];
    for await (const piece of file?.pieces(100, 600_000) ?? []) parts.push(piece);
    expect(Buffer.concat(parts).equals(bytes.subarray(100, 600_100))).toBe(true);
    await file?.close();
  });

  test.each(['../../x', '/etc/passwd', 'a/../../b.wav', '..', '', '\u202Egnp.exe', 'x'.repeat(1000)])(
    'are kept under a random key, whatever their name: %j',
    async (name) => {
      const { store, kept } = await makeStore(kind);
      const { storageKey } = await store.store({ bytes: Buffer.from('x') }, name);
      expect(storageKey).toMatch(/^[\da-f]{32}$/);
      expect(await kept()).toEqual([storageKey]);
    },
  );

  test('are neither opened nor removed under an unknown key', async () => {
    const { store, dataDir } = await makeStore(kind);
    await writeFile(join(dataDir, 'secret'), 'x');
    for (const ask of [store.open, store.remove, store.sizeOf, store.link])
      await expect(async () => ask('../secret')).rejects.toThrow('no key');
    expect(await readdir(dataDir)).toContain('secret');
  });

  test('can be removed twice without an error', async () => {
    const { store, kept } = await makeStore(kind);
    const { storageKey } = await store.store({ bytes: Buffer.from('x') }, 'x.txt');
    await store.remove(storageKey);
    await store.remove(storageKey);
    expect([await store.open(storageKey), await store.sizeOf(storageKey)]).toEqual([null, null]);
    expect([await kept(), await store.isEmpty()]).toEqual([[], true]);
  });

  test('that cannot be stored leave nothing behind', async () => {
    const { store, dataDir, kept } = await makeStore(kind);
    await expect(store.store({ path: join(dataDir, 'missing') }, 'x.wav')).rejects.toThrow('ENOENT');
    expect(await kept()).toEqual([]);
  });

  test('remain under a second key after the first is removed', async () => {
    const { store } = await makeStore(kind);
    const { storageKey } = await store.store({ bytes: Buffer.from('stems') }, 'stems.zip');
    const second = (await store.link(storageKey)) ?? '';
    await store.remove(storageKey);
    expect(String(await readFrom(store, second))).toBe('stems');
    expect(await store.link(unknown)).toBeNull();
  });

  test('are stored under a given key, completely or not at all', async () => {
    const { store, kept } = await makeStore(kind);
    const pieces = async function* () {
      yield Buffer.from('stems');
    };
    const breaking = async function* () {
      yield Buffer.alloc(9 * 1024 * 1024);
      throw new Error('cut off');
    };
    await expect(store.put(unknown, breaking())).rejects.toThrow('cut off');
    expect(await kept()).toEqual([]);
    await store.put(unknown, pieces());
    await store.put(unknown, pieces());
    expect(String(await readFrom(store, unknown))).toBe('stems');
    expect([await kept(), await store.isEmpty()]).toEqual([[unknown], false]);
  });

  test('are reported as unavailable, not missing, if the store is unavailable', async () => {
    const { store, goAway } = await makeStore(kind);
    expect(await store.open(unknown), 'one file that is gone is no outage').toBeNull();
    await goAway();
    for (const ask of [() => store.open(unknown), store.requireThere])
      expect(isDiskAway(await ask().catch((error: unknown) => error))).toBe(true);
  });
});

test.each([
  ['a.wav', 'RIFF\0\0\0\0WAVE', 'audio', 'audio/wav'],
  ['a.mp3', 'ID3\u0004', 'audio', 'audio/mpeg'],
  ['a.mp3', '\u00ff\u00fb\u0090', 'audio', 'audio/mpeg'],
  ['a.flac', 'fLaC', 'audio', 'audio/flac'],
  ['a.ogg', 'OggS', 'audio', 'audio/ogg'],
  ['a.m4a', '\0\0\0\u0020ftypM4A ', 'audio', 'audio/mp4'],
  ['a.mp4', '\0\0\0\u0020ftypisom', 'video', 'video/mp4'],
  ['a.mov', '\0\0\0\u0008wide', 'video', 'video/mp4'],
  ['a.mp4', '\u001a\u0045\u00df\u00a3', 'video', 'video/webm'],
  ['a.ogv', 'OggS', 'video', 'video/ogg'],
  ['a.mp4', '<html><script>', 'video', 'application/octet-stream'],
  ['a.avi', 'RIFF\0\0\0\0AVI ', 'video', 'application/octet-stream'],
  ['a.wav', 'ID3\u0004', 'audio', 'audio/mpeg'],
  ['a.mp3', 'RIFF\0\0\0\0WAVE', 'audio', 'audio/wav'],
  ['a.m4a', '\u00ff\u00f1\u0050', 'audio', 'audio/aac'],
  ['a.wav', '<html><script>', 'other', 'application/octet-stream'],
  ['a.mp3', '<svg xmlns="x">', 'other', 'application/octet-stream'],
  ['a.svg', '<svg xmlns="x">', 'image', 'application/octet-stream'],
  ['a.html', 'RIFF\0\0\0\0WAVE', 'other', 'application/octet-stream'],
  ['a.constructor', 'RIFF\0\0\0\0WAVE', 'other', 'application/octet-stream'],
  ['wav', 'RIFF\0\0\0\0WAVE', 'audio', 'audio/wav'],
  ['a.csv', 'a,b', 'data', 'application/octet-stream'],
  ['', '', 'other', 'application/octet-stream'],
])('a file named %j that begins with %j is %s', async (name, head, kind, mediaType) => {
  const { store } = await makeStore('folder');
  const stored = await store.store({ bytes: Buffer.from(head, 'latin1') }, name);
  expect([stored.kind, stored.mediaType]).toEqual([kind, mediaType]);
});
