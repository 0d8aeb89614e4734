import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStoredFile, removeStoredFile, storeFile } from './file-store.ts';
import { waveFileOf } from './wave-file.fixture.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const peaksOf = (peaks: string | null) => [...Buffer.from(peaks ?? '', 'base64')];

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

const quarter = (frame: number) => (frame >= 4000 && frame < 8000 ? 0.6 : 0);

test.each([
  { bits: 16, isFloat: false, channels: 1 },
  { bits: 24, isFloat: false, channels: 2 },
  { bits: 32, isFloat: false, channels: 6 },
  { bits: 32, isFloat: true, channels: 2 },
] as const)('the duration and the peaks of a WAV file are read: %j', async (shape) => {
  const dataDir = await newFolder();
  // Loud in the second quarter alone, and there on the last channel alone.
  const sample = (frame: number, channel: number) => (channel === shape.channels - 1 ? -quarter(frame) : 0);
  const bytes = waveFileOf({ ...shape, frames: 16_000, sample });
  const { kind, mediaType, durationMs, peaks } = await storeFile(dataDir, { bytes }, 'Mix.WAV');
  expect({ kind, mediaType, durationMs }).toEqual({
    kind: 'audio',
    mediaType: 'audio/wav',
    durationMs: 2000,
  });
  const expected = Array.from({ length: 400 }, (_, slice) => (slice >= 100 && slice < 200 ? 153 : 0));
  expect(peaksOf(peaks)).toEqual(expected);
});

test('a WAV file longer than one read has its peaks in the right places', async () => {
  const dataDir = await newFolder();
  const frames = 400_000;
  const bytes = waveFileOf({ frames, bits: 24, sample: (frame) => frame / frames });
  const { peaks, durationMs } = await storeFile(dataDir, { bytes }, 'ramp.wav');
  expect(durationMs).toBe(50_000);
  const expected = Array.from({ length: 400 }, (_, slice) =>
    Math.round((((slice + 1) * 1000 - 1) / frames) * 255),
  );
  expect(peaksOf(peaks)).toEqual(expected);
});

test('other chunks and wrong lengths in the header do not matter', async () => {
  const dataDir = await newFolder();
  const before = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1');
  for (const saidBytes of [0, 0xffff_ffff]) {
    const bytes = waveFileOf({ frames: 8000, sample: () => 1, before, saidBytes });
    const { durationMs, peaks } = await storeFile(dataDir, { bytes }, 'recorder.wav');
    expect(durationMs).toBe(1000);
    expect(new Set(peaksOf(peaks))).toEqual(new Set([255]));
  }
});

test('a broken WAV file is stored without a waveform', async () => {
  const dataDir = await newFolder();
  const whole = waveFileOf({ frames: 100, sample: () => 0 });
  const noChannels = Buffer.from(whole);
  noChannels.writeUInt16LE(0, 22);
  for (const bytes of [whole.subarray(0, 12), whole.subarray(0, 30), whole.subarray(0, 44), noChannels]) {
    const { kind, durationMs, peaks } = await storeFile(dataDir, { bytes }, 'broken.wav');
    expect({ kind, durationMs, peaks }).toEqual({ kind: 'audio', durationMs: null, peaks: null });
  }
});

test.each([
  ['a.wav', 'RIFF\0\0\0\0WAVE', 'audio', 'audio/wav'],
  ['a.mp3', 'ID3\u0004', 'audio', 'audio/mpeg'],
  ['a.mp3', '\u00ff\u00fb\u0090', 'audio', 'audio/mpeg'],
  ['a.flac', 'fLaC', 'audio', 'audio/flac'],
  ['a.ogg', 'OggS', 'audio', 'audio/ogg'],
  ['a.m4a', '\0\0\0\u0020ftypM4A ', 'audio', 'audio/mp4'],
  ['a.mp4', '\0\0\0\u0020ftypisom', 'video', 'application/octet-stream'],
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
