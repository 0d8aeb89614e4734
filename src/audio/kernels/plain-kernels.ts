// The kernels in TypeScript, for engines without WebAssembly SIMD. `assembly` computes the same, bit by bit: even sums are in the same order.

import { createFft } from '../fft.ts';

/** Reads samples of 16, 24 or 32 bits (little-endian) as floats, 1 at full scale. */
function floatsOf(bytes: Uint8Array, bits: 16 | 24 | 32, count: number, to: Float32Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < count; i++) {
    if (bits === 16) to[i] = view.getInt16(2 * i, true) / 32_768;
    else if (bits === 24) to[i] = ((view.getInt8(3 * i + 2) << 16) | view.getUint16(3 * i, true)) / 8_388_608;
    else to[i] = Math.fround(view.getInt32(4 * i, true)) / 2_147_483_648;
  }
}

/**
 * Splits the channels `first` and `first` + 1 of interleaved samples to `both` and, from `at` on, to `left` and `right`.
 * If there is no second one, it is 0, as is what is no finite number.
 */
function splitPair(
  samples: Float32Array,
  { channels, first, frames }: { channels: number; first: number; frames: number },
  both: Float64Array,
  left: Float64Array,
  right: Float64Array,
  at: number,
): void {
  const isLone = first + 1 === channels;
  for (let frame = 0; frame < frames; frame++) {
    const from = frame * channels + first;
    const [l, r] = [samples[from] as number, isLone ? 0 : (samples[from + 1] as number)];
    both[2 * frame] = left[at + frame] = Number.isFinite(l) ? l : 0;
    both[2 * frame + 1] = right[at + frame] = Number.isFinite(r) ? r : 0;
  }
}

/** Adds pairs to others. */
function addPairs(to: Float64Array, from: Float64Array, frames: number): void {
  for (let at = 0; at < 2 * frames; at++) to[at] = (to[at] as number) + (from[at] as number);
}

/** Writes the lowest and the highest of floats from `at` on; NaN is passed over. */
function lowestAndHighest(samples: Float32Array, at: number, count: number, out: Float64Array): void {
  let [least, most] = [Infinity, -Infinity];
  for (let index = at; index < at + count; index++) {
    const sample = samples[index] as number;
    if (sample < least) least = sample;
    if (sample > most) most = sample;
  }
  out[0] = least;
  out[1] = most;
}

/**
 * Writes eight figures of pairs: the sums of left², right², left · right and (left − right)², the largest sizes of left
 * and right, and the sums of left and right.
 */
function sumsOfPairs(both: Float64Array, from: number, frames: number, out: Float64Array): void {
  let [ll, rr, lr, dd, mostLeft, mostRight, left, right] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let frame = from; frame < from + frames; frame++) {
    const l = both[2 * frame] as number;
    const r = both[2 * frame + 1] as number;
    ll += l * l;
    rr += r * r;
    lr += l * r;
    dd += (l - r) * (l - r);
    mostLeft = Math.max(mostLeft, Math.abs(l));
    mostRight = Math.max(mostRight, Math.abs(r));
    left += l;
    right += r;
  }
  out.set([ll, rr, lr, dd, mostLeft, mostRight, left, right]);
}

/** The ten coefficients of both stages of K-weighting (see `stagesAt`), and the four states of two channels. */
type Weighting = { readonly filter: Float64Array; readonly state: Float64Array };

/** K-weights pairs and writes the sums of their squares. */
function weighPairs(
  both: Float64Array,
  from: number,
  frames: number,
  { filter, state }: Weighting,
  out: Float64Array,
): void {
  const [b0 = 0, b1 = 0, b2 = 0, a1 = 0, a2 = 0, c0 = 0, c1 = 0, c2 = 0, d1 = 0, d2 = 0] = filter;
  for (const side of [0, 1]) {
    // Local copies, because this runs for every sample.
    let s1 = state[side] as number;
    let s2 = state[2 + side] as number;
    let t1 = state[4 + side] as number;
    let t2 = state[6 + side] as number;
    let sum = 0;
    for (let at = 2 * from + side; at < 2 * (from + frames); at += 2) {
      const sample = both[at] as number;
      const shelved = b0 * sample + s1;
      // In this order the next sample waits for two operations less.
      s1 = b1 * sample + s2 - a1 * shelved;
      s2 = b2 * sample - a2 * shelved;
      const weighted = c0 * shelved + t1;
      t1 = c1 * shelved + t2 - d1 * weighted;
      t2 = c2 * shelved - d2 * weighted;
      sum += weighted * weighted;
    }
    state[side] = s1;
    state[2 + side] = s2;
    state[4 + side] = t1;
    state[6 + side] = t2;
    out[side] = sum;
  }
}

