import { describe, expect, test } from 'vitest';
import { claps, speech } from '#src/features/cymatics/listen/speech.fixture.ts';
import { hum, pinkNoise, sungVowel, whiteNoise } from '#src/features/cymatics/listen/voices.fixture.ts';
import { figurePathOf } from './figure-path.ts';
import type { Kernels } from './kernels/plain-kernels.ts';
import { heardBy } from './pieces.fixture.ts';
import { createPitchMeter } from './pitch-meter.ts';

const rateHz = 11_025;
const sine = [1];
/** Partials of a string, and of a source with a weak fundamental. */
const string = Array.from({ length: 12 }, (_, index) => 1 / (index + 1));
const thin = [0.3, 1, 0.6, 0.4, 0.3, 0.2];

const hzOf = (note: number, cents = 0) => 440 * 2 ** ((note - 69 + cents / 100) / 12);

/** Each partial is a rotating phasor, which is much faster than calling sine per sample. */
function toneOf(hz: number, partials: readonly number[], seconds = 1, rate = rateHz): Float32Array {
  const tone = new Float64Array(Math.round(seconds * rate));
  for (const [index, gain] of partials.entries()) {
    if ((index + 1) * hz >= 0.45 * rate) continue;
    const angle = (2 * Math.PI * hz * (index + 1)) / rate;
    const [turnCos, turnSin] = [Math.cos(angle), Math.sin(angle)];
    let [cos, sin] = [0.1 * gain * Math.cos(index), 0.1 * gain * Math.sin(index)];
    for (let frame = 0; frame < tone.length; frame++) {
      tone[frame] = (tone[frame] ?? 0) + sin;
      const turned = cos * turnCos - sin * turnSin;
      sin = sin * turnCos + cos * turnSin;
      cos = turned;
    }
  }
  return Float32Array.from(tone);
}

const mixed = (...sounds: Float32Array[]) =>
  (sounds[0] ?? new Float32Array()).map((_, frame) =>
    sounds.reduce((sum, sound) => sum + (sound[frame] ?? 0), 0),
  );

function pitchesOf(samples: Float32Array, rate = rateHz, channels = 1, chunkFrames = 5000) {
  const create = (kernels: Kernels) => createPitchMeter(rate, kernels);
  return heardBy(create, samples, { channels, rateHz: rate }, chunkFrames).read();
}

const notesOf = (...sound: Parameters<typeof pitchesOf>) => pitchesOf(...sound).map(({ note }) => note);

/** A melody over a bass line, with a hit on every beat. */
function pieceOf(notes: readonly number[], bass: readonly number[], seed: number): Float32Array {
  const beats = [0, 1].flatMap(() =>
    notes.map((note, index) => {
      const held = bass[Math.floor((index * bass.length) / notes.length)] ?? 48;
      const sound = mixed(toneOf(hzOf(note), string, 0.5), toneOf(hzOf(held), string, 0.5));
      const noise = whiteNoise(sound.length, seed + index);
      return sound.map((value, frame) => value + 0.05 * (noise[frame] ?? 0) * Math.exp(-frame / 400));
    }),
  );
  return Float32Array.from(beats.flatMap((beat) => [...beat]));
}

/** A shelf filter that raises or lowers everything below about 250 Hz. */
function shelved(sound: Float32Array, gain: number): Float32Array {
  let low = 0;
  return sound.map((value) => value + (gain - 1) * (low += 0.13 * (value - low)));
}

describe('the pitch of a single note', () => {
  const all = Array.from({ length: 68 }, (_, index) => 28 + index);

  test.each([
    ['a sine', sine],
    ['a string', string],
    ['a tone with a weak fundamental', thin],
  ])('is heard in every octave from E1 to B6, in tune or not: %s', (_, partials) => {
    for (const note of all)
      for (const cents of [-20, 0, 20]) {
        const [first, ...others] = pitchesOf(toneOf(hzOf(note, cents), partials));
        expect(first?.note, `${note} ${cents}`).toBe(note);
        expect(Math.abs(1200 * Math.log2((first?.hz ?? 0) / hzOf(note, cents))), `${note}`).toBeLessThan(8);
        expect(others, `${note} ${cents}`).toEqual([]);
      }
  });

  test('is independent of sample rate, channel count and polarity', () => {
    for (const rate of [8000, 22_050, 44_100, 48_000, 96_000, 192_000]) {
      const tone = toneOf(220, string, 1, rate);
      const pair = (gain: number) =>
        new Float32Array(2 * tone.length).map((_, at) => (at % 2 === 0 ? 1 : gain) * (tone[at >> 1] ?? 0));
      expect(notesOf(tone, rate), String(rate)).toEqual([57]);
      for (const gain of [0, 1, -1]) expect(notesOf(pair(gain), rate, 2), `${rate} ${gain}`).toEqual([57]);
    }
  });

  test('is found in a hum and a sung vowel', () => {
    const sung = { hz: 220, seconds: 3, rateHz, seed: 2 };
    expect(notesOf(hum(sung))).toEqual([57]);
    expect(notesOf(sungVowel(sung, { hz: 5.5, cents: 40, vowel: 'i' }))[0]).toBe(57);
  });
});

