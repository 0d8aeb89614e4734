import { expect, test } from 'vitest';
import { createClippingFinder } from './clipping.ts';
import type { Kernels } from '../kernels/plain-kernels.ts';
import type { Piece } from '../pieces.ts';
import { heardBy, interleaved } from '../pieces.fixture.ts';
import { createFaultFinder } from './fault-finder.ts';
import {
  chord,
  drums,
  inBits,
  limited,
  made,
  mix,
  noise,
  plates,
  rateHz,
  speech,
  square,
} from './planted-sounds.fixture.ts';

const format = {
  container: 'wav',
  codec: 'pcm_u8',
  rateHz,
  channels: 1,
  layout: null,
  bits: 8,
  declaredS: null,
} as const;

/** Quantised to 8 bits without dither. */
const inSteps = (samples: Float64Array) =>
  samples.map((sample) => Math.max(-1, Math.min(127 / 128, Math.round(sample * 128) / 128)));

function findingsIn(samples: Float64Array, chunkFrames = 4096) {
  const create = (kernels: Kernels) => createFaultFinder(format, kernels);
  return heardBy(create, interleaved([samples]), format, chunkFrames).find();
}

const kindsIn = (samples: Float64Array) => findingsIn(samples).faults.map(({ kind }) => kind);

const levelOf = (db: number) => 10 ** (db / 20);
const sine = (hz: number, db: number) =>
  made(6 * rateHz, (_, s) => levelOf(db) * Math.sin(2 * Math.PI * hz * s));
/** Amplified, clipped at full scale, then lowered to a level. */
const driven = (samples: Float64Array, gain: number, level: number) =>
  samples.map((sample) => level * Math.max(-1, Math.min(1, gain * sample)));

test.each([60, 440, 1000].flatMap((hz) => [-36, -18, -6, 0].map((db) => [hz, db] as const)))(
  'reports no fault in an 8-bit sine of %i Hz at %i dBFS',
  (hz, db) => {
    expect(findingsIn(inSteps(sine(hz, db))).faults).toEqual([]);
  },
);

const sounds = { plates, mix, speech, drums, chord, noise };

test.each(
  Object.entries(sounds).flatMap(([name, make]) => [1, 0.5, 0.125].map((level) => ({ name, level, make }))),
)('the steps of 8 bits make no fault of $name up to $level', ({ make, level }) => {
  expect(findingsIn(inSteps(make(3, level))).faults).toEqual([]);
});

test.each([
  ['a mix limited to full scale', () => inSteps(limited(mix(16), 8, 1))],
  ['a mix limited below full scale', () => inSteps(limited(mix(16), 4, 0.7))],
  ['a mix with dither', () => inBits(mix(12), 8)],
  ['a square wave', () => inSteps(square(110, 0.5))],
])('the steps of 8 bits make no fault of %s', (_, make) => {
  expect(findingsIn(make()).faults).toEqual([]);
});

test.each(
  Object.entries({ plates, mix, speech, chord }).flatMap(([name, make]) =>
    [1, 0.5, 0.25].map((level) => ({ name, level, make })),
  ),
)('clipping is found in 8 bits too: $name, cut off at $level', ({ make, level }) => {
  expect(kindsIn(inSteps(driven(make(30, 0.7), 4, level)))).toEqual(['clipping']);
});

test.each([1.1, 1.5, 3])('finds clipping in a low 8-bit sine amplified to %d times full scale', (gain) => {
  expect(kindsIn(inSteps(driven(sine(50, 0), gain, 1)))).toEqual(['clipping']);
});

test('finds a hole and a click in 8 bits', () => {
  const piece = inSteps(mix(1));
  const [from, to, at] = [3.1, 3.16, 2.345].map((s) => Math.round(s * rateHz));
  expect(
    kindsIn(piece.map((sample, frame) => (frame >= (from ?? 0) && frame < (to ?? 0) ? 0 : sample))),
  ).toEqual(['dropout']);
  expect(kindsIn(piece.map((sample, frame) => (frame === at ? sample - 0.7 : sample)))).toEqual(['click']);
});

test('returns the same 8-bit result for any block size', () => {
  const piece = inSteps(driven(mix(1), 4, 1));
  const whole = findingsIn(piece, 1_000_000);
  expect(whole.faults).toHaveLength(1);
  expect(findingsIn(piece, 777)).toEqual(whole);
});

test('does not report the level-dependent steps of µ-law as clipping', () => {
  for (const level of [0.99, 0.5, 0.1]) {
    const create = (kernels: Kernels) => {
      const finder = createClippingFinder({ codec: 'pcm_mulaw', bits: 8 }, kernels);
      const add = ({ lines: [line], count }: Piece) => line && finder.add(line, count);
      return { add, find: finder.find };
    };
    const samples = sine(60, 20 * Math.log10(level)).map((sample) => {
      const size = 8158 * Math.abs(sample) + 33;
      const step = 2 ** (Math.floor(Math.log2(size)) - 4);
      return (Math.sign(sample) * ((Math.floor(size / step) + 0.5) * step - 33)) / 8192;
    });
    expect(
      heardBy(create, interleaved([samples]), format)
        .find()
        .count(),
    ).toBe(0);
  }
});
