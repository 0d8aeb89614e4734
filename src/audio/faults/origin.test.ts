import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { decodeSound, probeSound } from '../decode-sound.ts';
import { inputPath, runFfmpeg } from '../ffmpeg.ts';
import { createSoundMeter } from '../sound-meter.ts';
import { drums, dullNoise, mix, plates, rateHz } from './planted-sounds.fixture.ts';

const frames = 3 * rateHz;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'origin-'));
  const air = dullNoise(7, 0.7, 0.2);
  const pieces = { mix: mix(3, 0.6), drums: drums(4, 0.6), plates: plates(5, 0.6) };
  for (const [name, samples] of Object.entries(pieces)) {
    const sample = (frame: number, channel: number) => {
      const own = samples[frame] ?? 0;
      // Cymbals and breath reach the top of the audible range; plates do not.
      return name === 'plates' ? own : own + (air[(frame + channel * 7777) % air.length] ?? 0);
    };
    const wave = { rateHz, bits: 24, channels: 2, frames, sample } as const;
    writeFileSync(join(folder, `${name}.wav`), waveFileOf(wave));
  }
});
afterAll(() => rm(folder, { recursive: true }));

type Step = readonly [container: string, args: readonly string[]];

/** Runs a file through a series of FFmpeg conversions. Returns the path of the result. */
async function through(name: string, steps: readonly Step[]): Promise<string> {
  let [path, container] = [join(folder, `${name}.wav`), 'wav'];
  for (const [index, [format, args]] of steps.entries()) {
    const next = join(folder, `${name}-${index}`);
    const target = openSync(next, 'w');
    const write = (bytes: Uint8Array, at: number) => void writeSync(target, bytes, 0, bytes.length, at);
    await runFfmpeg({
      program: 'exec',
      path,
      outputs: [{ name: 'out', write }],
      args: (output) => [
        '-v',
        'error',
        '-f',
        container,
        '-i',
        inputPath,
        ...args,
        '-f',
        format,
        output('out'),
      ],
    });
    closeSync(target);
    path = next;
    container = format;
  }
  return path;
}

async function kindsIn(path: string) {
  const format = await probeSound(path);
  if (typeof format === 'string') throw new Error(format);
  const meter = createSoundMeter(format);
  await decodeSound({ path, format, rendition: null }, meter.add);
  const origins = new Set(['lossy-origin', 'raised-rate', 'padded-bits']);
  return meter.read(false).findings?.faults.flatMap(({ kind }) => (origins.has(kind) ? [kind] : []));
}

const wave24: Step = ['wav', ['-c:a', 'pcm_s24le']];
const mp3 = (rate: string): Step => ['mp3', ['-c:a', 'libmp3lame', '-b:a', rate]];

describe.each(['mix', 'drums'])('a %s', (name) => {
  test.each([
    ['MP3 of 128 kbit/s', [mp3('128k')]],
    ['MP3 of 192 kbit/s', [mp3('192k')]],
    ['AAC of 96 kbit/s', [['mov', ['-c:a', 'aac', '-b:a', '96k']]]],
  ] as const)('that was %s looks like it', async (_format, steps) => {
    expect(await kindsIn(await through(name, [...steps, wave24]))).toEqual(['lossy-origin']);
  });

  test('is recognised as a former Opus file', async () => {
    const opus: Step = ['ogg', ['-c:a', 'libopus', '-ar', '48000', '-compression_level', '0', '-b:a', '96k']];
    expect(await kindsIn(await through(name, [opus, wave24]))).toEqual(['lossy-origin']);
  });

  test('is recognised as upsampled to 96 kHz', async () => {
    const raise: Step = ['wav', ['-ar', '96000', '-c:a', 'pcm_s24le']];
    expect(await kindsIn(await through(name, [raise]))).toEqual(['raised-rate']);
  });

  test('is not flagged as recorded or at 48 kHz', async () => {
    expect(await kindsIn(await through(name, []))).toEqual([]);
    expect(await kindsIn(await through(name, [['wav', ['-ar', '48000', '-c:a', 'pcm_s24le']]]))).toEqual([]);
  });

  test('is not flagged as an actual MP3', async () => {
    expect(await kindsIn(await through(name, [mp3('128k')]))).toEqual([]);
  });
});

test('does not flag sounds that stay well below the edge', async () => {
  expect(await kindsIn(await through('plates', []))).toEqual([]);
  expect(await kindsIn(await through('plates', [['flac', ['-c:a', 'flac', '-ar', '48000']]]))).toEqual([]);
});
