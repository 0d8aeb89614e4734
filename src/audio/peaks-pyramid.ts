import type { Kernels } from './kernels/plain-kernels.ts';
import { history, type Piece } from './pieces.ts';

/** Samples per bin at the finest level, and bins merged per further level. */
const finestSamples = 256;
const levelStep = 4;
/** Maximum number of bins at the coarsest level. */
const coarsestBins = 512;

/** Short-term loudness covers the preceding three seconds. */
export const firstLoudnessMs = 3000;
export const loudnessEveryMs = 500;
/** The value for silence, in hundredths of LUFS. */
export const silentLoudness = -32_768;

/** One level of a pyramid of peaks: `bins` pairs of int8 (lowest, highest), from byte `offset` on. */
export type PeaksLevel = {
  /** Samples per channel in each bin; the last bin may have fewer. */
  readonly samples: number;
  readonly bins: number;
  readonly offset: number;
};

/** Returns the pyramid levels for a number of samples per channel, finest first, in file order. */
export function peaksLevelsOf(frames: number): PeaksLevel[] {
  const levels: PeaksLevel[] = [];
  let offset = 0;
  for (let samples = finestSamples; ; samples *= levelStep) {
    const bins = Math.ceil(frames / samples);
    levels.push({ samples, bins, offset });
    if (bins <= coarsestBins) return levels;
    offset += 2 * bins;
  }
}

/**
 * Returns the byte offset of short-term loudness, which follows the levels: int16 (little-endian) in hundredths of
 * LUFS, every `loudnessEveryMs` from `firstLoudnessMs` on.
 */
export function loudnessOffsetOf(frames: number): number {
  const coarsest = peaksLevelsOf(frames).at(-1);
  return coarsest ? coarsest.offset + 2 * coarsest.bins : 0;
}

/** Bytes are collected in chunks of this size, so that a growing sound is never copied. */
const chunkBytes = 64 * 1024;

function createByteList() {
  const chunks: Int8Array[] = [];
  let [chunk, used] = [new Int8Array(chunkBytes), 0];
  return {
    /** Appends the lowest eight bits of a number. */
    push(byte: number) {
      if (used === chunkBytes) {
        chunks.push(chunk);
        [chunk, used] = [new Int8Array(chunkBytes), 0];
      }
      chunk[used] = byte;
      used += 1;
    },
    /** Returns the bytes in the first of a number of bytes. */
    read(bytes: number): Int8Array {
      const all = new Int8Array(bytes);
      for (const [index, full] of chunks.entries()) all.set(full, index * chunkBytes);
      all.set(chunk.subarray(0, used), chunks.length * chunkBytes);
      return all;
    },
  };
}

/** Rounds outwards, so that clipping reaches the edge and quiet sound stays visible. */
const highest = (sample: number) => Math.min(127, Math.ceil(sample * 127));
const lowest = (sample: number) => Math.max(-128, Math.floor(sample * 128));

/** Merges the bins of a level by fours. */
function joinBins(all: Int8Array, from: { offset: number; bins: number }, to: { offset: number }): void {
  for (let bin = 0; bin < from.bins; bin++) {
    const read = from.offset + 2 * bin;
    const write = to.offset + 2 * (bin >> 2);
    const low = all[read] ?? 0;
    const high = all[read + 1] ?? 0;
    const isFirst = (bin & 3) === 0;
    if (isFirst || low < (all[write] ?? 0)) all[write] = low;
    if (isFirst || high > (all[write + 1] ?? 0)) all[write + 1] = high;
  }
}

/** Returns the size of the largest finite sample of a channel. */
const largestIn = (line: Float64Array, at: number, count: number) =>
  line.subarray(at, at + count).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** Collects the minimum and maximum of all channels at every scale while a sound is decoded. */
export function createPeaksPyramid(channels: number, kernels: Kernels) {
  const bins = createByteList();
  const peaks = createByteList();
  const range = kernels.doubles(2);
  let frames = 0;
  return {
    add({ samples, lines, count }: Pick<Piece, 'samples' | 'lines' | 'count'>): void {
      for (let at = 0; at < count; at += finestSamples) {
        const binFrames = Math.min(finestSamples, count - at);
        kernels.lowestAndHighest(samples, at * channels, binFrames * channels, range);
        const low = range[0] as number;
        const high = range[1] as number;
        const isSilent = low > high;
        bins.push(isSilent ? 0 : lowest(low));
        bins.push(isSilent ? 0 : highest(high));
        const isFinite = high - low < Infinity;
        const peak = isFinite
          ? Math.max(0, -low, high)
          : Math.max(...lines.map((line) => largestIn(line, history + at, binFrames)));
        peaks.push(Math.round(Math.min(1, peak) * 255));
      }
      frames += count;
    },
    /** Returns the levels in the layout of `peaksLevelsOf`. Do not add samples afterwards. */
    read(): Int8Array {
      const levels = peaksLevelsOf(frames);
      const all = bins.read(loudnessOffsetOf(frames));
      levels.slice(1).forEach((level, below) => {
        const from = levels[below];
        if (from) joinBins(all, from, level);
      });
      return all;
    },
    /** Returns the largest finite sample of each bin of the finest level, 255 at full scale or above. */
    peaks: () => new Uint8Array(peaks.read(Math.ceil(frames / finestSamples)).buffer),
  };
}
