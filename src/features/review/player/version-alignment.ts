import type { SharedPiece, SoundComparison } from '#src/audio/alignment/sound-comparison.ts';

/** Stretches that two versions hold: from which moment of one, from which of the other, how long; in milliseconds. */
export type Places = readonly (readonly [from: number, to: number, ms: number])[];

/** Where each moment of one version of a comparison lies in the other, in milliseconds. */
export function placesOf({ pieces, rateHz }: SoundComparison, isFromOlder: boolean): Places {
  const ms = (frames: number) => Math.round((1_000_000 * frames) / rateHz) / 1000;
  const placeOf = ({ olderAt, newerAt, frames }: SharedPiece) =>
    isFromOlder
      ? ([ms(olderAt), ms(newerAt), ms(frames)] as const)
      : ([ms(newerAt), ms(olderAt), ms(frames)] as const);
  return pieces.map((piece) => placeOf(piece)).toSorted((a, b) => a[0] - b[0]);
}

/** Where each moment of a first version lies in a third, by where both lie in a second. */
export const placesThrough = (toSecond: Places, toThird: Places): Places =>
  toSecond.flatMap(([from, second, ms]) =>
    toThird.flatMap(([start, to, length]) => {
      const [first, last] = [Math.max(second, start), Math.min(second + ms, start + length)];
      return last > first ? [[from + first - second, to + first - start, last - first] as const] : [];
    }),
  );

/**
 * The moment of the other version with which a moment goes on: what both hold at the same place, else what comes next in both.
 * The same moment where nothing is known.
 */
export function placeOn(places: Places | null, atMs: number): number {
  const [from, to] = places?.find(([start, , ms]) => atMs < start + ms) ?? places?.at(-1) ?? [0, 0];
  const isKnown = places !== null && places.length > 0;
  return isKnown && atMs < from ? to : Math.max(0, to + atMs - from);
}
