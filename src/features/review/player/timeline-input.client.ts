import type { Span } from './comment-form.client.ts';
import { fractionOf, momentAtX, viewEvent, viewOf } from './timeline-view.ts';
import { importAgain } from '#src/platform/import-again.client.ts';
import { loadOnce } from '#src/platform/load-once.client.ts';
import type { Playback } from './review-playback.client.ts';
import type { TimelineZoom } from './timeline-zoom.client.ts';

/** The tools that keys on the slider use. */
const toolOfKey: Readonly<Record<string, string>> = { '+': 'in', '=': 'in', '-': 'out', '0': 'whole' };

/**
 * Offers the tools of the timeline. Their script is loaded at the first use, and what was pressed or turned meanwhile is done then.
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
      // The browser would zoom the whole page.
      event.preventDefault();
      void load().then((loaded) => loaded && timeline.dispatchEvent(new WheelEvent(event.type, event)));
    };
    timeline.addEventListener('wheel', keepTurn, { passive: false });
  }
  return () => zoom?.follow();
}

/** A pointer that moves less has clicked. */
const leastMovePx = 5;
/** A finger that rests so long begins a range; before that it scrolls the page or moves the playhead. */
const restMs = 450;
/** No range is shorter; times are written to a tenth of a second. */
const leastMs = 200;

type Selecting = {
  readonly seek: (ms: number) => void;
  /** Told while a range is drawn. */
  readonly select: (span: Span) => void;
};

/** A range between two places of the screen. */
function spanBetween(timeline: HTMLElement, oneX: number, otherX: number): Span {
  const [atMs = 0, endMs = 0] = [oneX, otherX]
    .map((x) => Math.round(momentAtX(timeline, x)))
    .toSorted((one, other) => one - other);
  return { atMs, untilMs: Math.max(endMs, atMs + leastMs) };
}

/** Dragging a mouse or a pen over the wave draws a range and a click seeks; a finger draws one after it has rested there. */
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
      // The slider would follow the pointer.
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
  // A finger that rests would open a menu.
  position.addEventListener('contextmenu', (event) => isDrawing && event.preventDefault());
}

/** Shows a range on the timeline; returns the function that is told which. */
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
