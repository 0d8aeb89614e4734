import { fill } from '#src/platform/fill.ts';
import { createPeaksLoader } from './peaks-loader.client.ts';
import type { Playback } from './review-playback.client.ts';
import { timeCodeOf } from './time-code.ts';
import { scaleOf } from './time-scale.ts';
import {
  fractionOf,
  momentAt,
  momentAtX,
  viewEvent,
  viewFrom,
  viewOf,
  zoomedView,
  type TimelineView,
} from './timeline-view.ts';
import { waveOutline, type WaveBins } from './wave-outline.ts';

/** At the closest, a bin of the finest level is so wide. */
const closestBinPx = 4;
/** A turn of the wheel by so many pixels doubles. */
const wheelDoublesPx = 200;
const buttonFactor = 2;
/** Where the playhead stands after the view has moved on to it. */
const followAt = 0.1;
/** A larger step of the playhead was somebody's. */
const jumpMs = 1000;

/** What the server drew, as bins: bars that stand for equal parts of the recording. */
function coarseBinsOf(bars: string, frames: number): WaveBins {
  const halves = [...bars.matchAll(/M\d+ ([\d.]+)/g)].map(([, top]) => 50 - Number(top));
  const pairs = Int8Array.from(halves.flatMap((half) => [-half * 2.56, half * 2.54]));
  return { samples: frames / halves.length, first: 0, pairs };
}

function partsOf(player: HTMLElement) {
  const find = (name: string) => player.querySelector(`[data-${name}]`);
  const timeline = player.querySelector<HTMLElement>('[data-timeline]');
  const position = player.querySelector<HTMLInputElement>('[data-position]');
  const [bars, part, scale] = [find('bars'), find('part'), find('scale')];
  const overview = player.querySelector<SVGSVGElement>('[data-overview]');
  const [shown, range] = [find('shown'), player.querySelector<HTMLElement>('[data-range]')];
  const hasAll = timeline && position && bars && part && scale && overview && shown && range;
  return hasAll ? { timeline, position, bars, part, scale, overview, shown, range } : null;
}

type Parts = NonNullable<ReturnType<typeof partsOf>>;

/** Puts everything that stands at a moment of the timeline where the view has it. */
function placeMoments({ timeline }: Parts, view: TimelineView): void {
  for (const element of timeline.querySelectorAll<SVGElement>('[data-at-ms]')) {
    const { atMs, untilMs } = element.dataset;
    const from = fractionOf(view, Number(atMs));
    const to = fractionOf(view, Number(untilMs ?? atMs));
    const isRange = untilMs !== undefined;
    element.setAttribute('x', `${(isRange ? Math.max(0, from) : from) * 100}%`);
    if (isRange) element.setAttribute('width', `${Math.max(0, Math.min(1, to) - Math.max(0, from)) * 100}%`);
    // What lies outside is neither seen nor reached by the keyboard.
    element.toggleAttribute('data-outside', to < 0 || from > 1);
  }
}

