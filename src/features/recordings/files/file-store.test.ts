import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStoredFile, removeStoredFile, storeFile } from './file-store.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('bytes are stored unchanged, with their hash and size', async () => {
  const dataDir = await newFolder();
  const bytes = Buffer.from('a cue list');
  const stored = await storeFile(dataDir, { bytes }, 'cues.pdf');
  expect(stored).toMatchObject({ sha256: sha256Of(bytes), sizeBytes: 10, kind: 'document' });
  expect(stored.mediaType).toBe('application/octet-stream');
  expect(await readFile(join(dataDir, 'files', stored.storageKey))).toEqual(bytes);
});

test('a file on the disk is moved into the store', async () => {
  const dataDir = await newFolder();
  const path = join(dataDir, 'upload');
  // More than one piece of reading.
  const bytes = Buffer.alloc(3 * 1024 * 1024 + 17, 'antinode');
  await writeFile(path, bytes);
  const stored = await storeFile(dataDir, { path }, 'stems.zip');
  expect(stored.sha256).toBe(sha256Of(bytes));
  expect(await readdir(dataDir)).toEqual(['files']);
});

test.each(['../../x', '/etc/passwd', 'a/../../b.wav', '..', '', '\u202Egnp.exe', 'x'.repeat(1000)])(
  'no name leads out of the store: %j',
  async (name) => {
    const dataDir = await newFolder();
    const { storageKey } = await storeFile(dataDir, { bytes: Buffer.from('x') }, name);
    expect(storageKey).toMatch(/^[\da-f]{32}$/);
    expect(await readdir(dataDir, { recursive: true })).toEqual(['files', join('files', storageKey)]);
  },
);

test('a key that the store did not give out opens and removes nothing', async () => {
  const dataDir = await newFolder();
  await writeFile(join(dataDir, 'secret'), 'x');
  await expect(openStoredFile(dataDir, '../secret')).rejects.toThrow('no key');
  await expect(removeStoredFile(dataDir, '../secret')).rejects.toThrow('no key');
  expect(await readdir(dataDir)).toEqual(['secret']);
});

test('removed bytes are gone, and removing them again is fine', async () => {
  const dataDir = await newFolder();
  const { storageKey } = await storeFile(dataDir, { bytes: Buffer.from('x') }, 'x.txt');
  await removeStoredFile(dataDir, storageKey);
  await removeStoredFile(dataDir, storageKey);
  expect(await openStoredFile(dataDir, storageKey)).toBeNull();
});

test('nothing is left behind where bytes cannot be stored', async () => {
  const dataDir = await newFolder();
  await expect(storeFile(dataDir, { path: join(dataDir, 'missing') }, 'x.wav')).rejects.toThrow('ENOENT');
  expect(await readdir(join(dataDir, 'files'))).toEqual([]);
});

test('a file that is kept where it is has the same bytes in the store', async () => {
  const dataDir = await newFolder();
  const path = join(dataDir, 'upload');
  await writeFile(path, 'stems');
  const { storageKey } = await storeFile(dataDir, { path, isKept: true }, 'stems.zip');
  await rm(path);
  expect(String(await readFile(join(dataDir, 'files', storageKey)))).toBe('stems');
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
  const dataDir = await newFolder();
  const stored = await storeFile(dataDir, { bytes: Buffer.from(head, 'latin1') }, name);
  expect([stored.kind, stored.mediaType]).toEqual([kind, mediaType]);
});
