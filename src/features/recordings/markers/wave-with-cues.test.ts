import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { waveFileOf } from '#src/features/recordings/files/wave-file.fixture.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { readableFileOf } from '#src/platform/readable-file.ts';
import { cueChunks } from './marker-files.ts';
import { waveWithCues } from './wave-with-cues.ts';

const marked = { markers: [{ atMs: 0, untilMs: null, text: 'From the top' }], rateHz: 8000 };

async function openWave(before?: Buffer) {
  const folder = makeTestFolder();
  const bytes = waveFileOf({ frames: 1_000_000, sample: () => 0.5, ...(before && { before }) });
  writeFileSync(join(folder, 'mix.wav'), bytes);
  return { handle: await open(join(folder, 'mix.wav')), bytes };
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
  test('reads each piece once the connection takes more, and closes the file at its end', async () => {
    const { handle } = await openWave();
    let pieces = 0;
    const drained = () => {
      pieces += 1;
      return Promise.resolve();
    };
    const copy = await waveWithCues(await readableFileOf(handle), marked, drained);
    const read = vi.spyOn(handle, 'read');
    const reader = copy?.stream.getReader();
    // The header, and one piece.
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

  test.each([0, 1, 2])('closes the file where nobody reads on after %i pieces', async (count) => {
    const { handle } = await openWave();
    const reader = (await waveWithCues(await readableFileOf(handle), marked))?.stream.getReader();
    for (let at = 0; at < count; at += 1) await reader?.read();
    await reader?.cancel();
    expect(handle.fd).toBe(-1);
  });

  test('breaks off and closes a file that has become shorter', async () => {
    const { handle } = await openWave();
    const copy = await waveWithCues(await readableFileOf(handle), marked);
    vi.spyOn(handle, 'read').mockResolvedValue({ bytesRead: 0, buffer: Buffer.alloc(0) });
    await expect(new Response(copy?.stream).arrayBuffer()).rejects.toThrow();
    expect(handle.fd).toBe(-1);
  });

  test('keeps the cues that the file has, in the same chunks', async () => {
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
});
