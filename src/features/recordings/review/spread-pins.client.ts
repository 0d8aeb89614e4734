import { fractionOf, viewEvent, viewOf } from './timeline-view.ts';

/** WCAG 2.5.8 asks for 24. */
const discGapPx = 26;
const [leastReachPx, reachPx] = [12, 22];

/**
 * Places pins so that none covers another: in order, at least `gapPx` apart, as near to their moments as possible, from 0 to
 * `widthPx`. If there are too many, they stand closer. `places` are their moments in pixels, in order.
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

/** Puts the discs of pins beside each other where they would cover each other; their stems stay at their moments. */
function spreadPins(timeline: HTMLElement): void {
  const view = viewOf(timeline);
  const width = timeline.clientWidth;
  const pins = [...timeline.querySelectorAll<SVGElement>('[data-pin]')]
    .map((pin) => {
      const { atMs, untilMs = atMs } = pin.dataset;
      const [from = 0, until = 0] = [atMs, untilMs].map((ms) => fractionOf(view, Number(ms)));
      return { pin, at: Math.max(0, from) * width, isShown: until >= 0 && from <= 1 };
    })
    .filter(({ isShown }) => isShown)
    .toSorted((one, other) => one.at - other.at);
  const places = pinPlacesOf(
    pins.map(({ at }) => at),
    discGapPx,
    width,
  );
  for (const [rank, { pin, at }] of pins.entries()) {
    const place = places[rank] ?? at;
    const near = Math.min(place - (places[rank - 1] ?? -Infinity), (places[rank + 1] ?? Infinity) - place);
    pin.querySelector('[data-lead]')?.setAttribute('x2', String(place - at));
    pin.querySelector('[data-disc]')?.setAttribute('transform', `translate(${place - at} 0)`);
    const reach = Math.max(leastReachPx, Math.min(reachPx, near / 2));
    pin.querySelector('[data-reach]')?.setAttribute('r', String(reach));
  }
}

/** Keeps the pins of a timeline from covering each other, whatever it shows and how wide it is. */
export function wirePins(timeline: HTMLElement | null): void {
  if (!timeline) return;
  const spread = () => spreadPins(timeline);
  timeline.addEventListener(viewEvent, spread);
  new ResizeObserver(spread).observe(timeline);
  // Also spreads pins that come with a newer page.
  new MutationObserver(spread).observe(timeline, { childList: true });
}
