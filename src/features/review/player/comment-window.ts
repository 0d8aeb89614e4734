/** So many comments are shown whole. */
export const fewComments = 20;

const shownBefore = 2;
const shownAtOnce = 10;

/** Of comments in the order of their moments, the range of indexes that is shown at once around a moment: all of a few. */
export function shownRangeOf(
  momentsMs: readonly number[],
  atMs: number,
): readonly [from: number, until: number] {
  const { length } = momentsMs;
  if (length <= fewComments) return [0, length];
  const next = momentsMs.findIndex((ms) => ms >= atMs);
  const from = Math.max(0, Math.min((next < 0 ? length : next) - shownBefore, length - shownAtOnce));
  return [from, from + shownAtOnce];
}
