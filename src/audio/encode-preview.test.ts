import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { musicOf, rateHz } from './alignment/music.fixture.ts';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { decodeSound, probeSound } from './decode-sound.ts';
import { encode } from './encoded-sound.fixture.ts';
import { encodePreview, previewBytesOf } from './encode-preview.ts';
import { artefactPathOf } from './sound-measures.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'light-'));
});
afterAll(() => rm(folder, { recursive: true }));

const lengthS = 4;
const music = musicOf(lengthS);
const never = new AbortController().signal;

/** Encodes the preview of the music with the given number of channels, and decodes it. */
async function makePreview(channels: number) {
  const writeTo = join(folder, `music-${channels}`);
  const path = `${writeTo}.wav`;
  const sample = (frame: number, channel: number) => (music[frame] ?? 0) * (channel % 2 === 0 ? 1 : 0.5);
  await writeFile(path, waveFileOf({ rateHz, bits: 16, channels, frames: music.length, sample }));
  await encodePreview({ path, format: { container: 'wav', channels }, writeTo }, never);
  const light = artefactPathOf(writeTo, 'light');
  const format = await probeSound(light);
  if (typeof format === 'string') throw new Error(format);
  const samples: number[] = [];
  await decodeSound({ path: light, format, rendition: null }, (part) => {
    for (let at = 0; at < part.length; at += format.channels) samples.push(part[at] ?? 0);
  });
  return { format, samples: Float32Array.from(samples), sizeBytes: (await stat(light)).size };
}

const made = new Map<number, ReturnType<typeof makePreview>>();
/** Cached per channel count. */
function lightOf(channels: number) {
  const light = made.get(channels) ?? makePreview(channels);
  made.set(channels, light);
  return light;
}

/** Returns the similarity of the music and these samples, which are `later` samples behind: 1 is identical. */
function likeness(samples: Float32Array, from: number, later: number): number {
  let [both, one, other] = [0, 0, 0];
  for (let at = from; at < from + 24_000; at += 1) {
    const [a, b] = [music[at] ?? 0, samples[at + later] ?? 0];
    both += a * b;
    one += a * a;
    other += b * b;
  }
  return both / Math.sqrt(one * other || 1);
}

describe('the preview audio of a recording', () => {
  test('starts and ends at the same sample', async () => {
    const { samples, format } = await lightOf(2);
    expect(format).toMatchObject({ container: 'mov', codec: 'opus', channels: 2 });
    expect(format.declaredS).toBeCloseTo(lengthS, 3);
    // The last frame is padded; players stop at the declared length.
    expect(samples.length - music.length).toBeGreaterThanOrEqual(0);
    expect(samples.length - music.length).toBeLessThan(0.06 * rateHz);
    for (const from of [0, rateHz, 3 * rateHz]) {
      const alike = Array.from({ length: 801 }, (_, index) => likeness(samples, from, index - 400));
      expect(alike.indexOf(Math.max(...alike)) - 400).toBe(0);
      expect(likeness(samples, from, 0)).toBeGreaterThan(0.95);
    }
  });

  test('has about the expected size, less for one channel, and at most two channels', async () => {
    for (const [channels, kept] of [
      [1, 1],
      [2, 2],
      [6, 2],
    ] as const) {
      const { format, sizeBytes } = await lightOf(channels);
      expect(format.channels).toBe(kept);
      const said = previewBytesOf(channels, lengthS * 1000);
      expect(sizeBytes / said).toBeGreaterThan(0.6);
      expect(sizeBytes / said).toBeLessThan(1.3);
    }
  });

  test("omits the padding of the original's encoder", async () => {
    const wave = waveFileOf({ rateHz, frames: rateHz, sample: (frame) => music[frame] ?? 0 });
    const path = await encode(folder, 'padded.m4a', ['-c:a', 'aac', '-f', 'mp4'], wave);
    const format = await probeSound(path);
    if (typeof format === 'string') throw new Error(format);
    expect(format.endFrames).toBe(rateHz);
    const writeTo = join(folder, 'padded');
    await encodePreview({ path, format, writeTo }, never);
    expect(await probeSound(artefactPathOf(writeTo, 'light'))).toMatchObject({ declaredS: 1 });
  });

  test('fails for an unreadable file, and stops when aborted', async () => {
    const path = join(folder, 'broken.wav');
    await writeFile(path, 'RIFF');
    const task = {
      path,
      format: { container: 'wav', channels: 2 },
      writeTo: join(folder, 'broken'),
    } as const;
    await expect(encodePreview(task, never)).rejects.toThrow(/FFmpeg ended/);
    const reason = new Error('The server stops');
    await expect(encodePreview(task, AbortSignal.abort(reason))).rejects.toThrow(reason);
  });
});

// Linux has a device that is always full.
test.skipIf(!existsSync('/dev/full'))('encoding reports a full disk', async () => {
  const writeTo = join(folder, 'full');
  await writeFile(`${writeTo}.wav`, waveFileOf({ rateHz, frames: rateHz, sample: () => 0 }));
  await symlink('/dev/full', artefactPathOf(writeTo, 'light'));
  const task = { path: `${writeTo}.wav`, format: { container: 'wav', channels: 1 }, writeTo } as const;
  await expect(encodePreview(task, never)).rejects.toMatchObject({ code: 'ENOSPC' });
});
