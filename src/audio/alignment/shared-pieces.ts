import { blockSamples, type Run } from './shared-runs.ts';

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

/** How alike two stretches are, from −1 to 1; 0 where one is silent or missing. */
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

/** The sample of `base` from which on the second of two shifts into `other` fits better than the first. */
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
 * Returns where one run ends and the next begins, in samples of the newer version: the same sample, unless something was put in
 * between.
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

/** The pieces that two signals share, from the runs of blocks that were found: their borders to a twentieth of a second. */
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
