import { expect, test } from 'vitest';
import type { SoundFormat } from '../sound-format.ts';
import type { Kernels } from '../kernels/plain-kernels.ts';
import { heardBy, interleaved } from '../pieces.fixture.ts';
import { createFaultFinder } from './fault-finder.ts';
import type { Fault, FaultKind } from './faults.ts';
import {
  chord,
  drums,
  dullNoise,
  inBits,
  limited,
  made,
  mix,
  noise,
  plates,
  rateHz,
  speech,
  square,
  wide,
  type Piece,
} from './planted-sounds.fixture.ts';

const formatOf = (piece: Piece, bits: number): SoundFormat => ({
  container: 'wav',
  codec: bits === 16 ? 'pcm_s16le' : 'pcm_s24le',
  rateHz,
  channels: piece.length,
  layout: null,
  bits,
  declaredS: null,
});

function findingsIn(piece: Piece, bits = 24, chunkFrames = 4096) {
  const format = formatOf(piece, bits);
  const create = (kernels: Kernels) => createFaultFinder(format, kernels);
  return heardBy(create, interleaved(piece), format, chunkFrames).find();
}

const kindsIn = (piece: Piece, bits?: number) => findingsIn(piece, bits).faults.map(({ kind }) => kind);

const scaled = (samples: Float64Array, gain: number) => samples.map((sample) => sample * gain);
const cut = (samples: Float64Array, level: number) =>
  samples.map((sample) => Math.max(-level, Math.min(level, sample)));
const change = (samples: Float64Array, at: (sample: number, s: number, frame: number) => number) =>
  samples.map((sample, frame) => at(sample, frame / rateHz, frame));
const frameAt = (s: number) => Math.round(s * rateHz);
const [left = new Float64Array(0), right = new Float64Array(0)] = wide(mix(1), mix(20));
const click = (samples: Float64Array, s: number, size: number) =>
  change(samples, (sample, _s, frame) => (frame === frameAt(s) ? sample + size : sample));
const hole = (samples: Float64Array, fromS: number, toS: number) =>
  change(samples, (sample, s) => (s >= fromS && s < toS ? 0 : sample));
/** A centre signal, and a louder one that is inverted between the channels. */
const againstItself = (middle: Float64Array, side: Float64Array): Piece =>
  [1, -1].map((sign) => side.map((sample, frame) => (middle[frame] ?? 0) + sign * sample));
const raised = (samples: Float64Array, offset: number) => change(samples, (sample) => sample + offset);

type Case = { readonly name: string; readonly make: () => Piece; readonly bits?: number };

const caseOf = (name: string, make: () => Piece, bits = 24): Case => ({ name, make, bits });

