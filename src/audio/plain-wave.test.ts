import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { inputArgs, probeFormat, soundArgs } from './decode-sound.ts';
import { inputPath, runFfmpeg } from './ffmpeg.ts';
import { plainFormatOf, plainWaveOf } from './plain-wave.ts';
import type { SoundFormat } from './sound-format.ts';
import { wavHeader, type WaveSound } from './wav-header.ts';

// What is read here must be what FFmpeg reads, bit by bit; whatever is not goes to FFmpeg.

const folder = mkdtempSync(join(tmpdir(), 'plain-wave-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'sound.wav');

const frames = 5000;
const sample = (frame: number, channel: number) =>
  Math.sin(frame / (3 + channel)) * Math.min(1, frame / 1000) * (frame === 4000 ? -1 : 0.9);

function chunkOf(name: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** A WAV file of two channels and 16 bits, changed at some places. */
function changed(change: (bytes: Buffer) => void, wave: Parameters<typeof waveFileOf>[0] = plain): Buffer {
  const bytes = waveFileOf(wave);
  change(bytes);
  return bytes;
}
const plain = { channels: 2, rateHz: 44_100, frames, sample };
const [fmtAt, dataAt] = [12, 36];

/** A file as a studio's programs write it, with its loudspeakers if there are more than two. */
function written(sound: WaveSound, said?: number): Buffer {
  const { channels, samples } = sound;
  const bits = Number(samples.slice(1, 3)) as 16 | 24 | 32;
  const bytes = waveFileOf({ channels, bits, isFloat: samples === 'f32le', frames, sample });
  const header = wavHeader(sound, 0);
  if (said !== undefined) header.writeUInt32LE(said, header.length - 4);
  return Buffer.concat([header, bytes.subarray(44)]);
}

/** RF64 with the length of its samples in a chunk of its own. */
function withLargeLengths(sampleBytes: number, said = 0xff_ff_ff_ff): Buffer {
  const bytes = waveFileOf({ ...plain, saidBytes: said });
  const lengths = Buffer.alloc(28);
  lengths.writeBigUInt64LE(BigInt(bytes.length + 28), 0);
  lengths.writeBigUInt64LE(BigInt(sampleBytes), 8);
  lengths.writeBigUInt64LE(BigInt(frames), 16);
  bytes.write('RF64', 'latin1');
  bytes.writeUInt32LE(0xff_ff_ff_ff, 4);
  return Buffer.concat([bytes.subarray(0, 12), chunkOf('ds64', lengths), bytes.subarray(12)]);
}

async function withFfmpeg(format: SoundFormat) {
  const parts: Buffer[] = [];
  const run = await runFfmpeg({
    program: 'exec',
    path,
    outputs: [{ name: 'pcm', write: (bytes) => void parts.push(Buffer.from(bytes)) }],
    args: (output) => [
      '-v',
      'error',
      ...inputArgs('wav'),
      '-i',
      inputPath,
      ...soundArgs(format),
      '-c:a',
      'pcm_f32le',
      '-f',
      'f32le',
      output('pcm'),
    ],
  });
  return { samples: Buffer.concat(parts), complaint: run.complaint.replace('Aborted()', '') };
}

/** Returns who reads a file: its header, and its samples. Throws if a reader differs from FFmpeg. */
async function readersOf(bytes: Uint8Array) {
  writeFileSync(path, bytes);
  const theirs = await probeFormat(path, 'wav');
  const ours = plainFormatOf(path);
  if (ours) expect(ours).toEqual(theirs);
  if (typeof theirs === 'string') return [ours ? 'own' : 'FFmpeg', theirs];
  const wave = plainWaveOf(path, theirs);
  if (wave) {
    const parts: Buffer[] = [];
    const shares: number[] = [];
    const complaint = wave.read(
      (samples) =>
        parts.push(
          Buffer.from(
            samples.buffer.slice(samples.byteOffset, samples.byteOffset + samples.byteLength) as ArrayBuffer,
          ),
        ),
      (share) => shares.push(share),
    );
    const expected = await withFfmpeg(theirs);
    expect(complaint).toBe(expected.complaint);
    expect(Buffer.concat(parts).equals(expected.samples)).toBe(true);
    expect(shares.at(-1)).toBe(1);
  }
  return [ours ? 'own' : 'FFmpeg', wave ? 'own' : 'FFmpeg'];
}

describe('is read like FFmpeg does', () => {
  const bits = [16, 24, 32] as const;
  test.each(bits.flatMap((each) => [1, 2, 3].map((channels) => [each, channels] as const)))(
    'in %i bits and %i channels',
    async (each, channels) => {
      expect(await readersOf(waveFileOf({ ...plain, bits: each, channels }))).toEqual(['own', 'own']);
    },
  );

  test('as floats, also above full scale and where they are no numbers', async () => {
    const odd = (frame: number) => [0.5, 1.5, Number.NaN, Infinity, -2][frame % 5] ?? 0;
    const wave = { ...plain, bits: 32 as const, isFloat: true, sample: odd };
    expect(await readersOf(waveFileOf(wave))).toEqual(['own', 'own']);
  });

  test.each([
    ['5.1', 6, 's24le'],
    ['5.1(side)', 6, 'f32le'],
    ['quad', 4, 's16le'],
    ['7.1', 8, 's24le'],
  ] as const)('with the loudspeakers of %s', async (layout, channels, samples) => {
    const wave = written({ rateHz: 48_000, channels, layout, samples, frames });
    expect(await readersOf(wave)).toEqual(['own', 'own']);
  });

  const bytes = 4 * frames;
  test.each([
    ['RF64', withLargeLengths(bytes)],
    ['RF64 that is cut', withLargeLengths(2 * bytes)],
    [
      'chunks around its samples',
      Buffer.concat([
        waveFileOf({ ...plain, before: chunkOf('LIST', Buffer.alloc(27, 65)) }),
        chunkOf('LIST', Buffer.from('INFOISFT\u0004\0\0\0Lavf')),
      ]),
    ],
    ['an odd number of bytes', waveFileOf({ ...plain, channels: 1, bits: 24, frames: 4999 })],
    ['a file that is cut', waveFileOf(plain).subarray(0, 44 + 4 * 3000)],
  ])('with %s', async (_name, wave) => {
    expect(await readersOf(wave)).toEqual(['own', 'own']);
  });

  test.each([0, 0xff_ff_ff_ff])('up to the end if its length is %i', async (saidBytes) => {
    // Its length in seconds is FFmpeg's to say.
    expect(await readersOf(waveFileOf({ ...plain, saidBytes }))).toEqual(['FFmpeg', 'own']);
    expect(await readersOf(waveFileOf({ ...plain, saidBytes, frames: 50_000 }))).toEqual(['FFmpeg', 'own']);
  });
});

describe('is left to FFmpeg', () => {
  const cut = (bytes: number) => waveFileOf(plain).subarray(0, 44 + bytes);
  const twice = (name: string) => Buffer.concat([waveFileOf(plain), chunkOf(name, Buffer.alloc(400, 1))]);
  const extended = written({ rateHz: 48_000, channels: 6, layout: '5.1', samples: 's24le', frames });
  const changedExtended = (at: number, value: number) => {
    const bytes = Buffer.from(extended);
    bytes.writeUInt16LE(value, fmtAt + 8 + at);
    return bytes;
  };
  test.each([
    ['if it ends within a frame', cut(4001)],
    ['if its declared length does', waveFileOf({ ...plain, saidBytes: 4001 })],
    ['with two chunks of samples', twice('data')],
    ['with two formats', twice('fmt ')],
    ['with padded frames', changed((bytes) => bytes.writeUInt16LE(6, fmtAt + 20))],
    [
      'in 8 bits',
      changed((bytes) => {
        bytes.writeUInt16LE(2, fmtAt + 20);
        bytes.writeUInt16LE(8, fmtAt + 22);
      }),
    ],
    ['in µ-law', changed((bytes) => bytes.writeUInt16LE(7, fmtAt + 8))],
    ['with an unknown identifier', changedExtended(30, 1)],
    ['as RF64 without a length', withLargeLengths(0)],
    ['as RF64 with two lengths', withLargeLengths(4 * frames, 4000)],
    [
      'with its samples before its format',
      Buffer.concat([
        waveFileOf(plain).subarray(0, 12),
        chunkOf('data', Buffer.alloc(4000, 1)),
        waveFileOf(plain).subarray(12, dataAt),
      ]),
    ],
  ])('%s', async (_name, wave) => {
    const readers = await readersOf(wave);
    expect(readers[0]).toBe('FFmpeg');
    expect(readers[1]).not.toBe('own');
  });

  test.each([
    ['which loudspeakers there are', changedExtended(20, 0)],
    ['fewer bits than are stored', changedExtended(18, 20)],
    ['what may be DTS', changed((bytes) => Buffer.from('fe7f0180', 'hex').copy(bytes, 5000))],
  ])('to find out %s; its samples are read here', async (_name, wave) => {
    expect(await readersOf(wave)).toEqual(['FFmpeg', 'own']);
  });
});

test('says so if the file becomes shorter while it is read', () => {
  writeFileSync(path, waveFileOf({ ...plain, frames: 100_000 }));
  const format = plainFormatOf(path);
  const wave = format && plainWaveOf(path, format);
  const complaint = wave?.read(() => writeFileSync(path, ''));
  expect(complaint).toBe('The file became shorter');
});
