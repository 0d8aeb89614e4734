import { describe, expect, test } from 'vitest';
import { peaksLevelsOf, createPeaksPyramid } from './peaks-pyramid.ts';
import { heardBy } from './pieces.fixture.ts';

const meterOf = (samples: Float32Array, channels = 1, chunkFrames = 1000) =>
  heardBy(
    (kernels) => createPeaksPyramid(channels, kernels),
    samples,
    { channels, rateHz: 48_000 },
    chunkFrames,
  );

const pyramidOf = (...sound: Parameters<typeof meterOf>) => meterOf(...sound).read();

/** Bins of one level as pairs. */
const pairsOf = (bytes: Int8Array, { offset, bins }: { offset: number; bins: number }) =>
  Array.from({ length: bins }, (_, bin) => [bytes[offset + 2 * bin], bytes[offset + 2 * bin + 1]]);

describe('the pyramid of peaks', () => {
  test('stores the minimum and maximum of every 256 samples and merges four bins per level', () => {
    const frames = 256 * 2051 + 10;
    const samples = Float32Array.from({ length: frames }, (_, at) => (((at * 7919) % 2003) / 2003) * 2 - 1);
    const levels = peaksLevelsOf(frames);
    const bytes = pyramidOf(samples);
    expect(levels).toEqual([
      { samples: 256, bins: 2052, offset: 0 },
      { samples: 1024, bins: 513, offset: 4104 },
      { samples: 4096, bins: 129, offset: 5130 },
    ]);
    expect(bytes).toHaveLength(5388);
    for (const level of levels)
      pairsOf(bytes, level).forEach((pair, bin) => {
        const part = samples.subarray(bin * level.samples, (bin + 1) * level.samples);
        expect(pair).toEqual([
          Math.floor(Math.fround(Math.min(...part)) * 128),
          Math.ceil(Math.fround(Math.max(...part)) * 127),
        ]);
      });
  });

  test('rounds outwards, so clipped samples reach the edge and the quietest is visible', () => {
    const samples = new Float32Array(768);
    samples[3] = 32767 / 32768;
    samples[4] = -1;
    samples[300] = 1e-5;
    samples[301] = -1e-5;
    samples[600] = 1.5;
    samples[601] = -Infinity;
    expect([...pyramidOf(samples)]).toEqual([-128, 127, -1, 1, -128, 127]);
  });

  test('keeps bins above zero and treats NaN as silence', () => {
    expect([...pyramidOf(Float32Array.from({ length: 100 }, () => 0.5))]).toEqual([64, 64]);
    expect([...pyramidOf(Float32Array.from({ length: 100 }, () => Number.NaN))]).toEqual([0, 0]);
  });

  test('includes every channel of 5.1', () => {
    const samples = new Float32Array(6 * 512);
    samples[6 * 100 + 3] = 0.25;
    samples[6 * 400 + 5] = -0.5;
    expect([...pyramidOf(samples, 6, 37)]).toEqual([0, 32, -64, 0]);
  });

  test('keeps the largest finite sample of every bin for the waveform', () => {
    const samples = new Float32Array(768);
    samples[3] = -0.5;
    samples.set([0.25, Infinity, -0.3, Number.NaN], 300);
    samples[700] = 1.5;
    expect([...meterOf(samples).peaks()]).toEqual([128, 77, 255]);
  });

  test('creates one bin for a single sample', () => {
    expect([...pyramidOf(Float32Array.of(-0.25))]).toEqual([-32, -31]);
  });
});
