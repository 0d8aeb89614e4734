import { blockSamples, type Run, createPhaseCorrelation, type Match } from './shared-runs.ts';
import { monoShare } from '../decode-sound.ts';

/** A piece at the rate of the signals in which it was found. */
export type RoughPiece = {
  readonly run: Run;
  /** Older minus newer, to about a sample of that rate. */
  readonly shift: number;
  /** First sample of the newer, and the one after the last. */
  readonly from: number;
  readonly to: number;
};

const shiftOf = (run: Run) =>
  run.map(({ shift }) => shift).toSorted((a, b) => a - b)[Math.floor(run.length / 2)] as number;

/** Returns the similarity of two sections, from −1 to 1; 0 if one is silent or missing. */
function likenessAt(a: Float32Array, aFrom: number, b: Float32Array, bFrom: number, length: number): number {
  let [both, ofA, ofB] = [0, 0, 0];
  for (let index = 0; index < length; index += 1) {
    const x = a[aFrom + index] ?? 0;
    const y = b[bFrom + index] ?? 0;
    both += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return ofA > 0 && ofB > 0 ? both / Math.sqrt(ofA * ofB) : 0;
}

type Signals = {
  readonly older: Float32Array;
  readonly newer: Float32Array;
  readonly rateHz: number;
  readonly isInverted: boolean;
};

/** Returns the sample of `base` from which the second of two shifts into `other` fits better than the first. */
function changeIn(
  base: Float32Array,
  other: Float32Array,
  { from, to, cell, sign }: { from: number; to: number; cell: number; sign: number },
  [first, second]: readonly [number, number],
): number {
  const start = Math.max(0, from);
  const count = Math.max(0, Math.floor((Math.min(to, base.length) - start) / cell));
  let [best, bestAt, sum] = [0, start, 0];
  for (let index = 0; index < count; index += 1) {
    const at = start + index * cell;
    const before = likenessAt(base, at, other, at + first, cell);
    sum += sign * (before - likenessAt(base, at, other, at + second, cell));
    if (sum > best) [best, bestAt] = [sum, at + cell];
  }
  return bestAt;
}

/**
 * Returns where one run ends and the next begins, in samples of the newer version: the same sample unless something was
 * inserted in between.
 */
function borderOf(before: Run, after: Run, { older, newer, rateHz, isInverted }: Signals) {
  const [first, second] = [shiftOf(before), shiftOf(after)];
  const last = before.at(-1)?.newerAt ?? 0;
  const next = after[0].newerAt;
  const grain = { cell: Math.round(rateHz / 20), sign: isInverted ? -1 : 1 };
  const olderRange = { from: last + first, to: next + blockSamples + second };
  const isPutIn = second < first && olderRange.to > olderRange.from;
  if (!isPutIn) {
    const at = changeIn(newer, older, { from: last, to: next + blockSamples, ...grain }, [first, second]);
    return { to: at, from: at };
  }
  const at = changeIn(older, newer, { ...olderRange, ...grain }, [-first, -second]);
  return { to: at - first, from: at - second };
}

/** Returns the pieces that two signals share, from the matched runs of blocks; borders are accurate to 0.05 s. */
export function findSharedPieces(runs: readonly Run[], signals: Signals): RoughPiece[] {
  const { older, newer } = signals;
  const borders = runs.slice(1).map((run, index) => borderOf(runs[index] as Run, run, signals));
  return runs.flatMap((run, index) => {
    const shift = shiftOf(run);
    const from = Math.max(borders[index - 1]?.from ?? 0, -shift, 0);
    const to = Math.min(borders[index]?.to ?? newer.length, older.length - shift, newer.length);
    return to > from ? [{ run, shift, from, to }] : [];
  });
}

/** Length of the windows used to find the exact shift, in samples. */
const windowSamples = 32_768;
const windowsAPiece = 3;
/** Maximum distance of the exact shift from the rough one, in samples of the rough signals. */
const reach = 3;

/** A section of full-rate samples of one sound, filled while it is decoded. */
export type Window = { readonly from: number; readonly samples: Float32Array };

/** A section that both versions share according to the rough shift. */
type WindowPair = { readonly older: Window; readonly newer: Window };

/** Returns where the loudest window-length section of a block begins, in rough samples. */
function loudestIn(newer: Float32Array, { newerAt }: Match, length: number): number {
  let [best, most] = [newerAt, -1];
  const last = Math.min(newerAt + blockSamples, newer.length) - length;
  for (let from = newerAt; from <= last; from += length) {
    let power = 0;
    for (let at = from; at < from + length; at += 1) power += (newer[at] as number) ** 2;
    if (power > most) [best, most] = [from, power];
  }
  return best;
}

const windowAt = (from: number): Window => ({ from, samples: new Float32Array(windowSamples) });

/** Returns the windows for finding a piece's exact shift: where its blocks were most similar. */
export function windowPairsOf(
  { run }: RoughPiece,
  newer: Float32Array,
  ratio: number,
): readonly WindowPair[] {
  const best = run.toSorted((a, b) => b.likeness - a.likeness).slice(0, windowsAPiece);
  return best.map((match) => {
    const from = Math.round(loudestIn(newer, match, Math.ceil(windowSamples / ratio)) * ratio);
    return { newer: windowAt(from), older: windowAt(from + Math.round(match.shift * ratio)) };
  });
}

/** Fills mono windows from interleaved samples in whole frames while they are decoded, from the first sample on. */
export function createWindowFiller(windows: readonly Window[], channels: number) {
  let at = 0;
  return (samples: Float32Array): void => {
    const end = at + samples.length / channels;
    for (const { from, samples: target } of windows) {
      const last = Math.min(end, from + target.length);
      for (let frame = Math.max(at, from); frame < last; frame += 1) {
        let mono = 0;
        for (let channel = 0; channel < channels; channel += 1)
          mono += monoShare(channel) * (samples[(frame - at) * channels + channel] as number);
        target[frame - from] = mono;
      }
    }
    at = end;
  };
}

/** Returns the sample-accurate shift of a piece (older minus newer), from its best-matching window. */
export function createExactShift(ratio: number) {
  const find = createPhaseCorrelation(windowSamples);
  const most = Math.ceil(reach * ratio);
  return (pairs: readonly WindowPair[]): number => {
    const found = pairs.map(({ older, newer }) => {
      const { at, likeness } = find(newer.samples, older.samples, { first: -most, last: most, favoured: 0 });
      return { shift: older.from - newer.from + at, likeness };
    });
    return found.toSorted((a, b) => b.likeness - a.likeness)[0]?.shift ?? 0;
  };
}