function drawScale({ scale }: Parts, view: TimelineView): void {
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

function drawOverview({ shown }: Parts, view: TimelineView, durationMs: number): void {
  shown.setAttribute('x', `${(view.fromMs / durationMs) * 100}%`);
  shown.setAttribute('width', `${((view.toMs - view.fromMs) / durationMs) * 100}%`);
}

/** What the gestures do: zoom around a moment, move by a part of the view, show a view. */
type Moves = {
  readonly zoom: (factor: number, aroundMs: number) => void;
  readonly centreOn: (ms: number) => void;
  readonly show: (view: TimelineView) => void;
};

function wireWheel({ timeline }: Parts, durationMs: number, { zoom, show }: Moves): void {
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

function wireOverview({ overview }: Parts, durationMs: number, { centreOn }: Moves): void {
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

const tools: Readonly<Record<string, string>> = { '+': 'in', '=': 'in', '-': 'out', '0': 'whole' };

function wireKeys(
  { timeline, position }: Parts,
  playback: Playback,
  use: (tool: string) => void,
  { centreOn }: Moves,
): void {
  position.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    const tool = tools[key];
    if (tool && !ctrlKey && !metaKey && !altKey) use(tool);
    const at = fractionOf(viewOf(timeline), playback.atMs());
    // The slider counts from where it stands, which is the edge while the playhead is outside.
    if (/^(Arrow|Page)/.test(key) && (at < 0 || at > 1)) centreOn(playback.atMs());
  });
}

/** Shows views of a recording: `show` draws one, `draw` draws the same once more. */
function createViews(parts: Parts, playback: Playback) {
  const { timeline, position, bars, part, range } = parts;
  const numberOf = (name: string) => Number(timeline.dataset[name]);
  const [durationMs, frames, rateHz] = [numberOf('durationMs'), numberOf('frames'), numberOf('rateHz')];
  const coarse = coarseBinsOf(bars.getAttribute('d') ?? '', frames);
  const waves = timeline.querySelectorAll('[data-wave]');
  const loader = createPeaksLoader({ address: timeline.dataset['peaks'] ?? '', frames, rateHz }, draw);
  const isPart = ({ fromMs, toMs }: TimelineView) => toMs - fromMs < durationMs;

  function draw(): void {
    const view = viewOf(timeline);
    const bins = isPart(view) && (loader.binsFor(view, timeline.clientWidth) ?? coarse);
    if (bins) part.setAttribute('d', waveOutline(view, rateHz, bins));
    for (const wave of waves) wave.setAttribute('href', `#${(bins ? part : bars).id}`);
  }

  function show(view: TimelineView): void {
    const { fromMs, toMs } = view;
    timeline.dataset['fromMs'] = String(fromMs);
    timeline.dataset['toMs'] = String(toMs);
    position.min = String(Math.ceil(fromMs));
    position.max = String(Math.floor(toMs));
    position.step = String(Math.min(100, Math.max(1, Math.round((toMs - fromMs) / 1000))));
    draw();
    drawScale(parts, view);
    drawOverview(parts, view, durationMs);
    placeMoments(parts, view);
    const shown = { from: timeCodeOf(fromMs), to: timeCodeOf(toMs) };
    range.textContent = isPart(view) ? fill(range.dataset['range'] ?? '', shown) : '';
    playback.draw();
    timeline.dispatchEvent(new CustomEvent(viewEvent, { bubbles: true, detail: view }));
  }

  const leastMs = () =>
    ((timeline.clientWidth / closestBinPx) * (loader.levels[0]?.samples ?? 1) * 1000) / rateHz;
  return { durationMs, leastMs, draw, show };
}

export type TimelineZoom = {
  /** Does what the tool of this name does. */
  readonly use: (tool: string) => void;
  /** To be called whenever the playback position changes. */
  readonly follow: () => void;
};

/** Lets the timeline of a player show a part of its recording, as sharp as its peaks are. Null where it has none. */
export function wireZoom(player: HTMLElement, playback: Playback): TimelineZoom | null {
  const parts = partsOf(player);
  if (!parts) return null;
  const { timeline } = parts;
  const { durationMs, leastMs, draw, show } = createViews(parts, playback);
  let shownAtMs = playback.atMs();

  const zoom = (factor: number, aroundMs: number) =>
    show(zoomedView(viewOf(timeline), factor, { aroundMs, leastMs: leastMs(), durationMs }));

  /** Shows as much as before, with a moment at this fraction of it. */
  function bring(ms: number, to: number): void {
    const { fromMs, toMs } = viewOf(timeline);
    show(viewFrom(ms - to * (toMs - fromMs), toMs - fromMs, durationMs));
  }
  const moves: Moves = { zoom, show, centreOn: (ms) => bring(ms, 0.5) };

  function use(tool: string): void {
    const at = fractionOf(viewOf(timeline), playback.atMs());
    // Around the playhead where it is to be seen, else around the middle.
    const aroundMs = momentAt(viewOf(timeline), at >= 0 && at <= 1 ? at : 0.5);
    if (tool === 'in') zoom(buttonFactor, aroundMs);
    if (tool === 'out') zoom(1 / buttonFactor, aroundMs);
    if (tool === 'whole') show({ fromMs: 0, toMs: durationMs });
  }

  /** Moves on with the playhead where it left the view by itself, and to it where somebody moved it away. */
  function follow(): void {
    const [at, before] = [playback.atMs(), shownAtMs];
    shownAtMs = at;
    const isInside = (ms: number) => Math.abs(fractionOf(viewOf(timeline), ms) - 0.5) <= 0.5;
    const isJump = Math.abs(at - before) > jumpMs;
    if (!isInside(at) && (isJump || isInside(before))) bring(at, isJump ? 0.5 : followAt);
  }

  wireWheel(parts, durationMs, moves);
  wireOverview(parts, durationMs, moves);
  wireKeys(parts, playback, use, moves);
  wirePinch(timeline, playback, zoom);
  new ResizeObserver(draw).observe(timeline);
  // Pins that come with a newer page stand where the whole recording has them.
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target !== parts.scale)) placeMoments(parts, viewOf(timeline));
  }).observe(timeline, { childList: true, subtree: true });
  return { use, follow };
}

/** Two fingers zoom around the moment between them; the playhead stays where it was before the first of them touched. */
function wirePinch(
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
      if (touches.length === 1) beforeMs = playback.atMs();
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
