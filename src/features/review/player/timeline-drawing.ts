import type { PeaksLevel } from '#src/audio/peaks-pyramid.ts';
import { momentAt, type TimelineView, fractionOf } from './timeline-view.ts';
import { exactCodeOf, timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import { hourMs } from '#src/platform/durations.ts';

/**
 * Returns the path of a waveform of 400 peaks (a byte each, base64) in a box of 400 by 100, mirrored about its middle.
 * Silence is a hairline.
 */
export function waveBarsOf(peaks: string): string {
  return Array.from(Buffer.from(peaks, 'base64'), (peak, index) => {
    const half = Math.max(0.6, Math.round((peak / 255) * 500) / 10);
    return `M${index} ${50 - half}h.62v${half * 2}h-.62z`;
  }).join('');
}

const stepsMs = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  ...[1, 2, 4, 5, 10, 15, 20, 30, 60, 120, 240, 300, 600, 900, 1200, 1800, 3600].map((s) => s * 1000),
];

type ScaleMark = {
  readonly atMs: number;
  /** The position in the view, 0 to 1. */
  readonly at: number;
  readonly text: string;
  /** The text anchor that keeps the label within the timeline. */
  readonly anchor: 'start' | 'middle' | 'end';
};

/** Returns the labelled moments of a view, seven at most. */
export function scaleOf(view: TimelineView): ScaleMark[] {
  const lengthMs = view.toMs - view.fromMs;
  const step = stepsMs.find((each) => lengthMs / each <= 6.5) ?? Math.ceil(lengthMs / 6 / hourMs) * hourMs;
  const first = Math.ceil(view.fromMs / step);
  return Array.from({ length: Math.floor(view.toMs / step) - first + 1 }, (_, index) => {
    const atMs = (first + index) * step;
    const at = fractionOf(view, atMs);
    const code = step < 100 ? exactCodeOf(atMs) : timeCodeOf(atMs);
    const anchor = at < 0.03 ? 'start' : at > 0.96 ? 'end' : 'middle';
    return { atMs, at, text: step < 1000 ? code : code.slice(0, -2), anchor };
  });
}

/** The box in which a waveform is drawn. */
const waveBox = { width: 400, height: 100 };
const middle = waveBox.height / 2;
/** The height of silence. */
const hairline = 0.6;

/**
 * A level's bins from `first` on, as pairs of lowest (−128) and highest (127) sample. Bins hold one sample when samples
 * themselves are drawn.
 */
export type WaveBins<Pairs extends ArrayLike<number> = Int8Array> = {
  readonly samples: number;
  readonly first: number;
  readonly pairs: Pairs;
};

/** Returns how many samples per channel a pixel of a view shows. */
export const samplesPerPxOf = ({ fromMs, toMs }: TimelineView, rateHz: number, widthPx: number) =>
  ((toMs - fromMs) * rateHz) / 1000 / Math.max(1, widthPx);

/** Returns the coarsest level with at least a bin for every two pixels, else the finest. */
export function levelFor(levels: readonly PeaksLevel[], samplesPerPx: number): PeaksLevel | undefined {
  return levels.findLast(({ samples }) => samples <= 2 * samplesPerPx) ?? levels[0];
}

/** Returns the range of bins in a view, with one more on either side. Empty after the end of the sound. */
export function binsIn(
  view: TimelineView,
  rateHz: number,
  { samples, bins }: Pick<PeaksLevel, 'samples' | 'bins'>,
) {
  const binAt = (ms: number) => (ms * rateHz) / 1000 / samples;
  return {
    first: Math.min(bins, Math.max(0, Math.floor(binAt(view.fromMs)) - 1)),
    end: Math.min(bins, Math.ceil(binAt(view.toMs)) + 1),
  };
}

/** Returns the outline of a waveform as an SVG path: along the highest samples, and back along the lowest. */
export function waveOutline(
  view: TimelineView,
  rateHz: number,
  { samples, first, pairs }: WaveBins<ArrayLike<number>>,
): string {
  const [fromAt, toAt] = [0, 1].map((end) => (momentAt(view, end) * rateHz) / 1000) as [number, number];
  const count = pairs.length / 2;
  // A single sample is at its own moment; a bin of several is drawn at its middle.
  const middleOfBin = samples === 1 ? 0 : 0.5;
  const xOf = (bin: number) =>
    ((((first + bin + middleOfBin) * samples - fromAt) / (toAt - fromAt)) * waveBox.width).toFixed(2);
  const points: string[] = [];
  for (let bin = 0; bin < count; bin++) {
    const [low = 0, high = 0] = [pairs[2 * bin], pairs[2 * bin + 1]];
    const centre = middle - ((low / 128 + high / 127) / 2) * middle;
    points[bin] = `${xOf(bin)} ${Math.min(middle - (high / 127) * middle, centre - hairline).toFixed(1)}`;
    points[2 * count - 1 - bin] =
      `${xOf(bin)} ${Math.max(middle - (low / 128) * middle, centre + hairline).toFixed(1)}`;
  }
  return count === 0 ? '' : `M${points.join('L')}z`;
}
