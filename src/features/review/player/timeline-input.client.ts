import type { Span } from './comment-form.client.ts';
import { fractionOf, momentAtX, viewEvent, viewOf } from './timeline-view.ts';
import { importAgain } from '#src/platform/import-again.client.ts';
import { loadOnce } from '#src/platform/load-once.client.ts';
import type { Playback } from './review-playback.client.ts';
import type { TimelineZoom } from './timeline-zoom.client.ts';

/** The tools for keys pressed on the slider. */
const toolOfKey: Readonly<Record<string, string>> = { '+': 'in', '=': 'in', '-': 'out', '0': 'whole' };

/**
 * Wires the timeline's tools. Their script is loaded at first use; input until then is handled once it is loaded.
 * Returns a function that makes the view follow the playhead.
 */
export function wireTools(player: HTMLElement, playback: Playback): () => void {
  const timeline = player.querySelector<HTMLElement>('[data-timeline][data-peaks]');
  const tools = player.querySelector<HTMLElement>('[data-tools]');
  let zoom: TimelineZoom | null = null;
  const loadZoom = importAgain(() => import('./timeline-zoom.client.ts'));
  const load = loadOnce(async () => {
    const { wireZoom } = await loadZoom();
    return (zoom = wireZoom(player, playback));
  });
  const use = (tool: string | undefined) => {
    if (tool) void load().then((loaded) => loaded?.use(tool));
  };
  if (timeline && tools) {
    for (const event of ['pointerenter', 'focusin', 'touchstart'])
      for (const part of [timeline, tools])
        part.addEventListener(event, () => void load(), { passive: true });
    tools.addEventListener('click', (event) =>
      use((event.target as Element).closest<HTMLElement>('[data-tool]')?.dataset['tool']),
    );
    player.querySelector<HTMLElement>('[data-position]')?.addEventListener('keydown', (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) use(toolOfKey[event.key]);
    });
    const keepTurn = (event: WheelEvent) => {
      if (zoom || !(event.ctrlKey || event.metaKey)) return;
      // Otherwise the browser zooms the whole page.
      event.preventDefault();
      void load().then((loaded) => loaded && timeline.dispatchEvent(new WheelEvent(event.type, event)));
    };
    timeline.addEventListener('wheel', keepTurn, { passive: false });
  }
  return () => zoom?.follow();
}

/** A pointer that moves less than this is a click. */
const leastMovePx = 5;
/** A finger that rests this long starts a range; before that it scrolls the page or moves the playhead. */
const restMs = 450;
/** The shortest range; times have a precision of a tenth of a second. */
const leastMs = 200;

type Selecting = {
  readonly seek: (ms: number) => void;
  /** Called while a range is drawn. */
  readonly select: (span: Span) => void;
};

/** Returns the range between two horizontal positions on the screen. */
function spanBetween(timeline: HTMLElement, oneX: number, otherX: number): Span {
  const [atMs = 0, endMs = 0] = [oneX, otherX]
    .map((x) => Math.round(momentAtX(timeline, x)))
    .toSorted((one, other) => one - other);
  return { atMs, untilMs: Math.max(endMs, atMs + leastMs) };
}

/** Dragging a mouse or pen over the wave draws a range, a click seeks. A finger draws a range after resting. */
export function wireRangeSelect(timeline: HTMLElement, { seek, select }: Selecting): void {
  const position = timeline.querySelector<HTMLElement>('[data-position]');
  if (!position) return;
  let startX = 0;
  let isDrawing = false;
  let rest = 0;

  function end(): void {
    clearTimeout(rest);
    isDrawing = false;
    position?.removeEventListener('pointermove', move);
  }

  function move(event: PointerEvent): void {
    const hasMoved = Math.abs(event.clientX - startX) >= leastMovePx;
    if (event.pointerType === 'touch') {
      // The gesture scrolls or moves the playhead.
      if (hasMoved && !isDrawing) end();
    } else isDrawing ||= hasMoved;
    if (isDrawing) select(spanBetween(timeline, startX, event.clientX));
  }

  position.addEventListener('pointerdown', (event) => {
    // A second finger zooms.
    end();
    if (event.button !== 0 || !event.isPrimary) return;
    startX = event.clientX;
    if (event.pointerType === 'touch')
      rest = window.setTimeout(() => {
        isDrawing = true;
        select(spanBetween(timeline, startX, startX));
      }, restMs);
    else {
      // Otherwise the slider follows the pointer.
      event.preventDefault();
      position.setPointerCapture(event.pointerId);
      position.focus({ preventScroll: true });
    }
    position.addEventListener('pointermove', move);
  });
  position.addEventListener('pointerup', (event) => {
    if (event.pointerType !== 'touch' && !isDrawing) seek(momentAtX(timeline, startX));
    end();
  });
  position.addEventListener('pointercancel', end);
  // A resting finger would open a menu.
  position.addEventListener('contextmenu', (event) => isDrawing && event.preventDefault());
}

/** Returns a function that shows a range on the timeline. */
export function createSelection(timeline: HTMLElement | null): (span: Span | null) => void {
  const band = timeline?.querySelector<SVGElement>('[data-selection]');
  if (!timeline || !band) return () => undefined;
  let shown: Span | null = null;
  function draw(): void {
    const view = viewOf(timeline as HTMLElement);
    const from = shown ? fractionOf(view, shown.atMs) : 0;
    const until = shown ? fractionOf(view, shown.untilMs ?? shown.atMs) : 0;
    band?.setAttribute('x', `${from * 100}%`);
    band?.setAttribute('width', `${(until - from) * 100}%`);
  }
  timeline.addEventListener(viewEvent, draw);
  return (span) => {
    shown = span;
    draw();
  };
}
