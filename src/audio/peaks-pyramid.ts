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

/** Bins are collected in chunks of this size, so that a growing sound is never copied. */
const pieceBytes = 64 * 1024;

/** Rounds outwards, so that clipping reaches the edge and quiet sound stays visible. */
const highest = (sample: number) => Math.min(127, Math.ceil(sample * 127));
const lowest = (sample: number) => Math.max(-128, Math.floor(sample * 128));

export type PeaksPyramid = {
  /** Adds interleaved samples in whole frames; full scale is 1. NaN counts as silence. */
  readonly add: (samples: Float32Array) => void;
  /** Returns the levels in the layout of `peaksLevelsOf`. Do not add samples afterwards. */
  readonly read: () => Int8Array;
};

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

/** Collects the minimum and maximum of all channels at every scale while a sound is decoded. */
export function createPeaksPyramid(channels: number): PeaksPyramid {
  const [finest] = peaksLevelsOf(1);
  const binSamples = (finest?.samples ?? 1) * channels;
  const pieces: Int8Array[] = [];
  let piece = new Int8Array(pieceBytes);
  let used = 0;
  let samplesSoFar = 0;
  let low = Infinity;
  let high = -Infinity;

  function endBin(): void {
    const isSilent = low > high;
    piece[used] = isSilent ? 0 : lowest(low);
    piece[used + 1] = isSilent ? 0 : highest(high);
    [low, high] = [Infinity, -Infinity];
    used += 2;
    if (used < pieceBytes) return;
    pieces.push(piece);
    piece = new Int8Array(pieceBytes);
    used = 0;
  }

  return {
    add(samples) {
      for (let at = 0; at < samples.length;) {
        const end = Math.min(samples.length, at + binSamples - (samplesSoFar % binSamples));
        samplesSoFar += end - at;
        for (; at < end; at++) {
          const sample = samples[at] as number;
          if (sample > high) high = sample;
          if (sample < low) low = sample;
        }
        if (samplesSoFar % binSamples === 0) endBin();
      }
    },
    read() {
      if (samplesSoFar % binSamples !== 0) endBin();
      const frames = samplesSoFar / channels;
      const levels = peaksLevelsOf(frames);
      const all = new Int8Array(loudnessOffsetOf(frames));
      let offset = 0;
      for (const full of pieces) {
        all.set(full, offset);
        offset += full.length;
      }
      all.set(piece.subarray(0, used), offset);
      levels.slice(1).forEach((level, below) => {
        const from = levels[below];
        if (from) joinBins(all, from, level);
      });
      return all;
    },
  };
}
