/** Up to this many comments are all shown. */
export const fewComments = 20;

const shownBefore = 2;
const shownAtOnce = 10;

/**
 * Returns the range of comments to show around a moment, given the comments' moments in order. Short lists are shown
 * whole.
 */
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
