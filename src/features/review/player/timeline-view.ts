/** The part of a recording that the timeline shows, in milliseconds from its start. */
export type TimelineView = { readonly fromMs: number; readonly toMs: number };

/** Dispatched by the timeline (it bubbles) after the view and everything on it has changed. */
export const viewEvent = 'timeline-view';

/** Returns the position of a moment in the view: 0 at its left edge, 1 at its right, less or more outside. */
export const fractionOf = ({ fromMs, toMs }: TimelineView, ms: number) => (ms - fromMs) / (toMs - fromMs);

/** Returns the moment at a fraction of the view's width. */
export const momentAt = ({ fromMs, toMs }: TimelineView, fraction: number) =>
  fromMs + fraction * (toMs - fromMs);

/** Returns a view of this length that starts as near to `fromMs` as the recording allows. */
export function viewFrom(fromMs: number, lengthMs: number, durationMs: number): TimelineView {
  const length = Math.min(lengthMs, durationMs);
  const from = Math.max(0, Math.min(fromMs, durationMs - length));
  return { fromMs: from, toMs: from + length };
}

/** Returns the view at `factor` times the zoom, never shorter than `leastMs`; `aroundMs` keeps its position. */
export function zoomedView(
  view: TimelineView,
  factor: number,
  { aroundMs, leastMs, durationMs }: { aroundMs: number; leastMs: number; durationMs: number },
): TimelineView {
  const length = Math.max(Math.min(leastMs, durationMs), (view.toMs - view.fromMs) / factor);
  return viewFrom(aroundMs - fractionOf(view, aroundMs) * length, length, durationMs);
}

/**
 * Reads the current view from the element `[data-timeline]`: `data-duration-ms` is set by the server, `data-from-ms`
 * and `data-to-ms` while a part is shown. Elements at a moment have `data-at-ms`, and `data-until-ms` for a range; the
 * timeline sets their `x` (and `width`) in percent whenever the view changes or an element is added.
 */
export function viewOf(timeline: HTMLElement): TimelineView {
  const { durationMs, fromMs, toMs } = timeline.dataset;
  return { fromMs: Number(fromMs ?? 0), toMs: Number(toMs ?? durationMs) };
}

/** Returns the moment at a horizontal position on the screen, within the recording. */
export function momentAtX(timeline: HTMLElement, clientX: number): number {
  const { left, width } = timeline.getBoundingClientRect();
  const durationMs = Number(timeline.dataset['durationMs']);
  return Math.max(0, Math.min(durationMs, momentAt(viewOf(timeline), (clientX - left) / width)));
}
