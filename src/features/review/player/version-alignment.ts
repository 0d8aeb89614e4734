import type { SharedPiece, SoundComparison } from '#src/audio/alignment/sound-comparison.ts';

/** Passages that two versions share: start in the first, start in the second, length; in milliseconds. */
export type Places = readonly (readonly [from: number, to: number, ms: number])[];

/** Returns the passages that two compared versions share. */
export function placesOf({ pieces, rateHz }: SoundComparison, isFromOlder: boolean): Places {
  const ms = (frames: number) => Math.round((1_000_000 * frames) / rateHz) / 1000;
  const placeOf = ({ olderAt, newerAt, frames }: SharedPiece) =>
    isFromOlder
      ? ([ms(olderAt), ms(newerAt), ms(frames)] as const)
      : ([ms(newerAt), ms(olderAt), ms(frames)] as const);
  return pieces.map((piece) => placeOf(piece)).toSorted((a, b) => a[0] - b[0]);
}

/** Chains two alignments: from a first version through a second to a third. */
export const placesThrough = (toSecond: Places, toThird: Places): Places =>
  toSecond.flatMap(([from, second, ms]) =>
    toThird.flatMap(([start, to, length]) => {
      const [first, last] = [Math.max(second, start), Math.min(second + ms, start + length)];
      return last > first ? [[from + first - second, to + first - start, last - first] as const] : [];
    }),
  );

/**
 * Returns the moment in the other version that matches a moment: within a shared passage, else the start of the next
 * one. Returns the same moment if nothing is known.
 */
export function placeOn(places: Places | null, atMs: number): number {
  const [from, to] = places?.find(([start, , ms]) => atMs < start + ms) ?? places?.at(-1) ?? [0, 0];
  const isKnown = places !== null && places.length > 0;
  return isKnown && atMs < from ? to : Math.max(0, to + atMs - from);
}
