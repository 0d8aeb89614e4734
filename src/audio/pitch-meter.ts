import { createFft } from './fft.ts';
import { createRateHalver } from './halve-rate.ts';
import { createHeardPitches, type HeardPitch } from './heard-pitches.ts';
import { notesIn, tonesIn } from './spectrum-notes.ts';

/** About 0.7 s: a semitone at 50 Hz is two bins wide. */
const size = 4096;
const hop = size / 2;
/** Below about −95 dB of full scale there is nothing to hear. */
const leastPower = 1e-3;

type PitchMeter = {
  /** Takes interleaved samples, whole frames, 1 at full scale. What is no number counts as silence. */
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
