import { fill } from '#src/platform/fill.ts';
import { loadOnce } from '#src/platform/load-once.client.ts';
import { createPeaksLoader } from './peaks-loader.client.ts';
import type { Playback } from './review-playback.client.ts';
import type { createSamplesLoader } from './samples-loader.client.ts';
import { exactCodeOf, timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import {
  wireTimelineKeys,
  wireOverview,
  wirePinch,
  wireWheel,
  type Moves,
} from './timeline-gestures.client.ts';
import {
  drawOverview,
  drawPictures,
  drawScale,
  timelinePartsOf,
  placeMoments,
  type Parts,
} from './timeline-parts.client.ts';
import {
  fractionOf,
  momentAt,
  viewEvent,
  viewFrom,
  viewOf,
  zoomedView,
  type TimelineView,
} from './timeline-view.ts';
import { samplesPerPxOf, waveOutline, type WaveBins } from './wave-outline.ts';

/** At the closest, a bin of the finest level is so wide; where there are samples, one of them. */
const closestBinPx = 4;
const closestSamplePx = 8;
/** Closer than this, the samples themselves are drawn: a bin of the finest level would be seen as such. */
const samplesBelow = 128;
const buttonFactor = 2;
/** The place of the playhead in the view after the view has moved on to it. */
const followAt = 0.1;
/** A shorter view does not follow the playhead: it would move too fast to read. */
const leastFollowedMs = 1000;
/** A larger step of the playhead is a jump by the listener. */
const jumpMs = 1000;

/** The waveform drawn by the server, as bins: one bar for each equal part of the recording. */
function coarseBinsOf(bars: string, frames: number): WaveBins {
  const halves = [...bars.matchAll(/M\d+ ([\d.]+)/g)].map(([, top]) => 50 - Number(top));
  const pairs = Int8Array.from(halves.flatMap((half) => [-half * 2.56, half * 2.54]));
  return { samples: frames / halves.length, first: 0, pairs };
}

/** Shows views of a recording: `show` draws one, `draw` draws the same once more. */
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

  /** The samples of a close view; null where they are not there yet. */
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
  /** Does what the tool of this name does. */
  readonly use: (tool: string) => void;
  /** To be called whenever the playback position changes. */
  readonly follow: () => void;
};

/** Lets the timeline of a player show a part of its recording, as sharp as its peaks are. Null where it has none. */
export function wireZoom(player: HTMLElement, playback: Playback): TimelineZoom | null {
  const parts = timelinePartsOf(player);
  if (!parts) return null;
  const { timeline } = parts;
  const { durationMs, leastMs, draw, show } = createViews(player, parts, playback);
  let shownAtMs = playback.exactMs();

  const zoom = (factor: number, aroundMs: number) =>
    show(zoomedView(viewOf(timeline), factor, { aroundMs, leastMs: leastMs(), durationMs }));

  /** Shows as much as before, with a moment at this fraction of it. */
  function bring(ms: number, to: number): void {
    const { fromMs, toMs } = viewOf(timeline);
    show(viewFrom(ms - to * (toMs - fromMs), toMs - fromMs, durationMs));
  }
  const moves: Moves = { zoom, show, centreOn: (ms) => bring(ms, 0.5) };

  function use(tool: string): void {
    const at = fractionOf(viewOf(timeline), playback.exactMs());
    // Around the playhead where it is to be seen, else around the middle.
    const aroundMs = momentAt(viewOf(timeline), at >= 0 && at <= 1 ? at : 0.5);
    if (tool === 'in') zoom(buttonFactor, aroundMs);
    if (tool === 'out') zoom(1 / buttonFactor, aroundMs);
    if (tool === 'whole') show({ fromMs: 0, toMs: durationMs });
  }

  /** Moves the view with the playhead when it plays beyond the view, and to it when the listener jumps. */
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
  // Pins that come with a newer page stand where the whole recording has them.
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target !== parts.scale)) placeMoments(parts, viewOf(timeline));
  }).observe(timeline, { childList: true, subtree: true });
  return { use, follow };
}