/** Writes the least and the largest size of samples. */
function sizesOf(line: Float64Array, at: number, count: number, out: Float64Array): void {
  let [least, most] = [Infinity, 0];
  for (let index = at; index < at + count; index++) {
    const size = Math.abs(line[index] as number);
    if (size < least) least = size;
    if (size > most) most = size;
  }
  out[0] = least;
  out[1] = most;
}

/** Writes the lowest and the highest of samples and 0. */
function rangeOf(line: Float64Array, at: number, count: number, out: Float64Array): void {
  let [least, most] = [0, 0];
  for (let index = at; index < at + count; index++) {
    const sample = line[index] as number;
    if (sample < least) least = sample;
    if (sample > most) most = sample;
  }
  out[0] = least;
  out[1] = most;
}

/** Returns how many samples precede the first that is within `flatness` of the one before it. */
function countSteep(line: Float64Array, at: number, count: number, flatness: number): number {
  for (let index = at; index < at + count; index++)
    if (Math.abs((line[index] as number) - (line[index - 1] as number)) <= flatness) return index - at;
  return count;
}

const bendAt = (line: Float64Array, at: number) =>
  (line[at - 2] as number) - 2 * (line[at - 1] as number) + (line[at] as number);

/** Returns the largest distance of a sample from the line through the two before it. */
function largestBend(line: Float64Array, at: number, count: number): number {
  let most = 0;
  for (let index = at; index < at + count; index++) {
    const bend = Math.abs(bendAt(line, index));
    if (bend > most) most = bend;
  }
  return most;
}

/**
 * Returns how far a sample differs from both its predecessor and its successor; 0 if it differs from only one, as at a
 * step.
 */
function offBoth(before: number, after: number): number {
  if (before > 0 !== after > 0) return 0;
  const [left, right] = before > 0 ? [before, after] : [-before, -after];
  return left < right ? left : right;
}

/**
 * Writes the largest jump of one or two samples off the lines on both sides, the number of samples before its end (−5
 * without a jump), and the largest jump that is more than `near` away. Reads the five samples before `at`.
 */
function largestJump(line: Float64Array, at: number, count: number, near: number, out: Float64Array): void {
  let [size, place, other] = [0, -5, 0];
  for (let index = 0; index < count; index++) {
    const here = at + index;
    const behind = bendAt(line, here);
    if (Math.abs(behind) <= other) continue;
    // One or two samples that deviate from the lines on both sides.
    const one = offBoth(
      (line[here - 2] as number) - 2 * (line[here - 3] as number) + (line[here - 4] as number),
      behind,
    );
    const two = offBoth(
      (line[here - 3] as number) - 2 * (line[here - 4] as number) + (line[here - 5] as number),
      behind,
    );
    const jump = one > two ? one : two;
    if (jump <= other) continue;
    const isNear = size > 0 && index - place <= near;
    if (jump > size) {
      if (!isNear) other = size;
      size = jump;
      place = index;
    } else if (!isNear) other = jump;
  }
  out[0] = size;
  out[1] = place;
  out[2] = other;
}

/** The filters of a true-peak meter, row by row, and their gains (see `filtersAt`). */
export type PeakFilters = {
  readonly taps: Float64Array;
  readonly phases: number;
  readonly width: number;
  readonly gains: Float64Array;
};

function largestBetween(line: Float64Array, at: number, { taps, phases, width }: PeakFilters): number {
  let largest = 0;
  for (let phase = 0; phase < phases; phase++) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let tap = 0; tap < width; tap += 4) {
      const row = phase * width + tap;
      a += (line[at + tap] as number) * (taps[row] as number);
      b += (line[at + tap + 1] as number) * (taps[row + 1] as number);
      c += (line[at + tap + 2] as number) * (taps[row + 2] as number);
      d += (line[at + tap + 3] as number) * (taps[row + 3] as number);
    }
    const size = Math.abs(a + c + (b + d));
    if (size > largest) largest = size;
  }
  return largest;
}

const blockFrames = 256;

function peakOf(line: Float64Array, at: number, frames: number): number {
  let peak = 0;
  for (let index = at; index < at + frames; index++) peak = Math.max(peak, Math.abs(line[index] as number));
  return peak;
}

/**
 * Searches samples for a larger true peak; reads `width` − 1 samples before `at`. `peaks` holds the peaks of the last
 * block, of all samples, and between them.
 */
