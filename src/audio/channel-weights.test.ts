import { describe, expect, test } from 'vitest';
import words from '#content/sound.yaml';
import { measuredNotes } from '#src/features/files/measurements/measurement-text.ts';
import { fill } from '#src/platform/fill.ts';
import { channelWeightsOf } from './channel-weights.ts';
import type { SoundFormat } from './sound-format.ts';
import { createSoundMeter } from './sound-meter.ts';

describe('the loudness weights of the channels', () => {
  test.each([
    [2, 'stereo', [1, 1]],
    [4, 'quad', [1, 1, 1.41, 1.41]],
    [5, '4.1', [1, 1, 1, 0, 1]],
    [6, '5.1', [1, 1, 1, 0, 1.41, 1.41]],
    [6, '5.1(side)', [1, 1, 1, 0, 1.41, 1.41]],
    [6, '6.0', [1, 1, 1, 1, 1.41, 1.41]],
    [6, 'hexagonal', [1, 1, 1, 1.41, 1.41, 1]],
    [7, '6.1(front)', [1, 1, 0, 1, 1, 1.41, 1.41]],
    [8, '7.1', [1, 1, 1, 0, 1, 1, 1.41, 1.41]],
    [8, '7.1(wide)', [1, 1, 1, 0, 1.41, 1.41, 1, 1]],
    [4, '4 channels (FL+FR+LFE+BC)', [1, 1, 0, 1]],
  ] as const)('of %i as %s is by where its speaker stands', (channels, layout, weights) => {
    expect(channelWeightsOf(channels, layout)).toEqual(weights);
  });

  test('are guessed from the channel count only if the file has no layout', () => {
    expect(channelWeightsOf(6, null)).toEqual([1, 1, 1, 0, 1.41, 1.41]);
    expect(channelWeightsOf(12, null)).toEqual(Array.from({ length: 12 }, () => 1));
    for (const layout of ['ambisonic 1', 'constructor', '4 channels (FL+FR+XX+BC)', '5.1'])
      expect(channelWeightsOf(4, layout)).toBeNull();
  });
});

test('reports levels but no loudness for an unknown layout', () => {
  const format: SoundFormat = {
    container: 'mov',
    codec: 'pcm_s16le',
    rateHz: 8000,
    channels: 4,
    layout: 'ambisonic 1',
    bits: 16,
    declaredS: 5,
  };
  const meter = createSoundMeter(format);
  meter.add(Float32Array.from({ length: 4 * 40_000 }, (_, at) => 0.5 * Math.sin(Math.floor(at / 4) / 5)));
  const measures = meter.read(false);
  expect(measures).toMatchObject({
    integrated: null,
    maxMomentary: null,
    maxShortTerm: null,
    loudnessRange: null,
  });
  expect(measures.samplePeak).toBeCloseTo(-6.02, 1);
  expect(measuredNotes(measures)).toEqual([fill(words.notes.layout, { layout: 'ambisonic 1' })]);
  expect(measuredNotes({ ...measures, format: { ...format, layout: '4.0' } })).toEqual([]);
});
