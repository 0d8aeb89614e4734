import type { Kernels } from './kernels/plain-kernels.ts';
import type { Piece } from './pieces.ts';

/** A second-order filter: b0, b1, b2, a1, a2 of the transfer function with a0 = 1. */
type Biquad = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

/**
 * Returns the two stages of ITU-R BS.1770's K-weighting for any sample rate: a shelf that models the head, then a
 * high-pass. The recommendation lists values for 48 kHz; these are the underlying analogue filters, mapped by the
 * bilinear transform.
 */
function stagesAt(rateHz: number): readonly [Biquad, Biquad] {
  const shelfK = Math.tan((Math.PI * 1681.974450955533) / rateHz);
  const shelfQ = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const shelfA0 = 1 + shelfK / shelfQ + shelfK ** 2;
  const shelf: Biquad = [
    (high + (band * shelfK) / shelfQ + shelfK ** 2) / shelfA0,
    (2 * (shelfK ** 2 - high)) / shelfA0,
    (high - (band * shelfK) / shelfQ + shelfK ** 2) / shelfA0,
    (2 * (shelfK ** 2 - 1)) / shelfA0,
    (1 - shelfK / shelfQ + shelfK ** 2) / shelfA0,
  ];
  const passK = Math.tan((Math.PI * 38.13547087602444) / rateHz);
  const passQ = 0.5003270373238773;
  const passA0 = 1 + passK / passQ + passK ** 2;
  const pass: Biquad = [1, -2, 1, (2 * (passK ** 2 - 1)) / passA0, (1 - passK / passQ + passK ** 2) / passA0];
  return [shelf, pass];
}

/** K-weights one channel and keeps its state between blocks. Returns the sum of the squares of the weighted samples. */
export function createKWeighting(
  rateHz: number,
): (samples: Float64Array, from: number, to: number) => number {
  const [[b0, b1, b2, a1, a2], [c0, c1, c2, d1, d2]] = stagesAt(rateHz);
  // Transposed direct form II: two states per stage.
  const states = new Float64Array(4);
  return (samples, from, to) => {
    // Local copies, because this runs for every sample.
    let [s1 = 0, s2 = 0, t1 = 0, t2 = 0] = states;
    let sum = 0;
    for (let at = from; at < to; at++) {
      const sample = samples[at] ?? 0;
      const shelved = b0 * sample + s1;
      s1 = b1 * sample - a1 * shelved + s2;
      s2 = b2 * sample - a2 * shelved;
      const weighted = c0 * shelved + t1;
      t1 = c1 * shelved - d1 * weighted + t2;
      t2 = c2 * shelved - d2 * weighted;
      sum += weighted * weighted;
    }
    states.set([s1, s2, t1, t2]);
    return sum;
  };
}

/**
 * The readings of an EBU R 128 meter, in LUFS (`rangeLu` in LU). Null if the sound never reached the gate or was too
 * short.
 */
export type Loudness = {
  readonly integrated: number | null;
  readonly maxMomentary: number | null;
  readonly maxShortTerm: number | null;
  readonly rangeLu: number | null;
  /** Short-term loudness every 100 ms, from 3 s on. */
  readonly shortTerm: Float32Array;
};

/** The interval of short-term loudness values and of the integrated loudness windows. */
export const stepsPerS = 10;
const momentarySteps = 4;
const shortTermSteps = 30;
/**
 * Parts per step: the loudest window is searched every 10 ms, since a sound as short as a window rarely begins on a
 * step.
 */
const partsPerStep = 10;
const absoluteGate = -70;

const lufsOf = (power: number) => -0.691 + 10 * Math.log10(power);
const powerOf = (lufs: number) => 10 ** ((lufs + 0.691) / 10);
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the powers above the absolute gate and above their own mean minus `relativeLu`. */
function gated(powers: Float64Array, relativeLu: number): readonly number[] {
  const audible = [...powers].filter((power) => power > powerOf(absoluteGate));
  if (audible.length === 0) return [];
  const threshold = meanOf(audible) * 10 ** (-relativeLu / 10);
  return audible.filter((power) => power > threshold);
}

/**
 * Returns integrated loudness in LUFS from the powers of momentary windows (ITU-R BS.1770-5); null if nothing reaches
 * the gate.
 */
export function integratedOf(momentary: Float64Array): number | null {
  const loud = gated(momentary, 10);
  return loud.length > 0 ? lufsOf(meanOf(loud)) : null;
}

