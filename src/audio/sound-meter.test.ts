import { describe, expect, test } from 'vitest';
import type { Kernels } from './kernels/plain-kernels.ts';
import { createLoudnessMeter } from './loudness.ts';
import { loudnessOffsetOf, silentLoudness } from './peaks-pyramid.ts';
import { heardBy, interleaved } from './pieces.fixture.ts';
import { createSoundMeter } from './sound-meter.ts';
import type { SoundFormat } from './sound-format.ts';
import { rates, tones, type Part } from './tones.fixture.ts';
import { createTruePeakMeter } from './true-peak.ts';

function measure(rateHz: number, channels: readonly Float64Array[], weights = channels.map(() => 1)) {
  const create = (kernels: Kernels) => createLoudnessMeter(rateHz, weights, kernels);
  return heardBy(create, interleaved(channels), { channels: channels.length, rateHz }).read();
}

/** Plays a signal on both channels; it is measured once and weighted twice. */
const stereo = (rateHz: number, parts: readonly Part[]) => measure(rateHz, [tones(rateHz, parts)], [2]);

describe.each(rates)('loudness at %i Hz', (rateHz) => {
  test('equals one channel weighted twice if both are the same', () => {
    const parts = [
      { s: 2, dBFS: -23 },
      { s: 2, dBFS: -29 },
    ];
    const tone = tones(rateHz, parts);
    const { integrated, maxMomentary, maxShortTerm } = measure(rateHz, [tone, tone]);
    const once = stereo(rateHz, parts);
    expect(integrated).toBeCloseTo(once.integrated ?? 0, 9);
    expect(maxMomentary).toBeCloseTo(once.maxMomentary ?? 0, 9);
    expect(maxShortTerm).toBeCloseTo(once.maxShortTerm ?? 0, 9);
  });
});

test('silence and sounds shorter than a block have no loudness', () => {
  const silent = new Float64Array(48_000);
  expect(measure(48_000, [silent]).integrated).toBeNull();
  expect(measure(48_000, [silent]).maxMomentary).toBeNull();
  expect(stereo(48_000, [{ s: 0.3, dBFS: -10 }])).toMatchObject({
    integrated: null,
    maxShortTerm: null,
    rangeLu: null,
  });
});

describe('true peak', () => {
  const peakOf = (rateHz: number, samples: Float64Array) => {
    const create = (kernels: Kernels) => createTruePeakMeter(rateHz, 1, kernels);
    const meter = heardBy(create, interleaved([samples]), { channels: 1, rateHz });
    return 20 * Math.log10(meter.truePeak());
  };

  test('is never below the largest sample', () => {
    const click = new Float64Array(1000);
    click[500] = -0.7;
    const largest = 20 * Math.log10(Math.fround(0.7));
    expect(peakOf(192_000, click)).toBeCloseTo(largest, 6);
    expect(peakOf(48_000, click)).toBeGreaterThanOrEqual(largest);
  });

  // Exact values are from ideal interpolation.
  const square = (at: number) => (Math.sin((2 * Math.PI * 1000 * (at + 0.5)) / 48_000) > 0 ? 0.7 : -0.7);
  test.each([
    ['a click of two samples', 1.18, (at: number) => (at === 500 || at === 501 ? 0.9 : 0)],
    ['a square wave', -0.92, square],
  ])('of %s is within 0.1 dB of the exact one', (_name, exact, sampleAt) => {
    const peak = peakOf(
      48_000,
      Float64Array.from({ length: 4800 }, (_, at) => sampleAt(at)),
    );
    expect(Math.abs(peak - exact)).toBeLessThan(0.1);
  });

  test('is found behind the last sample of a sound that is cut, at any place in a piece', () => {
    for (const before of [0, 20, 253, 4080, 4090]) {
      const cut = new Float64Array(before + 6);
      cut.set([0.2, -0.4, 0.5, -0.3, 0.9, 0.9], before);
      const followed = new Float64Array(before + 600);
      followed.set(cut);
      expect(peakOf(48_000, cut)).toBeGreaterThan(20 * Math.log10(0.9) + 0.5);
      expect(peakOf(48_000, cut)).toBe(peakOf(48_000, followed));
    }
  });
});

