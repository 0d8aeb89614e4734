import { createKWeighting } from './k-weighting.ts';

/** The readings of an EBU R 128 meter, in LUFS (`rangeLu` in LU). Null if nothing was as loud as the gate, or it was too short. */
export type Loudness = {
  readonly integrated: number | null;
  readonly maxMomentary: number | null;
  readonly maxShortTerm: number | null;
  readonly rangeLu: number | null;
  /** Short-term loudness every 100 ms, from 3 s on. */
  readonly shortTerm: Float32Array;
};

export type LoudnessMeter = {
  /** Adds the first `count` samples of every channel. */
  readonly add: (channels: readonly Float64Array[], count: number) => void;
  readonly read: () => Loudness;
};

export const stepsPerS = 10;
const momentarySteps = 4;
const shortTermSteps = 30;
const absoluteGate = -70;

const lufsOf = (power: number) => -0.691 + 10 * Math.log10(power);
const powerOf = (lufs: number) => 10 ** ((lufs + 0.691) / 10);
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The powers that are louder than the absolute gate, and than their own mean less `relativeLu`. */
function gated(powers: Float64Array, relativeLu: number): readonly number[] {
  const audible = [...powers].filter((power) => power > powerOf(absoluteGate));
  if (audible.length === 0) return [];
  const threshold = meanOf(audible) * 10 ** (-relativeLu / 10);
  return audible.filter((power) => power > threshold);
}

/** Integrated loudness from the powers of momentary windows (ITU-R BS.1770-5), in LUFS; null where nothing is as loud as the gate. */
export function integratedOf(momentary: Float64Array): number | null {
  const loud = gated(momentary, 10);
  return loud.length > 0 ? lufsOf(meanOf(loud)) : null;
}

/** Mean power over the last `length` of these steps, at each step from `length` on. */
function means(steps: Float64Array, length: number): Float64Array {
  const result = new Float64Array(Math.max(0, steps.length - length + 1));
  for (let from = 0; from < result.length; from++) {
    let sum = 0;
    for (let step = from; step < from + length; step++) sum += steps[step] ?? 0;
    result[from] = sum / length;
  }
  return result;
}

/** The loudest, in LUFS; null where there is none or it is silent. */
function maxOf(powers: Float64Array): number | null {
  let max = 0;
  for (const power of powers) if (power > max) max = power;
  return max > 0 ? lufsOf(max) : null;
}

/** EBU Tech 3342: from the 10th to the 95th percentile of short-term loudness, gated 20 LU below its mean. */
function rangeOf(shortTerm: Float64Array): number | null {
  const levels = gated(shortTerm, 20)
    .map(lufsOf)
    .toSorted((a, b) => a - b);
  const at = (share: number) => levels[Math.round((levels.length - 1) * share)];
  const [low, high] = [at(0.1), at(0.95)];
  return low === undefined || high === undefined ? null : high - low;
}

/**
 * Loudness after ITU-R BS.1770-5 and EBU Tech 3341. `weights`: how much each channel counts (1 in front, 1.41 at the sides and
 * behind, 0 for the low-frequency channel).
 */
export function createLoudnessMeter(rateHz: number, weights: readonly number[]): LoudnessMeter {
  const filters = weights.map(() => createKWeighting(rateHz));
  // Steps of 100 ms; where the rate is no multiple of ten, their ends fall on the nearest sample.
  const powers: number[] = [];
  let frames = 0;
  let stepFrom = 0;
  let stepTo = Math.round(rateHz / stepsPerS);
  let sum = 0;
  return {
    add(channels, count) {
      for (let from = 0; from < count;) {
        const to = Math.min(count, from + stepTo - frames);
        filters.forEach((filter, channel) => {
          const samples = channels[channel];
          if (samples) sum += (weights[channel] ?? 0) * filter(samples, from, to);
        });
        frames += to - from;
        from = to;
        if (frames < stepTo) continue;
        powers.push(sum / (stepTo - stepFrom));
        sum = 0;
        stepFrom = stepTo;
        stepTo = Math.round((rateHz * (powers.length + 1)) / stepsPerS);
      }
    },
    read() {
      const steps = Float64Array.from(powers);
      const momentary = means(steps, momentarySteps);
      const shortTerm = means(steps, shortTermSteps);
      return {
        integrated: integratedOf(momentary),
        maxMomentary: maxOf(momentary),
        maxShortTerm: maxOf(shortTerm),
        rangeLu: rangeOf(shortTerm),
        shortTerm: Float32Array.from(shortTerm, (power) => (power > 0 ? lufsOf(power) : -Infinity)),
      };
    },
  };
}
