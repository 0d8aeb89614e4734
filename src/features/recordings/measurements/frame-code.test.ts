import { expect, test } from 'vitest';
import { frameAt, frameCodeOf, momentOfFrame } from './frame-code.ts';

test.each([
  [0, 25, '00:00:00:00'],
  [24, 25, '00:00:00:24'],
  [25, 25, '00:00:01:00'],
  [90_000, 25, '01:00:00:00'],
  [1799, 30_000 / 1001, '00:00:59:29'],
  [24, 24_000 / 1001, '00:00:01:00'],
])('frame %d at %d frames a second is %s', (frame, rate, code) => {
  expect(frameCodeOf(frame, rate)).toBe(code);
});

test.each([24_000 / 1001, 25, 30_000 / 1001, 50, 60_000 / 1001, 120])(
  'a frame that is sought is the one that is shown, also from a moment in milliseconds, at %d frames a second',
  (rate) => {
    for (const frame of [0, 1, 2, 999, 86_400, 431_999]) {
      const ms = momentOfFrame(frame, rate);
      expect(frameAt(ms / 1000, rate)).toBe(frame);
      expect(frameAt(Math.round(ms) / 1000, rate)).toBe(frame);
      expect(frameAt(frame / rate, rate)).toBe(frame);
    }
  },
);
