import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { waveFileOf } from '#src/features/recordings/files/wave-file.fixture.ts';
import { waveWithCues } from './wave-with-cues.ts';

const marked = { markers: [{ atMs: 0, untilMs: null, text: 'From the top' }], rateHz: 8000 };

async function openWave() {
  const folder = mkdtempSync(join(tmpdir(), 'cues-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bytes = waveFileOf({ frames: 1_000_000, sample: () => 0.5 });
  writeFileSync(join(folder, 'mix.wav'), bytes);
  return { handle: await open(join(folder, 'mix.wav')), bytes };
}

describe('the stream of a copy with cues', () => {
  test('reads each piece once the connection takes more, and closes the file at its end', async () => {
    const { handle, bytes } = await openWave();
    const read = vi.spyOn(handle, 'read');
    let pieces = 0;
    const drained = () => {
      pieces += 1;
      return Promise.resolve();
    };
    const copy = await waveWithCues(handle, bytes.length, marked, drained);
    const reader = copy?.stream.getReader();
    await reader?.read();
    await reader?.read();
    // The header, and one piece.
    expect(read).toHaveBeenCalledTimes(2);
    expect(pieces).toBe(1);
    let length = 12 + 256 * 1024;
    for (let next = await reader?.read(); next?.value; next = await reader?.read())
      length += next.value.length;
    expect(length).toBe(copy?.sizeBytes);
    expect(handle.fd).toBe(-1);
  });

  test.each([0, 1, 2])('closes the file where nobody reads on after %i pieces', async (count) => {
    const { handle, bytes } = await openWave();
    const reader = (await waveWithCues(handle, bytes.length, marked))?.stream.getReader();
    for (let at = 0; at < count; at += 1) await reader?.read();
    await reader?.cancel();
    expect(handle.fd).toBe(-1);
  });

  test('breaks off and closes a file that has become shorter', async () => {
    const { handle, bytes } = await openWave();
    const copy = await waveWithCues(handle, bytes.length, marked);
    vi.spyOn(handle, 'read').mockResolvedValue({ bytesRead: 0, buffer: Buffer.alloc(0) });
    await expect(new Response(copy?.stream).arrayBuffer()).rejects.toThrow();
    expect(handle.fd).toBe(-1);
  });
});