const clean = [
  caseOf('struck plates', () => wide(plates(3), plates(4))),
  caseOf('struck plates in one channel', () => [plates(5)]),
  caseOf(
    'quiet struck plates in 16 bits',
    () => wide(inBits(plates(6, 0.01), 16, 2), inBits(plates(7, 0.01), 16, 3)),
    16,
  ),
  caseOf('chords that beat against each other', () => wide(chord(0.7), chord(-0.4))),
  caseOf('a chord in one channel', () => [chord(0)]),
  caseOf('white noise', () => [noise(1), noise(2)]),
  caseOf('noise as of wind', () => [dullNoise(3, 0.2), dullNoise(4, 0.2)]),
  caseOf('speech', () => [speech(5)]),
  caseOf('quiet speech in 16 bits', () => [inBits(speech(6, 0.05), 16)], 16),
  caseOf('speech with its room on two channels', () => wide(speech(7), dullNoise(8, 0.3, 0.02), 0.4)),
  caseOf('drums that begin at once', () => wide(drums(9), drums(10))),
  caseOf('drums in one channel', () => [drums(11, 0.99)]),
  caseOf('a full mix', () => wide(mix(12), mix(13))),
  caseOf('a full mix in 16 bits', () => wide(mix(12), mix(13)).map((each, at) => inBits(each, 16, at)), 16),
  caseOf('a full mix up to full scale', () => wide(mix(16), mix(17)).map((each) => scaled(each, 1 / 0.7))),
  caseOf('a limited mix', () => wide(mix(16), mix(17)).map((each) => limited(each, 4, 0.97))),
  caseOf('a mix limited to full scale in 16 bits', () => [inBits(limited(mix(16), 8, 1), 16)], 16),
  caseOf('a square wave', () => [square(110, 0.5)]),
  caseOf('square waves against each other', () => {
    const [low, high] = [square(110, 0.3), square(164.8, 0.3)];
    return [low.map((sample, frame) => sample + (high[frame] ?? 0))];
  }),
  caseOf('a synthesiser driven into distortion', () => [
    scaled(
      chord(0.3).map((sample) => Math.tanh(12 * sample)),
      0.7,
    ),
  ]),
  caseOf('a synthesiser that a gate opens and closes in rhythm', () => [
    change(chord(0.2), (sample, s) => ((s * 8) % 1 < 0.5 ? sample : 0)),
  ]),
  caseOf('a bass so low that its tops are nearly flat', () => [
    made(6 * rateHz, (_, s) => Math.sin(2 * Math.PI * 22 * s)),
  ]),
  caseOf('a piece with a pause', () =>
    wide(plates(22), plates(23)).map((each) =>
      change(each, (sample, s) => sample * Math.max(0, Math.min(1, Math.abs(s - 3.5) * 5 - 2))),
    ),
  ),
  caseOf('a saw-tooth wave', () => [made(6 * rateHz, (_, s) => 0.5 * (2 * ((s * 110) % 1) - 1))]),
];

test.each(clean)('finds no faults in $name', ({ make, bits }) => {
  expect(findingsIn(make(), bits).faults).toEqual([]);
});

const planted: readonly (readonly [FaultKind, Case])[] = [
  [
    'clipping',
    caseOf('clipping at full scale', () => [cut(scaled(left, 2.5), 1), cut(scaled(right, 2.5), 1)]),
  ],
  [
    'clipping',
    caseOf(
      'clipping in 16 bits',
      () => [inBits(cut(scaled(left, 3), 1), 16), inBits(cut(scaled(right, 3), 1), 16, 2)],
      16,
    ),
  ],
  [
    'clipping',
    caseOf('clipping that was turned down', () => [
      scaled(cut(scaled(left, 3), 1), 0.35),
      scaled(cut(scaled(right, 3), 1), 0.35),
    ]),
  ],
  [
    'clipping',
    caseOf(
      'clipping that was turned down and written in 16 bits',
      () => [inBits(scaled(cut(scaled(speech(30), 3), 1), 0.5), 16)],
      16,
    ),
  ],
  [
    'clipping',
    caseOf('clipping of plates for a moment', () => [
      change(plates(31), (sample, s) => (s > 2 && s < 2.1 ? Math.max(-1, Math.min(1, 9 * sample)) : sample)),
    ]),
  ],
  ['dropout', caseOf('a hole of 5 ms', () => [hole(left, 2.5, 2.505), hole(right, 2.5, 2.505)])],
  ['dropout', caseOf('a hole of 60 ms in one channel', () => [left, hole(right, 3.1, 3.16)])],
  ['dropout', caseOf('a hole of 250 ms', () => [hole(left, 3.1, 3.35), hole(right, 3.1, 3.35)])],
  ['dropout', caseOf('a hole in a chord', () => [hole(chord(0.3), 4, 4.02)])],
  ['click', caseOf('a click in plates', () => [click(plates(32), 2.345, 0.4), plates(33)])],
  ['click', caseOf('a click in a mix', () => [click(left, 1.234, -0.7), right])],
  ['click', caseOf('a small click in speech', () => [click(speech(34), 3.21, 0.15)])],
  [
    'inverted',
    caseOf('a channel with the wrong polarity', () =>
      wide(mix(12), mix(13), 0.47).map((each, at) => scaled(each, at === 0 ? 1 : -1)),
    ),
  ],
  [
    'inverted',
    caseOf('a part with the wrong polarity', () =>
      wide(mix(16), mix(17), 0.48).map((each, at) =>
        change(each, (sample, s) => (at === 0 && s > 2 && s < 5 ? -sample : sample)),
      ),
    ),
  ],
  [
    'mono-loss',
    caseOf('a sound that vanishes in mono', () => againstItself(noise(41, 0.16), noise(42, 0.4))),
  ],
  ['dual-mono', caseOf('the same on both channels', () => [left, left])],
  ['missing-channel', caseOf('a channel that is missing', () => [new Float64Array(left.length), right])],
  ['imbalance', caseOf('a channel that is far quieter', () => [left, scaled(right, 0.4)])],
  ['dc', caseOf('a constant offset', () => [raised(left, 0.02), right])],
  ['dc', caseOf('an offset in quiet speech', () => [raised(speech(39, 0.1), -0.008)])],
  ['padded-bits', caseOf('16 bits in a file of 24', () => [inBits(left, 16), inBits(right, 16, 2)])],
];

