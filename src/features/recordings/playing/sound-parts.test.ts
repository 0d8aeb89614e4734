import { readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encode, testWave } from '#src/features/recordings/sound/encoded-sound.fixture.ts';
import { flacBlocksIn, flacStreamOf } from './flac-frames.ts';
import { waveLayoutOf, waveOf } from './wave-layout.ts';

test('the blocks of a FLAC file are found from any of its bytes on, each with its first sample', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flac-'));
  const bytes = new Uint8Array(
    readFileSync(await encode(folder, 'sound.flac', ['-c:a', 'flac', '-f', 'flac'])),
  );
  rmSync(folder, { recursive: true });
  const stream = flacStreamOf(bytes);
  if (!stream) throw new Error('This is no FLAC file');
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

test('some samples of a WAV file make a WAV file of their own', () => {
  const bytes = new Uint8Array(testWave());
  const layout = waveLayoutOf(bytes, bytes.length);
  if (!layout) throw new Error('This is no WAV file');
  expect(layout).toMatchObject({ rateHz: 44_100, frames: 88_200, frameBytes: 6 });
  const samples = bytes.subarray(layout.dataAt + 600, layout.dataAt + 1200);
  const part = new Uint8Array(waveOf(layout, samples));
  const read = waveLayoutOf(part, part.length);
  expect(read).toMatchObject({ rateHz: 44_100, frames: 100, frameBytes: 6 });
  expect(part.subarray(read?.dataAt)).toEqual(samples);
});
