import { describe, expect, test } from 'vitest';
import type { Kernels } from './kernels/plain-kernels.ts';
import { createLoudnessMeter } from './loudness.ts';
import { heardBy, interleaved } from './pieces.fixture.ts';
import { rates, tones, type Part } from './tones.fixture.ts';
import { createTruePeakMeter } from './true-peak.ts';

// The minimum requirements of EBU Tech 3341 (cases 1 to 23) and EBU Tech 3342 (cases 1 to 6), with their tolerances.
// The signals are made from their description. Cases 7 and 8 of Tech 3341, which are 5 and 6 of Tech 3342, are
// recordings of programmes that the EBU hands out and that cannot be made here: tones with the same integrated loudness
// and range take their place.

const silence = (s: number): Part => ({ s, dBFS: -Infinity });
const repeated = (times: number, parts: readonly Part[]) => Array.from({ length: times }, () => parts).flat();

function measure(rateHz: number, channels: readonly Float64Array[], weights = channels.map(() => 1)) {
  const create = (kernels: Kernels) => createLoudnessMeter(rateHz, weights, kernels);
  return heardBy(create, interleaved(channels), { channels: channels.length, rateHz }).read();
}

/** Plays a signal on both channels; it is measured once and weighted twice. */
const stereo = (rateHz: number, parts: readonly Part[]) => measure(rateHz, [tones(rateHz, parts)], [2]);

const expectWithin = (found: number | null | undefined, asked: number, tolerance: number) =>
  expect(Math.abs((found ?? Infinity) - asked)).toBeLessThanOrEqual(tolerance);

const nearby = (dBFS: number, s = 10): Part => ({ s, dBFS });

const decibelsOf = (powers: readonly number[]) =>
  10 * Math.log10(powers.reduce((sum, power) => sum + power, 0) / powers.length);

/**
 * Tones of 6 s at levels spread evenly, so that 10 % and 95 % of them lie `range` apart and what passes the gate is at
 * `loudness`.
 */
function spread(loudness: number, range: number): Part[] {
  const count = 60;
  const levels = Array.from({ length: count }, (_, index) => (range / 0.85) * (index / (count - 1)));
  const powers = levels.map((level) => 10 ** (level / 10));
  const gate = 10 ** ((decibelsOf(powers) - 10) / 10);
  const gated = decibelsOf(powers.filter((power) => power > gate));
  return levels.map((level) => ({ s: 6, dBFS: loudness + level - gated }));
}

describe.each(rates)('at %i Hz EBU Tech 3341', (rateHz) => {
  test.each([
    ['1', [nearby(-23, 20)], -23],
    ['2', [nearby(-33, 20)], -33],
    ['3', [nearby(-36), nearby(-23, 60), nearby(-36)], -23],
    ['4', [nearby(-72), nearby(-36), nearby(-23, 60), nearby(-36), nearby(-72)], -23],
    ['5', [nearby(-26, 20), nearby(-20, 20.1), nearby(-26, 20)], -23],
    ['7, in place of a programme of narrow range', spread(-23, 5), -23],
    ['8, in place of a programme of wide range', spread(-23, 15), -23],
  ])('case %s: integrated loudness', (_case, parts, lufs) => {
    expectWithin(stereo(rateHz, parts).integrated, lufs, 0.1);
  });

  test.each([
    ['1', -23],
    ['2', -33],
  ])('case %s: momentary and short-term loudness of a steady tone', (_case, dBFS) => {
    const { maxMomentary, maxShortTerm, shortTerm } = stereo(rateHz, [nearby(dBFS, 20)]);
    expectWithin(maxMomentary, dBFS, 0.1);
    expectWithin(maxShortTerm, dBFS, 0.1);
    for (const level of shortTerm) expectWithin(level, dBFS, 0.1);
  });

  test('case 6: the surround channels of 5.1 count more, and the low-frequency channel not at all', () => {
    const at = (dBFS: number) => tones(rateHz, [nearby(dBFS, 20)]);
    const [front, centre, surround] = [at(-28), at(-24), at(-30)];
    const channels = [front, front, centre, at(0), surround, surround];
    expectWithin(measure(rateHz, channels, [1, 1, 1, 0, 1.41, 1.41]).integrated, -23, 0.1);
  });

  test('case 9: short-term loudness is constant from the third second on', () => {
    const { shortTerm } = stereo(rateHz, repeated(5, [nearby(-20, 1.34), nearby(-30, 1.66)]));
    expect(shortTerm).toHaveLength(121);
    for (const level of shortTerm) expectWithin(level, -23, 0.1);
  });

  test.each([
    ['10', () => -23],
    ['11', (segment: number) => -38 + segment],
  ])('case %s: highest short-term loudness of a tone of 3 s at 20 positions', (_case, levelAt) => {
    for (let segment = 1; segment <= 20; segment++) {
      const level = levelAt(segment);
      const parts = [silence(0.15 * segment), nearby(level, 3), silence(1)];
      expectWithin(stereo(rateHz, parts).maxShortTerm, level, 0.1);
    }
  });

  test('case 12: momentary loudness is constant from the first second on', () => {
    const tone = repeated(25, [nearby(-20, 0.18), nearby(-30, 0.22)]);
    expectWithin(stereo(rateHz, tone).maxMomentary, -23, 0.1);
    // The last 0.4 s, from any start.
    for (const cutS of [1, 1.03, 1.11, 1.27]) {
      const samples = tones(rateHz, tone).subarray(
        Math.round(cutS * rateHz),
        Math.round((cutS + 0.4) * rateHz),
      );
      expectWithin(measure(rateHz, [samples], [2]).maxMomentary, -23, 0.1);
    }
  });

  test.each([
    ['13', () => -23],
    ['14', (segment: number) => -38 + segment],
  ])('case %s: highest momentary loudness of a tone of 400 ms at 20 positions', (_case, levelAt) => {
    for (let segment = 1; segment <= 20; segment++) {
      const level = levelAt(segment);
      const parts = [silence(0.02 * segment), nearby(level, 0.4), silence(1)];
      expectWithin(stereo(rateHz, parts).maxMomentary, level, 0.1);
    }
  });

  test('cases 10 and 13 between their positions, too', () => {
    for (let segment = 0; segment < 20; segment++) {
      const before = silence(0.0017 * segment);
      expectWithin(stereo(rateHz, [before, nearby(-23, 3), silence(1)]).maxShortTerm, -23, 0.1);
      expectWithin(stereo(rateHz, [before, nearby(-23, 0.4), silence(1)]).maxMomentary, -23, 0.1);
    }
  });
});

