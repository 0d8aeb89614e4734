import { describe, expect, test } from 'vitest';
import {
  drums,
  mix,
  noise,
  plates,
  rateHz as plantedHz,
  speech,
  square,
} from '../faults/planted-sounds.fixture.ts';
import { interleaved } from '../pieces.fixture.ts';
import type { SoundFormat } from '../sound-format.ts';
import { createSoundMeter } from '../sound-meter.ts';
import { createCompiledKernels } from './kernels.ts';
import { createPlainKernels, hannOf, type Kernels } from './plain-kernels.ts';

// WebAssembly and TypeScript must agree in every bit, so that a figure does not depend on the machine.

function compiledKernels(): Kernels {
  const kernels = createCompiledKernels();
  if (!kernels) throw new Error('The kernels were not compiled (node scripts/generate.ts)');
  return kernels;
}

let seed = 1;
/** A deterministic pseudo-random number between −1 and 1, often 0 or equal to the one before. */
function draw(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed % 7 === 0 ? 0 : seed / 2 ** 31 - 1;
}

const line = Float64Array.from({ length: 1200 }, (_, at) => (at % 300 > 280 ? 0.25 : draw()));
const floats = Float32Array.from(line);
floats.set([Number.NaN, Infinity, -Infinity], 700);
const bytes = Uint8Array.from(line, (value) => 128 + 127 * value);

/** Returns what a use of the kernels returns and writes, with both implementations. */
function ofBoth<T>(use: (kernels: Kernels) => T): readonly [T, T] {
  return [use(compiledKernels()), use(createPlainKernels())];
}

function expectEqual<T>(use: (kernels: Kernels) => T): void {
  const [compiled, plain] = ofBoth(use);
  expect(compiled).toEqual(plain);
}

const given = (kernels: Kernels, values: ArrayLike<number>) => {
  const array = kernels.doubles(values.length);
  array.set(values);
  return array;
};

describe('the compiled kernels', () => {
  const counts = [0, 1, 2, 3, 7, 256, 600];

  test.each([16, 24, 32] as const)('read %i-bit samples alike', (bits) => {
    for (const count of [1, 2, 3, 4, 5, 255])
      expectEqual((kernels) => {
        const [from, to] = [kernels.bytes(1200), kernels.floats(300)];
        from.set(bytes);
        kernels.floatsOf(from, bits, count, to);
        return to.slice();
      });
  });

  test.each([1, 2, 3, 6])('split %i channels alike, and replace what is no number', (channels) => {
    expectEqual((kernels) => {
      const samples = kernels.floats(1200);
      samples.set(floats);
      const frames = 1200 / channels;
      return Array.from({ length: Math.ceil(channels / 2) }, (_, pair) => {
        const [both, left, right, sum] = [
          kernels.doubles(2400),
          kernels.doubles(1203),
          kernels.doubles(1203),
          given(kernels, [...line, ...line]),
        ];
        kernels.splitPair(samples, { channels, first: 2 * pair, frames }, both, left, right, 3);
        kernels.addPairs(sum, both, frames);
        return [both, left, right, sum].map((array) => array.slice());
      });
    });
  });

  test('find the same extremes', () => {
    for (const count of counts)
      expectEqual((kernels) => {
        const samples = kernels.floats(1200);
        samples.set(floats);
        const one = given(kernels, line);
        return [500, 501].map((at) => {
          const out = [kernels.doubles(2), kernels.doubles(2), kernels.doubles(2)] as const;
          kernels.lowestAndHighest(samples, at, count, out[0]);
          kernels.sizesOf(one, at, count, out[1]);
          kernels.rangeOf(one, at, count, out[2]);
          return [...out.map((array) => array.slice()), kernels.largestBend(one, at, count)];
        });
      });
  });

  test('find the same jumps and flat places', () => {
    for (const count of counts)
      expectEqual((kernels) => {
        const one = given(kernels, line);
        const out = kernels.doubles(3);
        return Array.from({ length: 20 }, (_, at) => {
          kernels.largestJump(one, 30 * at + 5, count, 4, out);
          return [out.slice(), kernels.countSteep(one, 30 * at + 1, count, 0.01)];
        });
      });
  });

  test('sum and filter alike', () => {
    for (const count of counts)
      expectEqual((kernels) => {
        const both = given(kernels, line);
        const [sums, energies] = [kernels.doubles(8), kernels.doubles(2)];
        const filter = given(kernels, [1.5, -2.7, 1.2, -1.7, 0.73, 1, -2, 1, -1.99, 0.991]);
        const weighting = { filter, state: kernels.doubles(8) };
        const halver = { taps: given(kernels, [0.3, -0.06, 0.01]), held: kernels.doubles(1300), kept: 5 };
        const to = kernels.doubles(1200);
        const written = [0, 1].map(() => {
          kernels.weighPairs(both, 0, count, weighting, energies);
          return kernels.halvePairs(both, count, halver, to);
        });
        kernels.sumsOfPairs(both, 0, count, sums);
        return [sums, energies, weighting.state, to, halver.kept, written];
      });
  });

  test.each([16, 32, 2048, 4096])('transform sections of %i pairs alike', (size) => {
    const section = Float64Array.from({ length: 2 * size }, draw);
    expectEqual((kernels) => {
      const powers = kernels.doubles(size / 2);
      const addPowers = kernels.createPairSpectrum(size, hannOf(size));
      addPowers(given(kernels, section), 0.5, powers);
      addPowers(given(kernels, section.toReversed()), 0.5, powers);
      const [rows, largest] = [kernels.words(6), kernels.doubles(3)];
      rows.set([1, 3, 4, 4, 5, 7]);
      kernels.largestOfRows(powers, rows, largest);
      return [powers.slice(), largest.slice()];
    });
  });
});

describe('a whole sound has the same figures with either', () => {
  const cut = (samples: Float64Array, frames: number) => samples.subarray(0, frames);
  const changed = (samples: Float64Array, at: (sample: number, frame: number) => number) =>
    samples.map((sample, frame) => at(sample, frame));
  const clicks = changed(speech(3), (sample, frame) => (frame % 40_000 === 39_999 ? sample + 0.4 : sample));
  const holes = changed(plates(4), (sample, frame) => (frame % 50_000 > 49_000 ? 0 : sample));
  const clipped = changed(mix(5), (sample) => Math.max(-0.6, Math.min(0.6, 2 * sample)));
  const broken = changed(drums(6), (sample, frame) => (frame % 9000 === 8999 ? Number.NaN : sample));

  test.each([
    ['one channel', [clicks], plantedHz, 24],
    ['two', [holes, clipped], plantedHz, 16],
    ['three of an odd length', [clicks, broken, clipped].map((one) => cut(one, 77_777)), plantedHz, 32],
    ['six at 96 kHz', [clicks, holes, clipped, noise(7), square(441, 0.8), broken], 96_000, 24],
    ['8 bits at 8 kHz', [clipped, clicks], 8000, 8],
    ['ten samples at 192 kHz', [cut(clicks, 10)], 192_000, 24],
  ] as const)('%s', (_name, channels, rateHz, bits) => {
    const format: SoundFormat = {
      container: 'wav',
      codec: bits === 32 ? 'pcm_f32le' : `pcm_s${bits}le`,
      rateHz,
      channels: channels.length,
      layout: null,
      bits,
      declaredS: null,
    };
    const samples = interleaved(channels);
    expectEqual((kernels) => {
      const meter = createSoundMeter(format, kernels);
      meter.add(samples);
      return [meter.read(false), meter.peaks(), meter.spectrogram(samples.length)];
    });
  });
});
