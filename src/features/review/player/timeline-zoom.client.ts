import { fill } from '#src/platform/fill.ts';
import { loadOnce } from '#src/platform/load-once.client.ts';
import { createPeaksLoader } from './peaks-loader.client.ts';
import type { Playback } from './review-playback.client.ts';
import type { createSamplesLoader } from './samples-loader.client.ts';
import { exactCodeOf, timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import {
  fractionOf,
  momentAt,
  viewEvent,
  viewFrom,
  viewOf,
  zoomedView,
  type TimelineView,
  momentAtX,
} from './timeline-view.ts';
import { samplesPerPxOf, waveOutline, type WaveBins, scaleOf } from './timeline-drawing.ts';

/** Returns the parts of a player's timeline, or null if it cannot zoom. */
function timelinePartsOf(player: HTMLElement) {
  const find = (name: string) => player.querySelector(`[data-${name}]`);
  const timeline = player.querySelector<HTMLElement>('[data-timeline]');
  const position = player.querySelector<HTMLInputElement>('[data-position]');
  const [bars, part, scale] = [find('bars'), find('part'), find('scale')];
  const overview = player.querySelector<SVGSVGElement>('[data-overview]');
  const [shown, range] = [find('shown'), player.querySelector<HTMLElement>('[data-range]')];
  const hasAll = timeline && position && bars && part && scale && overview && shown && range;
  return hasAll ? { timeline, position, bars, part, scale, overview, shown, range } : null;
}

type Parts = NonNullable<ReturnType<typeof timelinePartsOf>>;

/** Places every element of the timeline at its moment in the view. */
function placeMoments({ timeline }: Parts, view: TimelineView): void {
  for (const element of timeline.querySelectorAll<SVGElement>('[data-at-ms]')) {
    const { atMs, untilMs } = element.dataset;
    const from = fractionOf(view, Number(atMs));
    const to = fractionOf(view, Number(untilMs ?? atMs));
    const isRange = untilMs !== undefined;
    element.setAttribute('x', `${(isRange ? Math.max(0, from) : from) * 100}%`);
    if (isRange) element.setAttribute('width', `${Math.max(0, Math.min(1, to) - Math.max(0, from)) * 100}%`);
    // Parts outside the view are hidden, and unreachable by keyboard.
    element.toggleAttribute('data-outside', to < 0 || from > 1);
  }
}

/** Writes the times above the timeline. */
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

/** Browsers do not lay out elements wider than about 30 million pixels. */
const widestPicture = 10_000;

/** Makes the pictures below the timeline show the same part; a wider one at the closest zoom. */
function drawPictures(player: HTMLElement, { fromMs, toMs }: TimelineView, durationMs: number): void {
  const lengthMs = Math.max(toMs - fromMs, durationMs / widestPicture);
  const part = viewFrom((fromMs + toMs - lengthMs) / 2, lengthMs, durationMs);
  for (const picture of player.querySelectorAll<HTMLElement>('[data-axis]')) {
    picture.style.width = `${(durationMs / lengthMs) * 100}%`;
    picture.style.marginInlineStart = `${(-part.fromMs / lengthMs) * 100}%`;
  }
}

/** Marks the current view in the overview. */
function drawOverview({ shown }: Parts, view: TimelineView, durationMs: number): void {
  shown.setAttribute('x', `${(view.fromMs / durationMs) * 100}%`);
  shown.setAttribute('width', `${((view.toMs - view.fromMs) / durationMs) * 100}%`);
}

/** Turning the wheel by this many pixels doubles the zoom. */
const wheelDoublesPx = 200;

/** The effects of gestures: zoom around a moment, centre on a moment, show a view. */
type Moves = {
  readonly zoom: (factor: number, aroundMs: number) => void;
  readonly centreOn: (ms: number) => void;
  readonly show: (view: TimelineView) => void;
};

/** Zooms by the wheel with Control or Command, and scrolls sideways with Shift or a second axis. */
function wireWheel({ timeline }: Parts, durationMs: number, { zoom, show }: Moves): void {
  const handle = (event: WheelEvent) => {
    const { fromMs, toMs } = viewOf(timeline);
    const isZoom = event.ctrlKey || event.metaKey;
    const byPx = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    // The wheel alone scrolls the page.
    if (!isZoom && (byPx === 0 || toMs - fromMs >= durationMs)) return;
    event.preventDefault();
    if (isZoom) return zoom(2 ** (-event.deltaY / wheelDoublesPx), momentAtX(timeline, event.clientX));
    const byMs = (byPx / timeline.clientWidth) * (toMs - fromMs);
    return show(viewFrom(fromMs + byMs, toMs - fromMs, durationMs));
  };
  timeline.addEventListener('wheel', handle, { passive: false });
}

/** Shows the part that is pressed or dragged to in the overview. */
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

/** Scrolls to the playhead when an arrow or page key moves the slider. */
function wireTimelineKeys({ timeline, position }: Parts, playback: Playback, { centreOn }: Moves): void {
  position.addEventListener('keydown', ({ key }) => {
    const at = fractionOf(viewOf(timeline), playback.exactMs());
    // The slider counts from its own position, which is the edge while the playhead is outside.
    if (/^(Arrow|Page)/.test(key) && (at < 0 || at > 1)) centreOn(playback.exactMs());
  });
}

/**
 * Zooms by pinching around the moment between two fingers. The playhead returns to where it was before the first touch.
 */
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

/** The width of a bin of the finest level, or of a sample, at the closest zoom. */
const closestBinPx = 4;
const closestSamplePx = 8;
/** Below this many samples per bin, samples are drawn instead, since single bins would become visible. */
const samplesBelow = 128;
const buttonFactor = 2;
/** The position of the playhead in the view after the view has followed it. */
const followAt = 0.1;
/** A shorter view does not follow the playhead: it would move too fast to read. */
const leastFollowedMs = 1000;
/** A larger step of the playhead is a seek by the listener. */
const jumpMs = 1000;

/** Converts the server's waveform into bins: one bar for each equal part of the recording. */
function coarseBinsOf(bars: string, frames: number): WaveBins {
  const halves = [...bars.matchAll(/M\d+ ([\d.]+)/g)].map(([, top]) => 50 - Number(top));
  const pairs = Int8Array.from(halves.flatMap((half) => [-half * 2.56, half * 2.54]));
  return { samples: frames / halves.length, first: 0, pairs };
}

/** Creates the functions that show views of a recording: `show` draws a view, `draw` redraws the current one. */
function createViews(player: HTMLElement, parts: Parts, playback: Playback) {
  const { timeline, position, bars, part, range } = parts;
  const numberOf = (name: string) => Number(timeline.dataset[name]);
  const [durationMs, frames, rateHz] = [numberOf('durationMs'), numberOf('frames'), numberOf('rateHz')];
  const coarse = coarseBinsOf(bars.getAttribute('d') ?? '', (durationMs * rateHz) / 1000);
  const waves = timeline.querySelectorAll('[data-wave]');
  const loader = createPeaksLoader({ address: timeline.dataset['peaks'] ?? '', frames, rateHz }, draw);
  const listen = timeline.dataset['samples'];
  let samples: ReturnType<typeof createSamplesLoader> | null = null;
  const loadSamples = loadOnce(async () => {
    if (listen === undefined) return;
    const module = await import('./samples-loader.client.ts');
    samples = module.createSamplesLoader({ address: listen, frames, rateHz }, draw);
    draw();
  });
  const isPart = ({ fromMs, toMs }: TimelineView) => toMs - fromMs < durationMs;

  /** Returns the samples of a close view, or null if they are not loaded. */
  function samplesFor(view: TimelineView): WaveBins<Float32Array> | null {
    const { clientWidth } = timeline;
    if (samplesPerPxOf(view, rateHz, clientWidth) >= samplesBelow) return null;
    if (!samples) void loadSamples();
    return samples?.binsFor(view, clientWidth) ?? null;
  }

  function draw(): void {
    const view = viewOf(timeline);
    const bins = isPart(view) && (samplesFor(view) ?? loader.binsFor(view, timeline.clientWidth) ?? coarse);
    if (bins) part.setAttribute('d', waveOutline(view, rateHz, bins));
    for (const wave of waves) wave.setAttribute('href', `#${(bins ? part : bars).id}`);
  }

  function show(view: TimelineView): void {
    const { fromMs, toMs } = view;
    timeline.dataset['fromMs'] = String(fromMs);
    timeline.dataset['toMs'] = String(toMs);
    position.min = String(fromMs);
    position.max = String(toMs);
    position.step = String(Math.min(100, (toMs - fromMs) / 1000));
    draw();
    drawScale(parts, view);
    drawOverview(parts, view, durationMs);
    placeMoments(parts, view);
    drawPictures(player, view, durationMs);
    const codeOf = toMs - fromMs < 1000 ? exactCodeOf : timeCodeOf;
    const shown = { from: codeOf(fromMs), to: codeOf(toMs) };
    range.textContent = isPart(view) ? fill(range.dataset['range'] ?? '', shown) : '';
    playback.draw();
    timeline.dispatchEvent(new CustomEvent(viewEvent, { bubbles: true, detail: view }));
  }

  const closest = () =>
    listen === undefined ? (loader.levels[0]?.samples ?? 1) / closestBinPx : 1 / closestSamplePx;
  const leastMs = () => (timeline.clientWidth * closest() * 1000) / rateHz;
  return { durationMs, leastMs, draw, show };
}

export type TimelineZoom = {
  /** Runs the tool with this name. */
  readonly use: (tool: string) => void;
  /** Call this whenever the playback position changes. */
  readonly follow: () => void;
};

/** Makes the timeline zoomable, as far as its peaks allow. Returns null if it cannot zoom. */
export function wireZoom(player: HTMLElement, playback: Playback): TimelineZoom | null {
  const parts = timelinePartsOf(player);
  if (!parts) return null;
  const { timeline } = parts;
  const { durationMs, leastMs, draw, show } = createViews(player, parts, playback);
  let shownAtMs = playback.exactMs();

  const zoom = (factor: number, aroundMs: number) =>
    show(zoomedView(viewOf(timeline), factor, { aroundMs, leastMs: leastMs(), durationMs }));

  /** Shows a view of the same length with a moment at this fraction of it. */
  function bring(ms: number, to: number): void {
    const { fromMs, toMs } = viewOf(timeline);
    show(viewFrom(ms - to * (toMs - fromMs), toMs - fromMs, durationMs));
  }
  const moves: Moves = { zoom, show, centreOn: (ms) => bring(ms, 0.5) };

  function use(tool: string): void {
    const at = fractionOf(viewOf(timeline), playback.exactMs());
    // Zoom around the playhead if it is visible, else around the middle.
    const aroundMs = momentAt(viewOf(timeline), at >= 0 && at <= 1 ? at : 0.5);
    if (tool === 'in') zoom(buttonFactor, aroundMs);
    if (tool === 'out') zoom(1 / buttonFactor, aroundMs);
    if (tool === 'whole') show({ fromMs: 0, toMs: durationMs });
  }

  /** Moves the view when the playhead leaves it, or after a seek. */
  function follow(): void {
    const [at, before] = [playback.exactMs(), shownAtMs];
    shownAtMs = at;
    const isInside = (ms: number) => Math.abs(fractionOf(viewOf(timeline), ms) - 0.5) <= 0.5;
    const isJump = Math.abs(at - before) > jumpMs;
    const { fromMs, toMs } = viewOf(timeline);
    const isFollowed = isInside(before) && toMs - fromMs >= leastFollowedMs;
    if (!isInside(at) && (isJump || isFollowed)) bring(at, isJump ? 0.5 : followAt);
  }

  wireWheel(parts, durationMs, moves);
  wireOverview(parts, durationMs, moves);
  wireTimelineKeys(parts, playback, moves);
  wirePinch(timeline, playback, zoom);
  new ResizeObserver(draw).observe(timeline);
  // Pins added by a refresh are placed for the whole recording.
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target !== parts.scale)) placeMoments(parts, viewOf(timeline));
  }).observe(timeline, { childList: true, subtree: true });
  return { use, follow };
}
