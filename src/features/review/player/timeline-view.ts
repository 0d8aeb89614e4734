/** The part of a recording that the timeline shows, in milliseconds from its start. */
export type TimelineView = { readonly fromMs: number; readonly toMs: number };

/** Told by the timeline (it bubbles) after the view has changed and everything on it has moved. */
export const viewEvent = 'timeline-view';

/** The place of a moment in the view: 0 at its left edge, 1 at its right, less or more outside. */
export const fractionOf = ({ fromMs, toMs }: TimelineView, ms: number) => (ms - fromMs) / (toMs - fromMs);

/** The moment at a fraction of the view's width. */
export const momentAt = ({ fromMs, toMs }: TimelineView, fraction: number) =>
  fromMs + fraction * (toMs - fromMs);

/** A view of this length that begins as near to `fromMs` as the recording allows. */
export function viewFrom(fromMs: number, lengthMs: number, durationMs: number): TimelineView {
  const length = Math.min(lengthMs, durationMs);
  const from = Math.max(0, Math.min(fromMs, durationMs - length));
  return { fromMs: from, toMs: from + length };
}

/** The view `factor` times as close, never closer than `leastMs`; `aroundMs` stays where it is. */
export function zoomedView(
  view: TimelineView,
  factor: number,
  { aroundMs, leastMs, durationMs }: { aroundMs: number; leastMs: number; durationMs: number },
): TimelineView {
  const length = Math.max(Math.min(leastMs, durationMs), (view.toMs - view.fromMs) / factor);
  return viewFrom(aroundMs - fractionOf(view, aroundMs) * length, length, durationMs);
}

/**
 * Reads the view that a timeline shows. The element `[data-timeline]` holds it: `data-duration-ms` from the server, and
 * `data-from-ms` and `data-to-ms` while a part is shown. An element at a moment has `data-at-ms`, and `data-until-ms` for a range;
 * the timeline sets its `x` (and `width`) in percent whenever the view changes or something is added.
 */
export function viewOf(timeline: HTMLElement): TimelineView {
  const { durationMs, fromMs, toMs } = timeline.dataset;
  return { fromMs: Number(fromMs ?? 0), toMs: Number(toMs ?? durationMs) };
}

/** The moment of the recording at a place of the screen, from its start to its end. */
export function momentAtX(timeline: HTMLElement, clientX: number): number {
  const { left, width } = timeline.getBoundingClientRect();
  const durationMs = Number(timeline.dataset['durationMs']);
  return Math.max(0, Math.min(durationMs, momentAt(viewOf(timeline), (clientX - left) / width)));
}
