import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { encode, testWave } from '#src/audio/encoded-sound.fixture.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import {
  headerCheckOf,
  flacBlocksIn,
  flacStreamOf,
  type FlacStream,
  soundSourceOf,
} from './sound-source.client.ts';
import { floatWaveOf, waveLayoutOf, waveOf } from './wave-layout.ts';

test('finds the blocks of a FLAC file from any byte on, each with its first sample', async () => {
  const bytes = new Uint8Array(
    readFileSync(await encode(makeTestFolder(), 'sound.flac', ['-c:a', 'flac', '-f', 'flac'])),
  );
  const stream = flacStreamOf(bytes);
  if (!stream) throw new Error('Not a FLAC file');
  expect(stream).toMatchObject({ rateHz: 44_100, frames: 88_200 });
  const all = flacBlocksIn(bytes, stream);
  expect(all[0]?.firstSample).toBe(0);
  let next = 0;
  for (const { firstSample, samples } of all) {
    expect(firstSample).toBe(next);
    next += samples;
  }
  expect(next).toBe(88_200);
  const third = all[3]?.at ?? 0;
  const later = flacBlocksIn(bytes.subarray(third - 100), stream);
  expect(later.map(({ firstSample }) => firstSample)).toEqual(
    all.slice(3).map(({ firstSample }) => firstSample),
  );
  expect(later[0]?.at).toBe(100);
  expect(flacStreamOf(bytes.subarray(1))).toBeNull();
});

test('makes a WAV file from some samples of another', () => {
  const bytes = new Uint8Array(testWave());
  const layout = waveLayoutOf(bytes, bytes.length);
  if (!layout) throw new Error('Not a WAV file');
  expect(layout).toMatchObject({ rateHz: 44_100, frames: 88_200, frameBytes: 6 });
  const samples = bytes.subarray(layout.dataAt + 600, layout.dataAt + 1200);
  const part = new Uint8Array(waveOf(layout, samples));
  const read = waveLayoutOf(part, part.length);
  expect(read).toMatchObject({ rateHz: 44_100, frames: 100, frameBytes: 6 });
  expect(part.subarray(read?.dataAt)).toEqual(samples);
});

/** Encodes a number as FLAC does, like a UTF-8 character. */
function coded(value: number): readonly number[] {
  if (value < 128) return [value];
  return value < 2048
    ? [0xc0 | (value >> 6), 0x80 | (value & 63)]
    : [0xe0 | (value >> 12), 0x80 | ((value >> 6) & 63), 0x80 | (value & 63)];
}

const blockSamples = 4096;

/** Creates a FLAC file of blocks with these sizes; they contain nothing decodable. */
function flacOf(bytesOfBlocks: readonly number[]): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(42);
  head.write('fLaC\u0080', 'latin1');
  head.writeUIntBE(34, 5, 3);
  head.writeUInt16BE(blockSamples, 8);
  head.writeUInt16BE(blockSamples, 10);
  head.writeUIntBE((44_100 << 4) | 2, 18, 3);
  head.writeUInt8(0xf0, 21);
  head.writeUInt32BE(bytesOfBlocks.length * blockSamples, 22);
  const blocks = bytesOfBlocks.map((bytes, number) => {
    const start = Buffer.from([0xff, 0xf8, 0xc9, 0x18, ...coded(number)]);
    return Buffer.concat([start, Buffer.from([headerCheckOf(start)]), Buffer.alloc(bytes, 0x55)]);
  });
  return new Uint8Array(Buffer.concat([head, ...blocks]));
}

test('finds every sample of a FLAC file with few reads, even next to hours of silence', async () => {
  const minutes = (count: number, bytes: number) =>
    Array.from({ length: Math.round((count * 60 * 44_100) / blockSamples) }, () => bytes);
  const file = flacOf([...minutes(1, 12_000), ...minutes(60, 8), ...minutes(2, 16_000), ...minutes(9, 900)]);
  let reads = 0;
  const source = await soundSourceOf({
    sizeBytes: file.length,
    async read(from, to) {
      reads += 1;
      return file.slice(from, to);
    },
  });
  for (let sample = 0, s = 0; sample < source.frames - 1; s += 157) {
    sample = Math.min(source.frames - 1, s * 44_100 + s);
    reads = 0;
    const chunk = await source.chunkWith(sample);
    expect(reads).toBeLessThan(24);
    expect(chunk.from).toBeLessThanOrEqual(sample);
    expect(chunk.to).toBeGreaterThan(sample);
    const held = flacBlocksIn(new Uint8Array(chunk.file), flacStreamOf(file) as FlacStream);
    expect(held[0]?.firstSample).toBe(chunk.at);
    const [last] = held.slice(-1);
    expect((last?.firstSample ?? 0) + (last?.samples ?? 0)).toBeGreaterThanOrEqual(chunk.to);
    // Decoded chunks stay small.
    expect(held.length * blockSamples).toBeLessThan(600_000);
  }
});

test('makes a WAV file from samples in memory', () => {
  const file = new Uint8Array(
    floatWaveOf([Float32Array.of(0.5, -1, 0.25), Float32Array.of(0, 1, 0.125)], 48_000),
  );
  const layout = waveLayoutOf(file, file.length);
  expect(layout).toMatchObject({ rateHz: 48_000, frames: 3, frameBytes: 8 });
  expect([...new Float32Array(file.slice(layout?.dataAt).buffer)]).toEqual([0.5, 0, -1, 1, 0.25, 0.125]);
});
