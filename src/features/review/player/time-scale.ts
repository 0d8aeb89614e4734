import { exactCodeOf, timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import { hourMs } from '#src/platform/durations.ts';
import { fractionOf, type TimelineView } from './timeline-view.ts';

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

export type ScaleMark = {
  readonly atMs: number;
  /** The place in the view, 0 to 1. */
  readonly at: number;
  readonly text: string;
  /** Which side of its text stands there, so that none leaves the timeline. */
  readonly anchor: 'start' | 'middle' | 'end';
};

/** The labelled moments of a view, seven at most. */
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
