import { describe, expect, test } from 'vitest';
import { cornerAt, cutEnvelope, lengthOf, noteEnvelope, testEnvelope } from './envelope.ts';

const gainAt = (atS: number, envelope = noteEnvelope) => cornerAt(envelope, atS)?.gain ?? 0;

describe('a note', () => {
  test('rises on a straight line to 0.3 in 20 ms', () => {
    expect([0, 0.005, 0.01, 0.02].map((atS) => gainAt(atS))).toEqual([0, 0.075, 0.15, 0.3]);
  });

  test('decays exponentially for 0.3 s, tails off and is silent at 1 s', () => {
    const ratios = [0.02, 0.12, 0.22].map((atS) => gainAt(atS + 0.1) / gainAt(atS));
    for (const ratio of ratios) expect(ratio).toBeCloseTo(0.2 ** (1 / 3), 9);
    expect(gainAt(0.65) / gainAt(0.32)).toBeCloseTo(Math.sqrt(0.0003 / 0.06), 9);
    expect(gainAt(1)).toBe(0);
    expect(gainAt(1.3)).toBe(0);
    expect(lengthOf(noteEnvelope)).toBe(1);
  });

  test('never rises again', () => {
    const gains = Array.from({ length: 981 }, (_, i) => gainAt(0.02 + i / 1000));
    expect(gains).toEqual(gains.toSorted((a, b) => b - a));
  });
});

test('the test tone decays for 0.8 s', () => {
  expect(gainAt(0.02, testEnvelope)).toBe(0.3);
  expect(gainAt(0.7, testEnvelope)).toBeGreaterThan(0);
  expect(lengthOf(testEnvelope)).toBe(0.8);
});

describe('a note cut short', () => {
  test.each([0.02, 0.05, 0.32, 0.4, 0.9])(
    'at %f s it keeps its curve so far, then goes straight to 0',
    (atS) => {
      const cut = cutEnvelope(noteEnvelope, atS, 0.09);
      for (const part of [0.01, 0.3, 0.9, 1])
        expect(gainAt(atS * part, cut)).toBeCloseTo(gainAt(atS * part), 12);
      expect(gainAt(atS + 0.045, cut)).toBeCloseTo(gainAt(atS) / 2, 12);
      expect(lengthOf(cut)).toBeCloseTo(atS + 0.09, 12);
      expect(gainAt(atS + 0.09, cut)).toBe(0);
    },
  );

  test.each([-0.01, 0, 0.01])('at %f s it completes its attack first, so that a tap is heard', (atS) => {
    const cut = cutEnvelope(noteEnvelope, atS, 0.09);
    expect(gainAt(0.02, cut)).toBe(0.3);
    expect(lengthOf(cut)).toBeCloseTo(0.11, 12);
  });

  test.each([0.92, 0.99, 1, 5])('at %f s it ends by itself as early', (atS) => {
    expect(cutEnvelope(noteEnvelope, atS, 0.09)).toBe(noteEnvelope);
  });

  test('and cut again sooner, it follows the second cut', () => {
    const released = cutEnvelope(noteEnvelope, 0.1, 0.09);
    const silenced = cutEnvelope(released, 0.12, 0.02);
    expect(gainAt(0.12, silenced)).toBeCloseTo(gainAt(0.12, released), 12);
    expect(lengthOf(silenced)).toBeCloseTo(0.14, 12);
    expect(cutEnvelope(silenced, 0.13, 0.09)).toBe(silenced);
  });
});
