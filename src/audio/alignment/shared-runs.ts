import { createFft } from '../fft.ts';

/** A shift that was found. */
export type FoundShift = {
  /** The sample of `within` that matches the block's first sample. */
  readonly at: number;
  /** Similarity at that position: 1 if identical, about 0 if unrelated. */
  readonly likeness: number;
  readonly isInverted: boolean;
};

// A bin this far below the mean of a spectrum is rounding noise, and its phase means nothing.
const floorOfMean = 1e-4;

const favour = 1.5;

/**
 * Finds a block in a longer piece by phase-weighted cross-correlation (GCC-PHAT, Knapp and Carter 1976). Each frequency
 * counts by its phase alone, so equalisation, limiting and level do not matter. `size` is the length of both, a power
 * of two; a shorter block is padded with zeros.
 */
export function createPhaseCorrelation(size: number) {
  const transform = createFft(size);
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  const [crossRe, crossIm] = [new Float64Array(size), new Float64Array(size)];

  // Two real signals share one complex transform.
  function crossSpectrum(): void {
    transform(re, im);
    let total = 0;
    for (let bin = 0; bin < size; bin += 1) {
      const mirror = (size - bin) & (size - 1);
      const ar = re[bin] as number;
      const ai = im[bin] as number;
      const br = re[mirror] as number;
      const bi = im[mirror] as number;
      const blockRe = (ar + br) / 2;
      const blockIm = (ai - bi) / 2;
      const withinRe = (ai + bi) / 2;
      const withinIm = (br - ar) / 2;
      const crossR = withinRe * blockRe + withinIm * blockIm;
      const crossI = withinIm * blockRe - withinRe * blockIm;
      crossRe[bin] = crossR;
      crossIm[bin] = crossI;
      total += Math.hypot(crossR, crossI);
    }
    const floor = (total / size) * floorOfMean + Number.MIN_VALUE;
    for (let bin = 0; bin < size; bin += 1) {
      const weight = 1 / (Math.hypot(crossRe[bin] as number, crossIm[bin] as number) + floor) / size;
      crossRe[bin] = (crossRe[bin] as number) * weight;
      crossIm[bin] = (crossIm[bin] as number) * weight;
    }
  }

  /**
   * Searches the shifts from `first` to `last` (inclusive); a negative shift is before the start of `within`. In
   * repetitive sounds the `favoured` shift is preferred over slightly better matches.
   */
  return function find(
    block: Float32Array,
    within: Float32Array,
    { first, last, favoured }: { readonly first: number; readonly last: number; readonly favoured: number },
  ): FoundShift {
    re.fill(0);
    im.fill(0);
    re.set(block);
    im.set(within);
    crossSpectrum();
    transform(crossIm, crossRe);
    const valueAt = (shift: number) => crossRe[(shift + size) & (size - 1)] as number;
    const strongestOf = (from: number, to: number) => {
      let at = from;
      for (let shift = from + 1; shift <= to; shift += 1)
        if (Math.abs(valueAt(shift)) > Math.abs(valueAt(at))) at = shift;
      return at;
    };
    const anywhere = strongestOf(first, last);
    const near = strongestOf(favoured - 2, favoured + 2);
    const isNear = Math.abs(valueAt(near)) * favour >= Math.abs(valueAt(anywhere));
    const at = isNear ? near : anywhere;
    return { at, likeness: Math.abs(valueAt(at)), isInverted: valueAt(at) < 0 };
  };
}

/** Length of a block, and of the longer piece it is searched in, in samples. */
export const blockSamples = 32_768;
const withinSamples = 2 * blockSamples;
const hopSamples = blockSamples / 2;
/** Search range around the expected position, tried first. */
const nearSamples = blockSamples / 2;

/** Measured: unrelated noise reaches 0.02, tones of the same pitches 0.06; limited, noisy versions 0.4. */
const likeEnough = { near: 0.1, anywhere: 0.15 };
/** Minimum similarity for a single block whose shift differs from its neighbours'. */
const likeAlone = 0.3;
/** A block below −80 dB cannot be matched. */
const silence = 1e-4;
/** Shifts at most this far apart are treated as the same shift. */
const sameShift = 2;

export type Match = {
  /** The block's first sample in the newer. */
  readonly newerAt: number;
  /** Older minus newer. */
  readonly shift: number;
  readonly likeness: number;
  readonly isInverted: boolean;
};

/** Neighbouring blocks with the same shift, in order. */
export type Run = readonly [Match, ...Match[]];

/** Returns part of a signal, padded with zeros beyond its ends. */
function partOf(signal: Float32Array, from: number, length: number): Float32Array {
  const part = new Float32Array(length);
  const start = Math.max(0, from);
  const end = Math.min(signal.length, from + length);
  if (end > start) part.set(signal.subarray(start, end), start - from);
  return part;
}

const levelOf = (part: Float32Array) =>
  Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);