/** Returns the moving average of power over `length` steps. */
function means(steps: Float64Array, length: number): Float64Array {
  const result = new Float64Array(Math.max(0, steps.length - length + 1));
  for (let from = 0; from < result.length; from++) {
    let sum = 0;
    for (let step = from; step < from + length; step++) sum += steps[step] ?? 0;
    result[from] = sum / length;
  }
  return result;
}

/** Finds the loudest window of the given number of parts, from each part's energy and frames. */
function createLoudestWindow(parts: number) {
  const energies = new Float64Array(parts);
  const frames = new Uint32Array(parts);
  let count = 0;
  let loudest = 0;
  return {
    add(energy: number, partFrames: number) {
      energies[count % parts] = energy;
      frames[count % parts] = partFrames;
      count += 1;
      if (count < parts) return;
      let [sum, length] = [0, 0];
      for (let part = 0; part < parts; part++) {
        sum += energies[part] as number;
        length += frames[part] as number;
      }
      if (sum > loudest * length) loudest = sum / length;
    },
    /** In LUFS; null if the sound is silent or shorter than the window. */
    read: () => (loudest > 0 ? lufsOf(loudest) : null),
  };
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

/** Collects the energies of consecutive parts of a sound, and reads what an EBU R 128 meter shows. */
function createLoudnessWindows(rateHz: number) {
  const powers: number[] = [];
  const momentaryMax = createLoudestWindow(momentarySteps * partsPerStep);
  const shortTermMax = createLoudestWindow(shortTermSteps * partsPerStep);
  let frames = 0;
  // If the rate is not a multiple of 100, parts end at the nearest sample.
  let parts = 0;
  const endOf = (part: number) => Math.round((rateHz * (part + 1)) / (stepsPerS * partsPerStep));
  let [partFrom, partTo, energy] = [0, endOf(0), 0];
  let [stepFrom, stepEnergy] = [0, 0];

  function endPart() {
    momentaryMax.add(energy, partTo - partFrom);
    shortTermMax.add(energy, partTo - partFrom);
    stepEnergy += energy;
    parts += 1;
    [partFrom, partTo, energy] = [partTo, endOf(parts), 0];
    if (parts % partsPerStep > 0) return;
    powers.push(stepEnergy / (partFrom - stepFrom));
    [stepFrom, stepEnergy] = [partFrom, 0];
  }

  return {
    /** Returns how many frames to add at most. */
    room: () => partTo - frames,
    /** Adds the energy of up to that many frames: the weighted sum of the squares of their K-weighted samples. */
    add(added: number, count: number) {
      energy += added;
      frames += count;
      if (frames === partTo) endPart();
    },
    read: (): Loudness => {
      const steps = Float64Array.from(powers);
      const shortTerm = means(steps, shortTermSteps);
      return {
        integrated: integratedOf(means(steps, momentarySteps)),
        maxMomentary: momentaryMax.read(),
        maxShortTerm: shortTermMax.read(),
        rangeLu: rangeOf(shortTerm),
        shortTerm: Float32Array.from(shortTerm, (power) => (power > 0 ? lufsOf(power) : -Infinity)),
      };
    },
  };
}

/**
 * Measures loudness per ITU-R BS.1770-5 and EBU Tech 3341. `weights` holds the weight of each channel (1 in front, 1.41
 * at the sides and back, 0 for low frequencies).
 */
export function createLoudnessMeter(rateHz: number, weights: readonly number[], kernels: Kernels) {
  const windows = createLoudnessWindows(rateHz);
  const filter = kernels.doubles(10);
  filter.set(stagesAt(rateHz).flat());
  const sums = kernels.doubles(2);
  const sides = Array.from({ length: Math.ceil(weights.length / 2) }, (_, pair) => ({
    weighting: { filter, state: kernels.doubles(8) },
    left: weights[2 * pair] ?? 0,
    right: weights[2 * pair + 1] ?? 0,
  }));
  return {
    add: ({ pairs, count }: Pick<Piece, 'pairs' | 'count'>): void => {
      for (let from = 0; from < count;) {
        const frames = Math.min(count - from, windows.room());
        let energy = 0;
        for (const [pair, { weighting, left, right }] of sides.entries()) {
          kernels.weighPairs(pairs[pair] as Float64Array, from, frames, weighting, sums);
          energy += left * (sums[0] as number) + right * (sums[1] as number);
        }
        windows.add(energy, frames);
        from += frames;
      }
    },
    read: windows.read,
  };
}