describe('the pitches of a chord', () => {
  test.each([[[60, 64, 67]], [[57, 60, 64]], [[50, 57]], [[62, 65, 69, 72]]])(
    'are all found, lowest first: %j',
    (chord) => {
      for (const partials of [sine, string]) {
        const heard = notesOf(mixed(...chord.map((note) => toneOf(hzOf(note), partials, 2))));
        expect(heard[0]).toBe(chord[0]);
        expect(heard.toSorted((a, b) => a - b)).toEqual(chord);
      }
    },
  );
});

describe('no pitch is reported', () => {
  const speakers = [
    { meanHz: 110, rangeSteps: 6, vowelMs: [60, 180] },
    { meanHz: 200, rangeSteps: 8, vowelMs: [80, 220] },
    { meanHz: 220, rangeSteps: 4, vowelMs: [80, 250] },
  ] as const;

  test.each([
    ['white noise', whiteNoise(4 * rateHz, 1)],
    ['pink noise', pinkNoise(4 * rateHz, 1)],
    ['claps', claps(4, rateHz, 1)],
    ['silence', new Float32Array(2 * rateHz)],
    ['nothing', new Float32Array()],
    ['what is no number', new Float32Array(rateHz).fill(Number.NaN)],
  ])('of %s', (_, sound) => {
    expect(pitchesOf(sound.map((value) => 0.1 * value))).toEqual([]);
  });

  test.each(speakers)('of speech around $meanHz Hz', (speaker) => {
    for (const seed of [1, 2]) expect(pitchesOf(speech(speaker, 12, rateHz, seed))).toEqual([]);
  });

  test('sounds without a pitch share one figure of scattered powder', () => {
    expect(figurePathOf([])).toBe(figurePathOf(pitchesOf(new Float32Array(rateHz))));
    expect(figurePathOf([]).length).toBeLessThan(9000);
  });
});

describe('the figure of a piece', () => {
  const tune = [69, 72, 76, 72, 69, 76, 74, 72];
  const piece = pieceOf(tune, [45, 45, 41, 40], 1);
  const figureOf = (sound: Float32Array) => figurePathOf(pitchesOf(sound));

  test('is the same for any block size', () => {
    for (const frames of [777, piece.length])
      expect(pitchesOf(piece, rateHz, 1, frames)).toEqual(pitchesOf(piece));
  });

  test('is independent of the level', () => {
    for (const gain of [0.01, 0.3, 2])
      expect(figureOf(piece.map((value) => gain * value))).toBe(figureOf(piece));
  });

  test('keeps its first mode with a shelf of ±6 dB', () => {
    for (const gain of [0.5, 2]) expect(notesOf(shelved(piece, gain))[0]).toBe(notesOf(piece)[0]);
  });

  test('keeps its first mode if a part is 3 dB louder, or with added hum', () => {
    const louder = piece.map((value, frame) => (frame > piece.length / 2 ? 1.41 * value : value));
    const hummed = mixed(
      piece,
      toneOf(50, [1, 0.5], piece.length / rateHz).map((value) => 0.1 * value),
    );
    for (const version of [louder, hummed]) expect(notesOf(version)[0]).toBe(notesOf(piece)[0]);
  });

  test('differs between pieces, and is a few kB', () => {
    const pieces = [
      piece,
      pieceOf([67, 71, 74, 71], [43, 50], 1),
      pieceOf([65, 69, 72, 70, 69, 65], [41, 46], 1),
      pieceOf([64, 68, 71, 73], [40, 45], 1),
      pieceOf([69, 72, 74, 76], [38, 45], 1),
    ].map(figureOf);
    expect(new Set(pieces).size).toBe(pieces.length);
    for (const path of pieces) expect(path.length).toBeLessThan(8000);
  });
});
