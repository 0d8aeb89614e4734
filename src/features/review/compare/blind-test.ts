import type { SharedPiece, SoundComparison } from '#src/audio/alignment/sound-comparison.ts';
import type { Passage } from '#src/playing/locked-player.client.ts';

/** The data of both versions from the page: their pieces on the time axis of the newer one, in samples of its rate. */
export type Played = {
  readonly urls: readonly [string, string];
  readonly rateHz: number;
  readonly frames: number;
  readonly pieces: readonly SharedPiece[];
  /** The gains at which both are equally loud. */
  readonly matchedDb: readonly [number, number];
};

/** Edit points are found to a twentieth of a second; twice that is left out. */
const borderS = 0.1;

/**
 * Returns the passage for a blind test in samples of the newer version: one piece that both versions share, without its
 * borders, since a difference in content would identify a version. It is the piece around `at`, else the longest; null
 * if none is long enough.
 */
export function testedPassage(
  { pieces, rateHz, frames }: Pick<SoundComparison, 'pieces' | 'rateHz'> & { readonly frames: number },
  at: number,
): Passage | null {
  const border = Math.round(borderS * rateHz);
  const passageOf = ({ newerAt, frames: length }: SharedPiece) => ({
    from: Math.max(0, newerAt) + border,
    to: Math.min(frames, newerAt + length) - border,
  });
  const passages = pieces
    .map((piece) => passageOf(piece))
    .filter(({ from, to }) => to - from >= rateHz)
    .toSorted((a, b) => b.to - b.from - (a.to - a.from));
  return passages.find(({ from, to }) => at >= from && at < to) ?? passages[0] ?? null;
}

/** The allowed numbers of trials; fewer are not significant. */
export const trialCounts = [8, 10, 12, 16, 20] as const;

/** Draws for each trial whether X is A, independently, from random bytes. */
export const drawTrials = (randomBytes: Uint8Array): boolean[] =>
  Array.from(randomBytes, (byte) => byte < 128);

/**
 * Returns the probability of at least this many correct answers by guessing (upper tail of the binomial distribution).
 */
export function chanceOf(correct: number, count: number): number {
  let [ways, sum] = [1, 0];
  for (let right = count; right >= correct; right -= 1) {
    sum += ways;
    ways = (ways * right) / (count - right + 1);
  }
  return sum / 2 ** count;
}

/**
 * Returns true if a finished test shows an audible difference: guessing does as well in fewer than one in twenty tests.
 */
export const isHeard = (correct: number, count: number): boolean => chanceOf(correct, count) < 0.05;
