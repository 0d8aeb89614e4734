import { fill } from '#src/platform/fill.ts';
import { spanTextOf } from '#src/features/files/measurements/time-code.ts';
import { fractionOf, viewEvent, viewOf } from './timeline-view.ts';

/** WCAG 2.5.8 asks for 24. */
const discGapPx = 26;
const [leastReachPx, reachPx] = [12, 22];
/** Pins this close to the first of a group join it; groups have this much space on average. */
const [mergedPx, roomPx] = [12, 36];

/**
 * Places pins so that they do not overlap: in order, at least `gapPx` apart, as near to their moments as possible, from
 * 0 to `widthPx`. If there are too many, they are closer. `places` are their moments in pixels, in order.
 */
export function pinPlacesOf(places: readonly number[], gapPx: number, widthPx: number): number[] {
  const gap = Math.min(gapPx, widthPx / Math.max(1, places.length - 1));
  // Overlapping pins are placed around the mean of their moments (isotonic regression of place minus rank).
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

/**
 * Groups pins that are too close together: those within 12 pixels of the first one, or more if the groups would touch.
 * `places` are their moments in pixels, in order; each group is a range of indexes.
 */
export function pinGroupsOf(
  places: readonly number[],
  widthPx: number,
): (readonly [from: number, until: number])[] {
  for (let withinPx = mergedPx; ; withinPx *= 1.25) {
    const starts: number[] = [];
    for (const [index, place] of places.entries()) {
      const first = places[starts.at(-1) ?? -1];
      if (first === undefined || place - first > withinPx) starts.push(index);
    }
    if (starts.length <= 1 || starts.length * roomPx <= widthPx || withinPx > widthPx)
      return starts.map((from, group) => [from, starts[group + 1] ?? places.length]);
  }
}

type Pin = {
  readonly pin: SVGElement;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly at: number;
};

/** Makes the first pin of a group represent all of it. */
function showGroup([first, ...others]: readonly Pin[], [several = '', range = '']: readonly string[]): void {
  const link = first?.pin.querySelector('a');
  const number = first?.pin.querySelector('text');
  if (!first || !link || !number) return;
  const { dataset } = first.pin;
  dataset['label'] ??= link.getAttribute('aria-label') ?? '';
  first.pin.removeAttribute('data-merged');
  for (const { pin } of others) pin.setAttribute('data-merged', '');
  if (others.length === 0) {
    delete link.dataset['group'];
    link.setAttribute('aria-label', dataset['label']);
    number.textContent = dataset['number'] ?? '';
    return;
  }
  const count = others.length + 1;
  const isOpen = [first, ...others].some(({ pin }) => !pin.querySelector('a[data-done]'));
  const endMs = Math.max(...[first, ...others].map(({ untilMs }) => untilMs));
  const time = spanTextOf(first.fromMs, endMs > first.fromMs ? endMs : null, range);
  link.dataset['group'] = isOpen ? 'open' : 'done';
  link.setAttribute('aria-label', fill(several, { count: String(count), time }));
  number.textContent = `×${count}`;
}

/** Groups pins that are too close, and places overlapping discs side by side. Stems stay at their moments. */
function spreadPins(timeline: HTMLElement): void {
  const view = viewOf(timeline);
  const width = timeline.clientWidth;
  const labels = timeline.querySelector<SVGElement>('[data-pins]')?.dataset['pins'] ?? '[]';
  const pins = [...timeline.querySelectorAll<SVGElement>('[data-pin]')]
    .map((pin) => {
      const { atMs, untilMs = atMs } = pin.dataset;
      const [fromMs, endMs] = [Number(atMs), Number(untilMs)] as const;
      const [from = 0, until = 0] = [fromMs, endMs].map((ms) => fractionOf(view, ms));
      const isShown = until >= 0 && from <= 1;
      return { pin, fromMs, untilMs: endMs, at: Math.max(0, from) * width, isShown };
    })
    .filter(({ isShown }) => isShown)
    .toSorted((one, other) => one.at - other.at);
  const groups = pinGroupsOf(
    pins.map(({ at }) => at),
    width,
  ).map(([from, until]) => pins.slice(from, until));
  const firsts = groups.flatMap(([first]) => first ?? []);
  const places = pinPlacesOf(
    firsts.map(({ at }) => at),
    discGapPx,
    width,
  );
  for (const group of groups) showGroup(group, JSON.parse(labels) as string[]);
  for (const [rank, { pin, at }] of firsts.entries()) {
    const place = places[rank] ?? at;
    const near = Math.min(place - (places[rank - 1] ?? -Infinity), (places[rank + 1] ?? Infinity) - place);
    pin.querySelector('[data-lead]')?.setAttribute('x2', String(place - at));
    pin.querySelector('[data-disc]')?.setAttribute('transform', `translate(${place - at} 0)`);
    const reach = Math.max(leastReachPx, Math.min(reachPx, near / 2));
    pin.querySelector('[data-reach]')?.setAttribute('r', String(reach));
  }
}

/** Keeps the pins of a timeline from overlapping, at any zoom and width. */
export function wirePins(timeline: HTMLElement | null): void {
  if (!timeline) return;
  const spread = () => spreadPins(timeline);
  timeline.addEventListener(viewEvent, spread);
  new ResizeObserver(spread).observe(timeline);
  // Also spreads pins that a refresh adds.
  new MutationObserver(spread).observe(timeline, { childList: true });
}