describe.each([44_100, 48_000])('at %i Hz EBU Tech 3341', (rateHz) => {
  const peakOf = (samples: Float64Array) => {
    const create = (kernels: Kernels) => createTruePeakMeter(rateHz, 1, kernels);
    const meter = heardBy(create, interleaved([samples]), { channels: 1, rateHz });
    return 20 * Math.log10(meter.truePeak());
  };
  const expectPeak = (samples: Float64Array, asked: number) => {
    const difference = peakOf(samples) - asked;
    expect(difference).toBeLessThanOrEqual(0.2);
    expect(difference).toBeGreaterThanOrEqual(-0.4);
  };

  /** A sine with fades, to avoid clicks. */
  const sine = (part: number, phase: number, size: number) =>
    Float64Array.from({ length: rateHz / 10 }, (_, at, length = rateHz / 10) => {
      const fade = Math.min(1, at / 500, (length - 1 - at) / 500);
      return fade * size * Math.sin(2 * Math.PI * part * at + (phase * Math.PI) / 180);
    });

  test.each([
    ['15', 1 / 4, 0, 0.5, -6],
    ['16', 1 / 4, 45, 0.5, -6],
    ['17', 1 / 6, 60, 0.5, -6],
    ['18', 1 / 8, 67.5, 0.5, -6],
    ['19', 1 / 4, 45, 1.41, 3],
  ])(
    'case %s: true peak of a sine whose peaks lie between the samples',
    (_case, part, phase, size, asked) => {
      expectPeak(sine(part, phase, size), asked);
    },
  );

  const oversampling = 4;
  const period = 6 * oversampling;
  const loudPeriod = Float64Array.from({ length: 1200 * oversampling }, (_, at) => {
    const fade = Math.min(1, at / 800, (4799 - at) / 800);
    const size = Math.floor(at / period) === 100 ? 1 : 0.5;
    return fade * size * Math.sin((2 * Math.PI * at) / period);
  });
  /** Keeps every fourth sample, without what the lower rate cannot hold: it would fold back and raise the peak. */
  function decimated(samples: Float64Array, offset: number): Float64Array {
    const reach = 64;
    const taps = Array.from({ length: 2 * reach + 1 }, (_, tap) => {
      const x = (tap - reach) / oversampling;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * (tap - reach)) / (reach + 1));
      return ((x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)) * window) / oversampling;
    });
    return Float64Array.from({ length: samples.length / oversampling }, (_, index) =>
      taps.reduce(
        (sum, gain, tap) => sum + gain * (samples[index * oversampling + offset + tap - reach] ?? 0),
        0,
      ),
    );
  }

  test.each([
    ['20', 0],
    ['21', 1],
    ['22', 2],
    ['23', 3],
  ])(
    'case %s: true peak of one period of twice the level, sampled at each quarter of a sample',
    (_case, offset) => {
      expectPeak(decimated(loudPeriod, offset), 0);
    },
  );
});

describe.each(rates)('at %i Hz EBU Tech 3342', (rateHz) => {
  test.each([
    ['1', [nearby(-20, 20), nearby(-30, 20)], 10],
    ['2', [nearby(-20, 20), nearby(-15, 20)], 5],
    ['3', [nearby(-40, 20), nearby(-20, 20)], 20],
    ['4', [-50, -35, -20, -35, -50].map((dBFS) => nearby(dBFS, 20)), 15],
    ['5, in place of a programme of narrow range', spread(-23, 5), 5],
    ['6, in place of a programme of wide range', spread(-23, 15), 15],
  ])('case %s: loudness range', (_case, parts, range) => {
    expectWithin(stereo(rateHz, parts).rangeLu, range, 1);
  });
});
