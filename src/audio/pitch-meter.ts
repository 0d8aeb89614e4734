import { createFft } from './fft.ts';
import { createHeardPitches, type HeardPitch, notesIn, tonesIn } from './heard-pitches.ts';

/** Nothing above about 2.1 kHz is of interest, and the rate stays above this. */
const leastRateHz = 5000;
const pieceFrames = 4096;
/** Taps on each side of the filters, the last one first: the lower the rate, the nearer comes what would be folded down. */
const tapCounts = [8, 4];
const fewestTaps = 3;

/** A low pass at a quarter of the rate (windowed sinc, Blackman): the odd taps of one side. The even ones are 0, the middle one 0.5. */
function tapsOf(count: number): Float64Array {
  const edge = 2 * count + 1;
  return Float64Array.from({ length: count }, (_, index) => {
    const at = 2 * index + 1;
    const window = 0.42 + 0.5 * Math.cos((Math.PI * at) / edge) + 0.08 * Math.cos((2 * Math.PI * at) / edge);
    return ((index % 2 === 0 ? 1 : -1) * window) / (Math.PI * at);
  });
}

type Halver = (samples: Float64Array, count: number) => number;

/** Filters up to `pieceFrames` samples and keeps every second one, in place. Returns how many are left. */
function createHalver(tapCount: number): Halver {
  const taps = tapsOf(tapCount);
  const reach = 2 * tapCount - 1;
  const held = new Float64Array(2 * reach + pieceFrames + 2);
  let kept = reach;
  return (samples, count) => {
    held.set(samples.subarray(0, count), kept);
    const length = kept + count;
    let left = 0;
    let middle = reach;
    for (; middle + reach < length; middle += 2) {
      let sum = 0.5 * (held[middle] as number);
      for (let tap = 0, away = 1; tap < tapCount; tap++, away += 2)
        sum += (taps[tap] as number) * ((held[middle - away] as number) + (held[middle + away] as number));
      samples[left] = sum;
      left += 1;
    }
    kept = length - (middle - reach);
    held.copyWithin(0, middle - reach, length);
    return left;
  };
}

/** Sums every second channel, from `first` on, of some frames. What is no number counts as silence. */
function gather(into: Float64Array, samples: Float32Array, channels: number, first: number): void {
  const frames = samples.length / channels;
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0;
    for (let channel = first; channel < channels; channel += 2)
      sum += samples[frame * channels + channel] as number;
    into[frame] = Number.isFinite(sum) ? sum : 0;
  }
}

/** Two channels of a sound at a lower rate, as many samples of each as `count` says; they are valid until more is added. */
type Take = (even: Float64Array, odd: Float64Array, count: number) => void;

/**
 * Halves the rate of a sound until it is 5 to 10 kHz; one that is lower stays. Its channels become two, the even and the odd
 * ones, so that what is inverted in one of them does not cancel itself.
 */
function createRateHalver(sourceHz: number, channels: number) {
  const stages = Math.max(0, Math.floor(Math.log2(sourceHz / leastRateHz)));
  const tapsAt = (stage: number) => tapCounts[stages - 1 - stage] ?? fewestTaps;
  const createSide = () => ({
    samples: new Float64Array(pieceFrames),
    halvers: Array.from({ length: stages }, (_, stage) => createHalver(tapsAt(stage))),
  });
  const [even, odd] = [createSide(), createSide()];
  const sides = channels > 1 ? [even, odd] : [even];
  return {
    rateHz: sourceHz / 2 ** stages,
    add(samples: Float32Array, take: Take) {
      for (let from = 0; from < samples.length; from += pieceFrames * channels) {
        const piece = samples.subarray(from, from + pieceFrames * channels);
        let count = 0;
        sides.forEach((side, first) => {
          gather(side.samples, piece, channels, first);
          count = side.halvers.reduce((left, halve) => halve(side.samples, left), piece.length / channels);
        });
        take(even.samples, odd.samples, count);
      }
    },
  };
}

/** About 0.7 s: a semitone at 50 Hz is two bins wide. */
const size = 4096;
const hop = size / 2;
/** Below about −95 dB of full scale there is nothing to hear. */
const leastPower = 1e-3;

type PitchMeter = {
  /** Adds interleaved samples in whole frames; full scale is 1. NaN counts as silence. */
  readonly add: (samples: Float32Array) => void;
  /** The pitches that stand out, the leading one first; none where none does, as in noise, speech or silence. Nothing may be added afterwards. */
  readonly read: () => HeardPitch[];
};

/** The power of two sounds together in each bin, from one transform of both: that of their bins k and −k. */
function createPowerMeter() {
  const transform = createFft(size);
  const hann = Float64Array.from(
    { length: size },
    (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size),
  );
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  const power = new Float64Array(size / 2);
  return (even: Float64Array, odd: Float64Array): Float64Array => {
    for (let at = 0; at < size; at++) {
      re[at] = (even[at] as number) * (hann[at] as number);
      im[at] = (odd[at] as number) * (hann[at] as number);
    }
    transform(re, im);
    for (let bin = 1; bin < size / 2; bin++) {
      const mirrored = size - bin;
      power[bin] =
        (re[bin] as number) ** 2 +
        (im[bin] as number) ** 2 +
        (re[mirrored] as number) ** 2 +
        (im[mirrored] as number) ** 2;
    }
    return power;
  };
}

/**
 * Listens for the pitches of a sound while it is decoded: the notes in stretches of 0.7 s, each with the share that it has of
 * what is heard, and of all stretches together the pitches in which most of it lies.
 */
export function createPitchMeter(sourceHz: number, channels: number): PitchMeter {
  const halver = createRateHalver(sourceHz, channels);
  const powerOf = createPowerMeter();
  const heard = createHeardPitches();
  const [even, odd] = [new Float64Array(size), new Float64Array(size)];
  let filled = 0;

  function hear(): void {
    const power = powerOf(even, odd);
    const all = power.reduce((sum, bin) => sum + bin, 0);
    if (all < leastPower) return;
    // Nearer to how loud it seems than its power is, so that one loud passage does not decide for all.
    const loudness = all ** 0.25;
    heard.addAll(loudness);
    for (const note of notesIn(tonesIn(power, halver.rateHz / size)))
      heard.add(note.hz, loudness * Math.sqrt(Math.min(1, note.power / all)));
  }

  return {
    add: (samples) =>
      halver.add(samples, (left, right, count) => {
        for (let from = 0; from < count;) {
          const to = Math.min(count, from + size - filled);
          even.set(left.subarray(from, to), filled);
          odd.set(right.subarray(from, to), filled);
          filled += to - from;
          from = to;
          if (filled < size) continue;
          hear();
          even.copyWithin(0, hop);
          odd.copyWithin(0, hop);
          filled = size - hop;
        }
      }),
    read() {
      even.fill(0, filled);
      odd.fill(0, filled);
      hear();
      return heard.read();
    },
  };
}
