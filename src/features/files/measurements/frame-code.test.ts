import { expect, test } from 'vitest';
import {
  dropFrameCodeOf,
  frameAt,
  frameCodeOf,
  frameOfHour,
  isDropRate,
  momentOfFrame,
} from './frame-code.ts';

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
  'seeks to the frame that is shown, also from milliseconds, at %d frames per second',
  (rate) => {
    for (const frame of [0, 1, 2, 999, 86_400, 431_999]) {
      const ms = momentOfFrame(frame, rate);
      expect(frameAt(ms / 1000, rate)).toBe(frame);
      expect(frameAt(Math.round(ms) / 1000, rate)).toBe(frame);
      expect(frameAt(frame / rate, rate)).toBe(frame);
    }
  },
);

test.each([
  [0, 30_000 / 1001, '00:00:00;00'],
  [1799, 30_000 / 1001, '00:00:59;29'],
  [1800, 30_000 / 1001, '00:01:00;02'],
  [3597, 30_000 / 1001, '00:01:59;29'],
  [3598, 30_000 / 1001, '00:02:00;02'],
  [17_981, 30_000 / 1001, '00:09:59;29'],
  [17_982, 30_000 / 1001, '00:10:00;00'],
  [107_892, 30_000 / 1001, '01:00:00;00'],
  [3600, 60_000 / 1001, '00:01:00;04'],
  [215_784, 60_000 / 1001, '01:00:00;00'],
])('frame %d at %d frames a second is %s where numbers are dropped', (frame, rate, code) => {
  expect(dropFrameCodeOf(frame, rate)).toBe(code);
});

test('uses every number once, except the dropped ones', () => {
  const codes = Array.from({ length: 3 * 17_982 }, (_, frame) => dropFrameCodeOf(frame, 30_000 / 1001));
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter((code) => /[1-9]:00;0[01]$/.test(code))).toEqual([]);
});

test('drops numbers only at 29.97 and 59.94 frames per second', () => {
  for (const rate of [30_000 / 1001, 29.97, 60_000 / 1001, 59.94]) expect(isDropRate(rate)).toBe(true);
  for (const rate of [24_000 / 1001, 24, 25, 30, 50, 60, 0.1]) expect(isDropRate(rate)).toBe(false);
  expect([24, 25, 30_000 / 1001].map(frameOfHour)).toEqual([86_400, 90_000, 107_892]);
});
