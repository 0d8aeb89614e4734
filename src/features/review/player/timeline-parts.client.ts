import { scaleOf } from './time-scale.ts';
import { fractionOf, viewFrom, type TimelineView } from './timeline-view.ts';

/** The parts of a player that show its timeline; null where it has none to zoom. */
export function timelinePartsOf(player: HTMLElement) {
  const find = (name: string) => player.querySelector(`[data-${name}]`);
  const timeline = player.querySelector<HTMLElement>('[data-timeline]');
  const position = player.querySelector<HTMLInputElement>('[data-position]');
  const [bars, part, scale] = [find('bars'), find('part'), find('scale')];
  const overview = player.querySelector<SVGSVGElement>('[data-overview]');
  const [shown, range] = [find('shown'), player.querySelector<HTMLElement>('[data-range]')];
  const hasAll = timeline && position && bars && part && scale && overview && shown && range;
  return hasAll ? { timeline, position, bars, part, scale, overview, shown, range } : null;
}

export type Parts = NonNullable<ReturnType<typeof timelinePartsOf>>;

/** Puts everything that stands at a moment of the timeline where the view has it. */
export function placeMoments({ timeline }: Parts, view: TimelineView): void {
  for (const element of timeline.querySelectorAll<SVGElement>('[data-at-ms]')) {
    const { atMs, untilMs } = element.dataset;
    const from = fractionOf(view, Number(atMs));
    const to = fractionOf(view, Number(untilMs ?? atMs));
    const isRange = untilMs !== undefined;
    element.setAttribute('x', `${(isRange ? Math.max(0, from) : from) * 100}%`);
    if (isRange) element.setAttribute('width', `${Math.max(0, Math.min(1, to) - Math.max(0, from)) * 100}%`);
    // Parts outside the view are hidden, and cannot be reached by keyboard.
    element.toggleAttribute('data-outside', to < 0 || from > 1);
  }
}

/** Writes the times of a view above its timeline. */
export function drawScale({ scale }: Parts, view: TimelineView): void {
  const marks = scaleOf(view).map(({ at, text, anchor }) => {
    const mark = document.createElementNS('http://www.w3.org/2000/svg', 'text');
    mark.setAttribute('x', `${at * 100}%`);
    mark.setAttribute('y', '19');
    mark.setAttribute('text-anchor', anchor);
    mark.textContent = text;
    return mark;
  });
  scale.replaceChildren(...marks);
}

/** No browser lays out what is wider than about 30 million pixels. */
const widestPicture = 10_000;

/** Lets the pictures below the timeline show the same part; of the closest ones, more around it. */
export function drawPictures(player: HTMLElement, { fromMs, toMs }: TimelineView, durationMs: number): void {
  const lengthMs = Math.max(toMs - fromMs, durationMs / widestPicture);
  const part = viewFrom((fromMs + toMs - lengthMs) / 2, lengthMs, durationMs);
  for (const picture of player.querySelectorAll<HTMLElement>('[data-axis]')) {
    picture.style.width = `${(durationMs / lengthMs) * 100}%`;
    picture.style.marginInlineStart = `${(-part.fromMs / lengthMs) * 100}%`;
  }
}

/** Marks in the overview which part of the sound the view shows. */
export function drawOverview({ shown }: Parts, view: TimelineView, durationMs: number): void {
  shown.setAttribute('x', `${(view.fromMs / durationMs) * 100}%`);
  shown.setAttribute('width', `${((view.toMs - view.fromMs) / durationMs) * 100}%`);
}
