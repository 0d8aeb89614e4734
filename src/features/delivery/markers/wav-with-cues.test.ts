import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { waveBytesOf, wavHeader } from '#src/audio/wav-header.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { readableFileOf } from '#src/platform/readable-file.ts';
import { cueChunks } from './marker-files.ts';
import { readHeldCues, waveWithCues } from './wav-with-cues.ts';

const marked = [{ atMs: 0, untilMs: null, text: 'From the top' }];

async function openFile(bytes: Buffer) {
  const path = join(makeTestFolder(), 'mix.wav');
  writeFileSync(path, bytes);
  return { handle: await open(path), bytes };
}

const openWave = (before?: Buffer) =>
  openFile(waveFileOf({ frames: 1_000_000, sample: () => 0.5, ...(before && { before }) }));

async function copyOf(bytes: Buffer) {
  const { handle } = await openFile(bytes);
  const copy = await waveWithCues(await readableFileOf(handle), marked);
  return copy && Buffer.from(await new Response(copy.stream).arrayBuffer());
}

function chunksOf(file: Buffer) {
  const chunks: { readonly name: string; readonly data: Buffer }[] = [];
  for (let at = 12; at < file.length;) {
    const length = file.readUInt32LE(at + 4);
    const data = file.subarray(at + 8, at + 8 + length);
    chunks.push({ name: file.toString('latin1', at, at + 4), data });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

describe('the stream of a copy with cues', () => {
  test('reads each chunk on demand and closes the file at its end', async () => {
    const { handle } = await openWave();
    let pieces = 0;
    const drained = () => {
      pieces += 1;
      return Promise.resolve();
    };
    const copy = await waveWithCues(await readableFileOf(handle), marked, drained);
    const read = vi.spyOn(handle, 'read');
    const reader = copy?.stream.getReader();
    // The header and one chunk.
    await reader?.read();
    await reader?.read();
    expect(read).toHaveBeenCalledOnce();
    expect(pieces).toBe(1);
    let length = 12 + 256 * 1024;
    for (let next = await reader?.read(); next?.value; next = await reader?.read())
      length += next.value.length;
    expect(length).toBe(copy?.sizeBytes);
    expect(handle.fd).toBe(-1);
  });

  test.each([0, 1, 2])('closes the file if reading stops after %i chunks', async (count) => {
    const { handle } = await openWave();
    const reader = (await waveWithCues(await readableFileOf(handle), marked))?.stream.getReader();
    for (let at = 0; at < count; at += 1) await reader?.read();
    await reader?.cancel();
    expect(handle.fd).toBe(-1);
  });

  test('aborts and closes a file that was truncated', async () => {
    const { handle } = await openWave();
    const copy = await waveWithCues(await readableFileOf(handle), marked);
    vi.spyOn(handle, 'read').mockResolvedValue({ bytesRead: 0, buffer: Buffer.alloc(0) });
    await expect(new Response(copy?.stream).arrayBuffer()).rejects.toThrow();
    expect(handle.fd).toBe(-1);
  });

  test("keeps the file's cues in the same chunks", async () => {
    const own = cueChunks([{ atMs: 1000, untilMs: 2000, text: 'Made in the studio' }], 8000);
    const { handle, bytes } = await openWave(own);
    const copy = await waveWithCues(await readableFileOf(handle), marked);
    const file = Buffer.from(await new Response(copy?.stream).arrayBuffer());
    expect(file.length).toBe(copy?.sizeBytes);
    const chunks = chunksOf(file);
    expect(chunks.map(({ name }) => name)).toEqual(['fmt ', 'JUNK', 'JUNK', 'data', 'cue ', 'LIST']);
    const [cues, labels] = chunks.slice(-2).map(({ data }) => data);
    expect(cues?.readUInt32LE(0)).toBe(2);
    const points = [4, 28].map((at) => [cues?.readUInt32LE(at), cues?.readUInt32LE(at + 20)]);
    expect(points).toEqual([
      [1, 8000],
      [2, 0],
    ]);
    for (const text of ['Made in the studio', 'From the top', 'rgn '])
      expect(labels?.toString('latin1')).toContain(text);
    const samples = (of: Buffer) => chunksOf(of).find(({ name }) => name === 'data')?.data;
    expect(samples(file)?.equals(samples(bytes) as Buffer)).toBe(true);
  });

  test('finds the cues of an RF64 file after its samples', async () => {
    const cues = cueChunks([{ atMs: 1000, untilMs: null, text: 'Far behind' }], 8000);
    const sound = { rateHz: 8000, channels: 1, layout: null, samples: 's16le', frames: 2 ** 32 } as const;
    const path = join(makeTestFolder(), 'large.wav');
    const head = wavHeader(sound, cues.length);
    writeFileSync(path, head);
    // The file is sparse.
    truncateSync(path, head.length + waveBytesOf(sound));
    appendFileSync(path, cues);
    const held = await readHeldCues(await readableFileOf(await open(path)));
    expect([held.points.length, held.labels.toString('latin1')]).toEqual([
      24,
      expect.stringContaining('Far behind'),
    ]);
  });

  test.each([
    ['that was cut off in the middle', (bytes: Buffer) => bytes.subarray(0, 1001), 957],
    [
      'whose last byte makes it even and is not counted',
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1)]),
      3003,
    ],
    ['of an odd length', (bytes: Buffer) => bytes, 3003],
  ])('is a whole WAV file of a file %s', async (_name, change, dataBytes) => {
    const bytes = waveFileOf({ frames: 1001, bits: 24, sample: () => 0.5 });
    const file = await copyOf(change(bytes));
    expect(file?.readUInt32LE(4)).toBe((file?.length ?? 0) - 8);
    const chunks = chunksOf(file ?? Buffer.alloc(0));
    expect(chunks.map(({ name, data }) => [name, data.length])).toEqual([
      ['fmt ', 16],
      ['data', dataBytes],
      ['cue ', 28],
      ['LIST', expect.any(Number)],
    ]);
  });

  test.each([
    ['is none', Buffer.from('RIFX nothing of a wave')],
    [
      'goes on behind its end',
      Buffer.concat([waveFileOf({ frames: 100, sample: () => 0 }), Buffer.alloc(10)]),
    ],
    ['was never closed', Buffer.concat([waveFileOf({ frames: 0, sample: () => 0 }), Buffer.alloc(4000)])],
  ])('is not made of a file that %s', async (_name, bytes) => {
    expect(await copyOf(bytes)).toBeNull();
  });
});
