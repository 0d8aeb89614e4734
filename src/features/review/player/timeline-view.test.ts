import { expect, test } from 'vitest';
import { fractionOf, momentAt, viewFrom, zoomedView } from './timeline-view.ts';

const durationMs = 60_000;

test('converts between moments and positions on the timeline', () => {
  const view = { fromMs: 12_000, toMs: 15_000 };
  expect(fractionOf(view, 12_750)).toBe(0.25);
  expect(momentAt(view, fractionOf(view, 13_999))).toBeCloseTo(13_999, 9);
});

test('zooming keeps the moment under the pointer in place', () => {
  let view = { fromMs: 0, toMs: durationMs };
  for (const factor of [2, 1.5, 4, 0.7, 3]) {
    const before = fractionOf(view, 41_234);
    view = zoomedView(view, factor, { aroundMs: 41_234, leastMs: 100, durationMs });
    expect(fractionOf(view, 41_234)).toBeCloseTo(before, 9);
  }
});

test('keeps views inside the recording and within the closest zoom', () => {
  const limits = { aroundMs: 59_900, leastMs: 1000, durationMs };
  const close = zoomedView({ fromMs: 0, toMs: durationMs }, 1e6, limits);
  expect(close.toMs - close.fromMs).toBe(1000);
  expect(zoomedView(close, 1e-6, limits)).toEqual({ fromMs: 0, toMs: durationMs });
  expect(viewFrom(-5, 1000, durationMs)).toEqual({ fromMs: 0, toMs: 1000 });
  expect(viewFrom(durationMs, 1000, durationMs)).toEqual({ fromMs: 59_000, toMs: durationMs });
  expect(viewFrom(10, 1000, 400)).toEqual({ fromMs: 0, toMs: 400 });
});