function truePeak(
  line: Float64Array,
  at: number,
  count: number,
  filters: PeakFilters,
  peaks: Float64Array,
): void {
  const { gains, width } = filters;
  const [middleGain = 0, besideGain = 0, otherGain = 0] = gains;
  let [before = 0, samplePeak = 0, most = 0] = peaks;
  const sizeAt = (index: number) => Math.abs(line[index] as number);
  for (let from = at; from < at + count; from += blockFrames) {
    const frames = Math.min(blockFrames, at + count - from);
    const peak = peakOf(line, from, frames);
    samplePeak = Math.max(samplePeak, peak);
    most = Math.max(most, peak);
    const around = Math.max(peak, before);
    // A block may be shorter than the filter's overlap.
    before = frames < width ? around : peak;
    if ((middleGain + besideGain + otherGain) * around <= most) continue;
    // Only computes values that can be a new peak given the surrounding samples.
    for (let frame = from; frame < from + frames; frame++) {
      const middle = frame - width / 2;
      const nearest = Math.max(sizeAt(middle), sizeAt(middle + 1));
      if (middleGain * nearest + (besideGain + otherGain) * around <= most) continue;
      const beside = Math.max(sizeAt(middle - 2), sizeAt(middle - 1), sizeAt(middle + 2), sizeAt(middle + 3));
      if (middleGain * nearest + besideGain * beside + otherGain * around <= most) continue;
      most = Math.max(most, largestBetween(line, frame - width + 1, filters));
    }
  }
  peaks.set([before, samplePeak, most]);
}

/** A low pass that halves the rate of two channels: its odd taps on one side, and the pairs and their number from before. */
export type Halver = { readonly taps: Float64Array; readonly held: Float64Array; kept: number };

/** Filters pairs and keeps every second one. Returns the number written. */
function halvePairs(from: Float64Array, count: number, halver: Halver, to: Float64Array): number {
  const { taps, held, kept } = halver;
  const reach = 2 * taps.length - 1;
  held.set(from.subarray(0, 2 * count), 2 * kept);
  const length = kept + count;
  let left = 0;
  let middle = reach;
  for (; middle + reach < length; middle += 2, left++)
    for (const side of [0, 1]) {
      const at = 2 * middle + side;
      let sum = 0.5 * (held[at] as number);
      for (let tap = 0, away = 2; tap < taps.length; tap++, away += 4)
        sum += (taps[tap] as number) * ((held[at - away] as number) + (held[at + away] as number));
      to[2 * left + side] = sum;
    }
  held.copyWithin(0, 2 * (middle - reach), 2 * length);
  halver.kept = length - (middle - reach);
  return left;
}

/** Adds the power of each bin of a section of pairs to `powers`, times `gain`. */
export type PairSpectrum = (both: Float64Array, gain: number, powers: Float64Array) => void;

/** Returns the weight of each of `size` samples of a section (Hann). */
export const hannOf = (size: number): Float64Array =>
  Float64Array.from({ length: size }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size));

/** Two channels share one transform as its real and imaginary parts; their power is that of bins k and −k. */
function createPairSpectrum(size: number, window: Float64Array): PairSpectrum {
  const transform = createFft(size);
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  return (both, gain, powers) => {
    for (let at = 0; at < size; at++) {
      re[at] = (both[2 * at] as number) * (window[at] as number);
      im[at] = (both[2 * at + 1] as number) * (window[at] as number);
    }
    transform(re, im);
    for (let bin = 1; bin < size / 2; bin++) {
      const mirrored = size - bin;
      const a = re[bin] as number;
      const b = im[bin] as number;
      const c = re[mirrored] as number;
      const d = im[mirrored] as number;
      powers[bin] = (powers[bin] as number) + (a * a + b * b + c * c + d * d) * gain;
    }
  };
}

/** Writes the largest power of each row; `rows` holds its first and its last bin. */
function largestOfRows(powers: Float64Array, rows: Uint32Array, out: Float64Array): void {
  for (let row = 0; row < out.length; row++) {
    let most = 0;
    for (let bin = rows[2 * row] as number; bin <= (rows[2 * row + 1] as number); bin++)
      most = Math.max(most, powers[bin] as number);
    out[row] = most;
  }
}

/** Returns the kernels, and arrays of zeros that they can work on. */
export const createPlainKernels = () => ({
  bytes: (count: number): Uint8Array => new Uint8Array(count),
  words: (count: number): Uint32Array => new Uint32Array(count),
  floats: (count: number): Float32Array => new Float32Array(count),
  doubles: (count: number): Float64Array => new Float64Array(count),
  floatsOf,
  splitPair,
  addPairs,
  lowestAndHighest,
  sumsOfPairs,
  weighPairs,
  sizesOf,
  rangeOf,
  countSteep,
  largestBend,
  largestJump,
  truePeak,
  halvePairs,
  createPairSpectrum,
  largestOfRows,
});

export type Kernels = ReturnType<typeof createPlainKernels>;
