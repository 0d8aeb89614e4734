import { monoShare } from './decode-for.ts';
import { createPhaseCorrelation } from './phase-correlation.ts';
import { blockSamples, type Match } from './shared-runs.ts';
import type { RoughPiece } from './shared-pieces.ts';

/** Samples of each of the windows in which a shift is found to the sample. */
const windowSamples = 32_768;
const windowsAPiece = 3;
/** How far the exact shift may lie from the rough one, in samples of the rough signals. */
const reach = 3;

/** A stretch of full-rate samples of one sound, filled while it is decoded. */
export type Window = { readonly from: number; readonly samples: Float32Array };

/** A stretch of both versions that is the same as far as the rough shift tells. */
type WindowPair = { readonly older: Window; readonly newer: Window };

/** Returns where the loudest stretch of the length of a window begins in a block, in rough samples. */
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

/** The windows in which the exact shift of a piece is to be found: where its blocks were most alike. */
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

/** Fills windows in mono from interleaved samples as they are decoded, whole frames, from the first on. */
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

/** The shift of a piece to the sample, older minus newer, as its windows say it most clearly. */
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
