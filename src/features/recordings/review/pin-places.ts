/**
 * Where pins stand so that none covers another: `gapPx` apart at least, in their order, as near to their moments as that allows,
 * from 0 to `widthPx`. Where there are too many for that, closer. `places`: of their moments, in pixels, in order.
 */
export function pinPlacesOf(places: readonly number[], gapPx: number, widthPx: number): number[] {
  const gap = Math.min(gapPx, widthPx / Math.max(1, places.length - 1));
  // Those that would overlap stand around the middle of their moments (isotonic regression of place minus rank).
  const groups: { sum: number; count: number }[] = [];
  const middleOf = ({ sum, count }: { sum: number; count: number }) => sum / count;
  for (const [rank, place] of places.entries()) {
    let group = { sum: place - rank * gap, count: 1 };
    for (let before = groups.at(-1); before && middleOf(before) > middleOf(group); before = groups.at(-1)) {
      groups.pop();
      group = { sum: before.sum + group.sum, count: before.count + group.count };
    }
    groups.push(group);
  }
  const most = widthPx - (places.length - 1) * gap;
  return groups
    .flatMap((group) => Array.from({ length: group.count }, () => middleOf(group)))
    .map((middle, rank) => Math.max(0, Math.min(most, middle)) + rank * gap);
}
