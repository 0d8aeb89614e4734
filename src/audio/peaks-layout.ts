/** How many samples of a channel the finest level joins, and how many bins of a level the next one does. */
const finestSamples = 256;
const levelStep = 4;
/** The coarsest level has no more bins than this. */
const coarsestBins = 512;

/** Short-term loudness is that of the three seconds before. */
export const firstLoudnessMs = 3000;
export const loudnessEveryMs = 500;
/** What stands for silence where loudness is in hundredths of LUFS. */
export const silentLoudness = -32_768;

/** One level of a pyramid of peaks: `bins` pairs of int8 (lowest, highest), from byte `offset` on. */
export type PeaksLevel = {
  /** Samples of a channel in each bin; the last one may have fewer. */
  readonly samples: number;
  readonly bins: number;
  readonly offset: number;
};

/** The levels of the pyramid of a sound of so many samples a channel, the finest first, as they lie in its file. */
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
 * The byte at which short-term loudness begins, behind the levels of a sound of so many samples a channel: int16 (little-endian) in
 * hundredths of LUFS, every `loudnessEveryMs` from `firstLoudnessMs` on.
 */
export function loudnessOffsetOf(frames: number): number {
  const coarsest = peaksLevelsOf(frames).at(-1);
  return coarsest ? coarsest.offset + 2 * coarsest.bins : 0;
}