describe('the meter of a recording', () => {
  const format: SoundFormat = {
    container: 'wav',
    codec: 'pcm_f32le',
    rateHz: 48_000,
    channels: 2,
    layout: 'stereo',
    bits: 32,
    declaredS: null,
  };
  const both = (samples: Float64Array) => interleaved([samples, samples]);

  test('returns the same result for any block size', () => {
    const samples = both(
      tones(48_000, [
        { s: 2, dBFS: -20 },
        { s: 3, dBFS: -12 },
      ]),
    );
    const whole = createSoundMeter(format);
    whole.add(samples);
    const pieces = createSoundMeter(format);
    for (let at = 0; at < samples.length; at += 2 * 777) pieces.add(samples.subarray(at, at + 2 * 777));
    expect(pieces.read(false)).toEqual(whole.read(false));
    expect(whole.frames()).toBe(5 * 48_000);
  });

  test('finds the noise floor in the quietest half second, ignoring digital silence', () => {
    const meter = createSoundMeter(format);
    const parts = [
      { s: 1, dBFS: -20 },
      { s: 1, dBFS: -60 },
      { s: 1, dBFS: -20 },
    ];
    meter.add(new Float32Array(2 * 48_000));
    meter.add(both(tones(48_000, parts)));
    // A sine's power is 3 dB below its peak.
    expect(meter.read(false).noiseFloor).toBeCloseTo(-63.01, 1);
    // Two of four seconds at −23.01.
    expect(meter.read(false).rms).toBeCloseTo(-26.02, 1);
  });

  test('finds the same noise floor wherever digital silence ends', () => {
    let seed = 1;
    const noise = Float32Array.from({ length: 3 * 48_000 }, () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return (seed / 2 ** 31 - 1) * 0.00308;
    });
    const floorAfter = (silentFrames: number) => {
      const meter = createSoundMeter({ ...format, channels: 1, layout: 'mono' });
      meter.add(noise.map((sample, at) => (at < silentFrames ? 0 : sample)));
      return meter.read(false).noiseFloor ?? 0;
    };
    for (const silent of [0, 48_000, 48_001, 50_400, 52_700, 52_799])
      expect(Math.abs(floorAfter(silent) + 55)).toBeLessThan(0.2);
    // Less than half a second is left.
    expect(floorAfter(3 * 48_000 - 20_000)).toBe(0);
  });

  test('reports short-term loudness every half second from the third second on, for any length', () => {
    const meter = createSoundMeter(format);
    const tone = tones(48_000, [
      { s: 4, dBFS: -23 },
      { s: 4, dBFS: -33 },
    ]);
    meter.add(new Float32Array(2 * 3 * 48_000));
    meter.add(both(tone));
    const bytes = meter.peaks().subarray(loudnessOffsetOf(11 * 48_000));
    const levels = Array.from({ length: bytes.length / 2 }, (_, point) => bytes.readInt16LE(2 * point));
    expect(levels).toHaveLength(17);
    expect(levels[0]).toBe(silentLoudness);
    // The three seconds before 6 s and before 10 s contain one tone each.
    expect(levels[6]).toBeCloseTo(-2300, -1);
    expect(levels[14]).toBeCloseTo(-3300, -1);
    expect(meter.read(false)).toMatchObject({ maxShortTerm: expect.closeTo(-23, 0) });
  });

  test('shows the loudest sample in each waveform slice, even for short recordings', () => {
    for (const frames of [1, 100, 48_000]) {
      const meter = createSoundMeter(format);
      meter.add(new Float32Array(2 * frames).fill(-0.5));
      const peaks = [...Buffer.from(meter.read(false).peaks, 'base64')];
      expect(peaks).toEqual(Array.from({ length: 400 }, () => 128));
    }
  });

  test('treats NaN as silence', () => {
    const meter = createSoundMeter(format);
    meter.add(Float32Array.from({ length: 96_000 }, (_, at) => (at % 2 === 0 ? Number.NaN : Infinity)));
    expect(meter.read(false)).toMatchObject({
      integrated: null,
      truePeak: null,
      noiseFloor: null,
      maxMomentary: null,
    });
  });
});
