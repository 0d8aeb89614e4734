import { fill } from '#src/platform/fill.ts';
import { createPeaksLoader, fetchLoudness } from './peaks-loader.client.ts';
import type { Playback } from './review-playback.client.ts';
import { firstLoudnessMs, loudnessEveryMs, silentLoudness } from '#src/audio/peaks-pyramid.ts';
import type { WaveBins } from './timeline-drawing.ts';

/** The lowest level that a bar shows, in dB. */
const lowestDb = -60;

/** A player may stop this much later than the sound ends. */
const latestMs = 100;

/**
 * Returns the short-term loudness at a moment, in LUFS. Null before the first value, after the end, and in silence. See
 * `loudnessOffsetOf` for `levels`.
 */
export function loudnessAt(levels: DataView, ms: number, durationMs: number): number | null {
  const last = Math.floor(levels.byteLength / 2) - 1;
  if (last < 0 || ms < firstLoudnessMs || ms > durationMs + latestMs) return null;
  const point = Math.min(last, Math.round((ms - firstLoudnessMs) / loudnessEveryMs));
  const level = levels.getInt16(2 * point, true);
  return level === silentLoudness ? null : level / 100;
}

/**
 * Returns the highest sample between two frames in dB below full scale, −Infinity for silence, or null without data.
 */
export function peakIn(
  { samples, first, pairs }: WaveBins,
  fromFrame: number,
  toFrame: number,
): number | null {
  const [from, to] = [fromFrame, toFrame].map((frame) => Math.floor(frame / samples) - first) as [
    number,
    number,
  ];
  const part = pairs.subarray(2 * Math.max(0, from), 2 * (to + 1));
  if (part.length === 0) return null;
  const highest = part.reduce((most, value) => Math.max(most, value < 0 ? -value / 128 : value / 127), 0);
  return 20 * Math.log10(highest);
}

/** Returns the length of a bar, from 0 to 1. */
export const barOf = (db: number | null): number =>
  db === null ? 0 : 1 - Math.max(lowestDb, Math.min(0, db)) / lowestDb;

/** The peak meter shows the highest sample of this time before the playhead. */
const peakMs = 300;
const aheadMs = 2000;
/** The largest bin to read peaks from, in samples. */
const binSamples = 1024;

/** Update intervals in milliseconds; once a second for people who prefer reduced motion. */
const everyMs = { usual: 100, reduced: 1000 };

function show(meter: HTMLElement | null, db: number | null, text: string): void {
  meter?.querySelector('rect:last-child')?.setAttribute('width', String(100 * barOf(db)));
  const value = meter?.lastElementChild;
  if (value) value.textContent = db === null ? '–' : fill(meter.dataset['unit'] ?? '', { value: text });
}

/** Formats a number with a true minus sign. */
const numberText = (db: number, digits: number) =>
  (db === -Infinity ? '-∞' : (Math.round(db * 10 ** digits) / 10 ** digits || 0).toFixed(digits)).replace(
    '-',
    '−',
  );

/** Shows the measured levels at the playhead. Returns the function to call whenever the position changes. */
export function wireMeters(player: HTMLElement, playback: Playback): () => void {
  const meters = player.querySelector<HTMLElement>('[data-meters]');
  const timeline = player.querySelector<HTMLElement>('[data-timeline][data-peaks]');
  if (!meters || !timeline) return () => undefined;
  const meterOf = (kind: string) => meters.querySelector<HTMLElement>(`[data-meter=${kind}]`);
  const [loudness, peak] = [meterOf('loudness'), meterOf('peak')];
  const { peaks: address = '', ...numbers } = timeline.dataset;
  const [frames, rateHz, durationMs] = ['frames', 'rateHz', 'durationMs'].map((name) =>
    Number(numbers[name]),
  ) as [number, number, number];
  let levels = new DataView(new ArrayBuffer(0));
  // Without levels the meter shows no value.
  const showLoudness = (found: typeof levels) => {
    levels = found;
    return draw();
  };
  if (loudness) void fetchLoudness(address, frames).then(showLoudness, () => undefined);
  const loader = createPeaksLoader({ address, frames, rateHz }, () => draw());
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let shownAt = -Infinity;

  function draw(): void {
    const ms = playback.atMs();
    const level = loudnessAt(levels, ms, (1000 * frames) / rateHz);
    show(loudness, level, numberText(level ?? 0, 1));
    const view = { fromMs: Math.max(0, ms - peakMs), toMs: Math.min(durationMs, ms + aheadMs) };
    const widthPx = ((view.toMs - view.fromMs) * rateHz) / 1000 / (binSamples / 2);
    const bins = loader.binsFor(view, widthPx);
    const frameAt = (at: number) => (at * rateHz) / 1000;
    const highest = bins && peakIn(bins, frameAt(view.fromMs), frameAt(ms));
    // Peaks have 8 bits per sample: decimals would be false precision.
    show(peak, highest, numberText(highest ?? 0, 0));
  }

  draw();
  return () => {
    const now = performance.now();
    const isSoon = now - shownAt < (calm.matches ? everyMs.reduced : everyMs.usual);
    // A paused recording is drawn at once.
    if (isSoon && player.querySelector('[data-playing]')) return;
    shownAt = now;
    draw();
  };
}