/**
 * Searches the whole older signal for a block, from the expected position outwards, while `budget` lasts; calls
 * `onLook` for every comparison. After several unmatched blocks (a new intro, for example) only every second, fourth,
 * eighth … block is searched everywhere, since a failed search scans the whole older signal.
 */
function createSearch(older: Float32Array, newer: Float32Array, budget: number, onLook: () => void) {
  const find = createPhaseCorrelation(withinSamples);
  let left = budget;
  let misses = 0;

  function matchNear(newerAt: number, expected: number): Match {
    onLook();
    const block = partOf(newer, newerAt, blockSamples);
    const from = newerAt + expected - nearSamples;
    const within = partOf(older, from, withinSamples);
    if (levelOf(within) < silence) return { newerAt, shift: expected, likeness: 0, isInverted: false };
    const range = { first: 0, last: blockSamples, favoured: nearSamples };
    const { at, likeness, isInverted } = find(block, within, range);
    return { newerAt, shift: from + at - newerAt, likeness, isInverted };
  }

  function matchAnywhere(newerAt: number, expected: number): Match | null {
    const longest = Math.max(older.length, newer.length);
    for (let away = blockSamples; away <= longest && left > 0; away += blockSamples) {
      for (const shift of [expected + away, expected - away]) {
        const isReached = newerAt + shift > -blockSamples && newerAt + shift < older.length + blockSamples;
        if (!isReached) continue;
        left -= 1;
        const found = matchNear(newerAt, shift);
        if (found.likeness >= likeEnough.anywhere) return found;
      }
    }
    return null;
  }

  function match(newerAt: number, expected: number): Match | null {
    const near = matchNear(newerAt, expected);
    const isTurn = Number.isInteger(Math.log2(misses + 1));
    const found = near.likeness >= likeEnough.near ? near : isTurn ? matchAnywhere(newerAt, expected) : null;
    misses = found ? 0 : misses + 1;
    return found;
  }

  /** Returns the shift of most of the newer signal, found with these blocks; 0 if none is certain. */
  function firstShift(blocks: readonly number[]): number {
    if (blocks.some((newerAt) => matchNear(newerAt, 0).likeness >= likeAlone)) return 0;
    for (const newerAt of blocks) {
      const found = matchAnywhere(newerAt, 0);
      if (found && found.likeness >= likeAlone) return found.shift;
    }
    return 0;
  }

  return { match, firstShift };
}

type Block = { readonly at: number; readonly level: number };

/** Returns the first samples of the loudest blocks, one from each third. */
function loudBlocks(blocks: readonly Block[]): number[] {
  const third = Math.ceil(blocks.length / 3);
  return [1, 2, 0].flatMap((part) => {
    const [first, ...rest] = blocks.slice(part * third, (part + 1) * third);
    return first ? [rest.reduce((a, b) => (b.level > a.level ? b : a), first).at] : [];
  });
}

function runsOf(matches: readonly Match[]): Run[] {
  const runs: [Match, ...Match[]][] = [];
  for (const match of matches) {
    const run = runs.at(-1);
    if (run && Math.abs(run[0].shift - match.shift) <= sameShift) run.push(match);
    else runs.push([match]);
  }
  return runs;
}

/** Drops single uncertain blocks that differ from their neighbours. */
function withoutStray(matches: readonly Match[]): readonly Match[] {
  const stray = runsOf(matches)
    .filter((run) => run.length === 1 && run[0].likeness < likeAlone)
    .flat();
  return matches.length > 2 ? matches.filter((match) => !stray.includes(match)) : matches;
}

export type SharedRuns = {
  readonly runs: readonly Run[];
  /** Number of blocks with sound, and how many of them were matched. */
  readonly sounding: number;
  readonly found: number;
};

/**
 * Finds the blocks of the newer signal in the older one. Both are mono at the same rate. Takes minutes for hours of
 * sound with little in common; reports progress from 0 to 1 many times per second.
 */
export function findSharedRuns(
  older: Float32Array,
  newer: Float32Array,
  onProgress: (done: number) => void,
): SharedRuns {
  const starts = Array.from(
    { length: Math.max(1, Math.ceil(newer.length / hopSamples) - 1) },
    (_, index) => index * hopSamples,
  );
  const sound = starts
    .map((at): Block => ({ at, level: levelOf(partOf(newer, at, blockSamples)) }))
    .filter(({ level }) => level >= silence);
  let blocks = 0;
  const search = createSearch(older, newer, 100 + 4 * sound.length, () =>
    onProgress(blocks / Math.max(1, sound.length)),
  );
  const firstShift = search.firstShift(loudBlocks(sound));
  const matches: Match[] = [];
  for (const { at: newerAt } of sound) {
    blocks += 1;
    const found = search.match(newerAt, matches.at(-1)?.shift ?? firstShift);
    if (found) matches.push(found);
  }
  const kept = withoutStray(matches);
  return { runs: runsOf(kept), sounding: sound.length, found: kept.length };
}
