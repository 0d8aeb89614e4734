import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import '#src/platform/keep-wasm-code.ts';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { createPlainKernels, type Kernels, type PairSpectrum } from './plain-kernels.ts';

/** The exported functions of `assembly`, which take addresses. */
type Exports = Readonly<
  Record<
    | 'floatsOf16'
    | 'floatsOf24'
    | 'floatsOf32'
    | 'splitPair'
    | 'addPairs'
    | 'lowestAndHighest'
    | 'sumsOfPairs'
    | 'weighPairs'
    | 'sizesOf'
    | 'rangeOf'
    | 'countSteep'
    | 'largestBend'
    | 'largestJump'
    | 'truePeak'
    | 'halvePairs'
    | 'transform'
    | 'addPowers'
    | 'largestOfRows',
    (...args: readonly number[]) => number
  >
>;

/** The compiled kernels: next to the programs of a build, or where they were generated. */
export const kernelsFile = 'sound-kernels.wasm';

/**
 * Enough for 64 channels at 768 kHz, in pages of 64 kB; the system only provides those that are used. Memory never
 * grows, because that would detach its arrays.
 */
const pages = 1024;

let compiled: WebAssembly.Module | null | undefined;

/** Returns null if they were not generated or this engine has no WebAssembly SIMD. */
function compile(): WebAssembly.Module | null {
  const root = projectRootFrom(import.meta.dirname);
  const file = [join(root, kernelsFile), join(root, 'src/generated', kernelsFile)].find(existsSync);
  const bytes = file === undefined ? null : readFileSync(file);
  return bytes !== null && WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : null;
}

/** Returns arrays of zeros in a memory, one after the other, on multiples of 16 bytes. */
function createArrays({ buffer }: WebAssembly.Memory) {
  let used = 16;
  const take = (bytes: number): number => {
    const at = used;
    // Loads of 16 bytes may go beyond the end.
    used += (bytes + 31) & ~15;
    return at;
  };
  return {
    bytes: (count: number) => new Uint8Array(buffer, take(count), count),
    words: (count: number) => new Uint32Array(buffer, take(4 * count), count),
    floats: (count: number) => new Float32Array(buffer, take(4 * count), count),
    doubles: (count: number) => new Float64Array(buffer, take(8 * count), count),
  };
}

const addressOf = (line: Float64Array, at: number) => line.byteOffset + 8 * at;

/** Returns the cosines and sines of one, two and three turns for each pair of points, stage by stage. */
function turnsOf(size: number, isOdd: boolean): number[] {
  const turns: number[] = [];
  for (let quarter = isOdd ? 2 : 4; quarter < size; quarter *= 4)
    for (let offset = 0; offset < quarter; offset += 2)
      for (const times of [1, 2, 3]) {
        const [first, second] = [offset, offset + 1].map(
          (at) => (2 * Math.PI * (times * at * (size / (4 * quarter)))) / size,
        ) as [number, number];
        turns.push(Math.cos(first), Math.cos(second), Math.sin(first), Math.sin(second));
      }
  return turns;
}

function createSpectrum(
  { doubles, words }: ReturnType<typeof createArrays>,
  run: Exports,
  size: number,
  weights: Float64Array,
): PairSpectrum {
  const bits = Math.log2(size);
  const order = words(size);
  for (let index = 1; index < size; index++)
    order[index] = ((order[index >> 1] as number) >> 1) | ((index & 1) << (bits - 1));
  const ordered = doubles(size);
  ordered.set(Array.from(order, (at) => weights[at] as number));
  const table = turnsOf(size, bits % 2 === 1);
  const turns = doubles(table.length);
  turns.set(table);
  const [re, im] = [doubles(size).byteOffset, doubles(size).byteOffset];
  return (both, gain, powers) => {
    const [from, window, places] = [both.byteOffset, ordered.byteOffset, order.byteOffset];
    run.transform(from, window, places, re, im, size, bits % 2, turns.byteOffset);
    run.addPowers(re, im, size, gain, powers.byteOffset);
  };
}

/** The functions about samples of several channels. */
const samplesOf = (run: Exports) =>
  ({
    floatsOf: (bytes, bits, count, to) => {
      run[`floatsOf${bits}`](bytes.byteOffset, count, to.byteOffset);
    },
    splitPair(samples, { channels, first, frames }, both, left, right, at) {
      const isLone = first + 1 === channels ? 1 : 0;
      const [l, r] = [addressOf(left, at), addressOf(right, at)];
      run.splitPair(samples.byteOffset + 4 * first, channels, isLone, frames, both.byteOffset, l, r);
    },
    addPairs: (to, from, frames) => {
      run.addPairs(to.byteOffset, from.byteOffset, frames);
    },
    lowestAndHighest: (samples, at, count, out) => {
      run.lowestAndHighest(samples.byteOffset + 4 * at, count, out.byteOffset);
    },
    sumsOfPairs: (both, from, frames, out) => {
      run.sumsOfPairs(addressOf(both, 2 * from), frames, out.byteOffset);
    },
    weighPairs(both, from, frames, { filter, state }, out) {
      run.weighPairs(addressOf(both, 2 * from), frames, filter.byteOffset, state.byteOffset, out.byteOffset);
    },
    halvePairs(from, count, halver, to) {
      const { taps, held, kept } = halver;
      const left = run.halvePairs(
        from.byteOffset,
        count,
        held.byteOffset,
        kept,
        taps.byteOffset,
        taps.length,
        to.byteOffset,
      );
      halver.kept = kept + count - 2 * left;
      return left;
    },
    largestOfRows: (powers, rows, out) => {
      run.largestOfRows(powers.byteOffset, rows.byteOffset, out.length, out.byteOffset);
    },
  }) satisfies Partial<Kernels>;

/** The functions about one channel. */
const linesOf = (run: Exports) =>
  ({
    sizesOf: (line, at, count, out) => {
      run.sizesOf(addressOf(line, at), count, out.byteOffset);
    },
    rangeOf: (line, at, count, out) => {
      run.rangeOf(addressOf(line, at), count, out.byteOffset);
    },
    countSteep: (line, at, count, flatness) => run.countSteep(addressOf(line, at), count, flatness),
    largestBend: (line, at, count) => run.largestBend(addressOf(line, at), count),
    largestJump: (line, at, count, near, out) => {
      run.largestJump(addressOf(line, at), count, near, out.byteOffset);
    },
    truePeak(line, at, count, { taps, phases, width, gains }, peaks) {
      run.truePeak(
        addressOf(line, at),
        count,
        taps.byteOffset,
        phases,
        width,
        gains.byteOffset,
        peaks.byteOffset,
      );
    },
  }) satisfies Partial<Kernels>;

/**
 * Returns the kernels as WebAssembly, with a memory of their own: every array given to them must be from it. Null if
 * they were not generated, or without WebAssembly SIMD.
 */
export function createCompiledKernels(): Kernels | null {
  compiled ??= compile();
  if (compiled === null) return null;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  const run = exports as unknown as Exports;
  const arrays = createArrays(memory);
  return {
    ...arrays,
    ...samplesOf(run),
    ...linesOf(run),
    createPairSpectrum: (size, window) => createSpectrum(arrays, run, size, window),
  };
}

/** Returns the fastest kernels of this engine. */
export const createKernels = (): Kernels => createCompiledKernels() ?? createPlainKernels();