test.each(planted.map(([kind, each]) => ({ kind, ...each })))('finds $name', ({ kind, make, bits }) => {
  expect(kindsIn(make(), bits)).toEqual([kind]);
});

const faultIn = (piece: Piece): Fault | undefined => findingsIn(piece).faults[0];

test('reports the position and channel of a fault', () => {
  expect(faultIn([click(left, 1.234, -0.7), right])).toMatchObject({
    count: 1,
    spans: [{ fromMs: 1234, toMs: 1234, channel: 0 }],
  });
  expect(faultIn([hole(left, 2.5, 2.52), hole(right, 2.5, 2.52)])).toMatchObject({
    count: 1,
    spans: [{ fromMs: 2500, toMs: 2520, channel: null }],
  });
  expect(faultIn([new Float64Array(left.length), right])).toMatchObject({ channel: 0 });
});

test('counts every occurrence of a fault and keeps the first fifty', () => {
  const many = change(chord(0.3), (sample, _s, frame) => (frame % 4001 === 4000 ? sample + 0.5 : sample));
  const fault = faultIn([many]);
  expect(fault?.count).toBe(Math.floor((6 * rateHz) / 4001));
  expect(fault?.spans).toHaveLength(50);
});

test('returns the same result for any block size', () => {
  const piece = [click(hole(scaled(cut(left, 0.5), 1.2), 3, 3.02), 2, 0.9), raised(right, 0.02)];
  const whole = findingsIn(piece, 24, 1_000_000);
  expect(whole.faults.length).toBeGreaterThan(2);
  expect(findingsIn(piece, 24, 777)).toEqual(whole);
});

test('reports silence before, after and within a sound, but not as a fault', () => {
  const parts = change(speech(40), (sample, s) => (s < 0.6 || s > 5.4 || (s > 2 && s < 4.5) ? 0 : sample));
  const { silences, faults } = findingsIn([parts]);
  expect(faults.filter(({ kind }) => kind !== 'click')).toEqual([]);
  expect(silences.headMs).toBeGreaterThanOrEqual(600);
  expect(silences.tailMs).toBeGreaterThanOrEqual(600);
  expect(silences).toMatchObject({ count: 1 });
  expect(silences.spans[0]?.fromMs).toBeCloseTo(2000, -2);
  expect(silences.spans[0]?.toMs).toBeCloseTo(4500, -2);
});

test('finds nothing in silence and near silence', () => {
  expect(findingsIn([new Float64Array(rateHz), new Float64Array(rateHz)]).faults).toEqual([]);
  expect(findingsIn([Float64Array.of(0.3)]).faults).toEqual([]);
});

test('does not report a DC offset for a wave cut in mid-cycle', () => {
  const bass = made(rateHz, (_, s) => 0.9 * Math.sin(2 * Math.PI * 25.5 * s));
  for (const ms of [10, 300, 1000])
    expect(
      findingsIn([bass.subarray(0, frameAt(ms / 1000))]).faults.filter(({ kind }) => kind === 'dc'),
    ).toEqual([]);
  expect(kindsIn([raised(noise(1).subarray(0, 2 * rateHz), 0.1)])).toEqual(['dc']);
});
