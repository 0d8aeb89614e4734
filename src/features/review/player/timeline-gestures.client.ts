import type { Playback } from './review-playback.client.ts';
import type { Parts } from './timeline-parts.client.ts';
import { fractionOf, momentAtX, viewFrom, viewOf, type TimelineView } from './timeline-view.ts';

/** A turn of the wheel by so many pixels doubles. */
const wheelDoublesPx = 200;

/** The effects of gestures: zoom around a moment, centre on a moment, show a view. */
export type Moves = {
  readonly zoom: (factor: number, aroundMs: number) => void;
  readonly centreOn: (ms: number) => void;
  readonly show: (view: TimelineView) => void;
};

/** Lets the wheel zoom with Control or Command, and move the view sideways with Shift or a second axis. */
export function wireWheel({ timeline }: Parts, durationMs: number, { zoom, show }: Moves): void {
  const handle = (event: WheelEvent) => {
    const { fromMs, toMs } = viewOf(timeline);
    const isZoom = event.ctrlKey || event.metaKey;
    const byPx = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    // Turning the wheel alone scrolls the page.
    if (!isZoom && (byPx === 0 || toMs - fromMs >= durationMs)) return;
    event.preventDefault();
    if (isZoom) return zoom(2 ** (-event.deltaY / wheelDoublesPx), momentAtX(timeline, event.clientX));
    const byMs = (byPx / timeline.clientWidth) * (toMs - fromMs);
    return show(viewFrom(fromMs + byMs, toMs - fromMs, durationMs));
  };
  timeline.addEventListener('wheel', handle, { passive: false });
}

/** Shows the part of the timeline that is pressed or dragged to in the overview. */
export function wireOverview({ overview }: Parts, durationMs: number, { centreOn }: Moves): void {
  const point = (event: PointerEvent) => {
    if (event.buttons === 0) return;
    const { left, width } = overview.getBoundingClientRect();
    centreOn(((event.clientX - left) / width) * durationMs);
  };
  overview.addEventListener('pointerdown', (event) => {
    overview.setPointerCapture(event.pointerId);
    point(event);
  });
  overview.addEventListener('pointermove', point);
}

/** Brings the playhead into view when an arrow or page key moves the slider. */
export function wireTimelineKeys(
  { timeline, position }: Parts,
  playback: Playback,
  { centreOn }: Moves,
): void {
  position.addEventListener('keydown', ({ key }) => {
    const at = fractionOf(viewOf(timeline), playback.exactMs());
    // The slider counts from where it stands, which is the edge while the playhead is outside.
    if (/^(Arrow|Page)/.test(key) && (at < 0 || at > 1)) centreOn(playback.exactMs());
  });
}

/** Two fingers zoom around the moment between them; the playhead stays where it was before the first of them touched. */
export function wirePinch(
  timeline: HTMLElement,
  playback: Playback,
  zoom: (factor: number, aroundMs: number) => void,
): void {
  let apart = 0;
  let beforeMs = 0;
  const spread = ([one, two]: TouchList) =>
    one && two ? Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) : 0;
  timeline.addEventListener(
    'touchstart',
    ({ touches }) => {
      if (touches.length === 1) beforeMs = playback.exactMs();
      apart = touches.length === 2 ? spread(touches) : 0;
      if (apart > 0) playback.seek(beforeMs);
    },
    { passive: true },
  );
  timeline.addEventListener(
    'touchmove',
    (event) => {
      const [one, two] = event.touches;
      if (apart === 0 || !one || !two) return;
      event.preventDefault();
      const now = spread(event.touches);
      zoom(now / apart, momentAtX(timeline, (one.clientX + two.clientX) / 2));
      apart = now;
    },
    { passive: false },
  );
}
