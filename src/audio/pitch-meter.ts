import { createFft } from './fft.ts';
import { createHeardPitches, type HeardPitch, notesIn, tonesIn } from './heard-pitches.ts';

/** Only frequencies up to about 2.1 kHz matter, so the rate stays above this. */
const leastRateHz = 5000;
const pieceFrames = 4096;
/** Taps on each side of the filters, last filter first: the lower the rate, the closer the aliased frequencies. */
const tapCounts = [8, 4];
const fewestTaps = 3;

/**
 * A low pass at a quarter of the rate (windowed sinc, Blackman): the odd taps of one side. The even ones are 0, the
 * middle one 0.5.
 */
function tapsOf(count: number): Float64Array {
  const edge = 2 * count + 1;
  return Float64Array.from({ length: count }, (_, index) => {
    const at = 2 * index + 1;
    const window = 0.42 + 0.5 * Math.cos((Math.PI * at) / edge) + 0.08 * Math.cos((2 * Math.PI * at) / edge);
    return ((index % 2 === 0 ? 1 : -1) * window) / (Math.PI * at);
  });
}

type Halver = (samples: Float64Array, count: number) => number;

/** Filters up to `pieceFrames` samples and keeps every second one, in place. Returns the remaining number. */
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

/** Sums every second channel from `first` on. NaN counts as silence. */
function gather(into: Float64Array, samples: Float32Array, channels: number, first: number): void {
  const frames = samples.length / channels;
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0;
    for (let channel = first; channel < channels; channel += 2)
      sum += samples[frame * channels + channel] as number;
    into[frame] = Number.isFinite(sum) ? sum : 0;
  }
}

/** Two channels at a lower rate with `count` samples each; valid until more samples are added. */
type Take = (even: Float64Array, odd: Float64Array, count: number) => void;

/**
 * Halves the rate of a sound until it is 5 to 10 kHz; lower rates are kept. Mixes the even and the odd channels into
 * two, so that an inverted channel does not cancel the other.
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
/** Sound below about −95 dBFS is inaudible. */
const leastPower = 1e-3;

type PitchMeter = {
  /** Adds interleaved samples in whole frames; full scale is 1. NaN counts as silence. */
  readonly add: (samples: Float32Array) => void;
  /**
   * Returns the prominent pitches, the leading one first; none for noise, speech or silence. Do not add samples
   * afterwards.
   */
  readonly read: () => HeardPitch[];
};

/** Returns the summed power of two sounds in each bin, from one transform of both: that of bins k and −k. */
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
 * Detects the pitches of a sound while it is decoded: the notes in sections of 0.7 s, weighted by their share of the
 * total energy, and the pitches that dominate over all sections.
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
    // Closer to perceived loudness than power, so that one loud passage does not dominate.
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
