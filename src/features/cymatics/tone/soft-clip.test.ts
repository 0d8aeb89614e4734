import { expect, test } from 'vitest';
import { clipCorrection, softClip } from './soft-clip.ts';

test('the soft clip passes everything below 0.9 unchanged', () => {
  for (const sample of [0, 0.1, 0.5, 0.9]) {
    expect(softClip(sample)).toBe(sample);
    expect(softClip(-sample)).toBe(-sample);
  }
});

test('it bends without a corner and never passes 1, however many voices sound', () => {
  const step = 1e-6;
  for (const sample of [0.9, 0.901, 1, 1.2, 7.2]) {
    expect(softClip(sample)).toBeLessThanOrEqual(1);
    expect(softClip(-sample)).toBe(-softClip(sample));
    expect(softClip(sample + step)).toBeGreaterThanOrEqual(softClip(sample));
  }
  const slopeAtKnee = (softClip(461 / 512 + step) - softClip(461 / 512)) / step;
  expect(slopeAtKnee).toBeCloseTo(1, 4);
});

test('its curve adds exactly nothing below 0.9, between its points too', () => {
  const curve = clipCorrection();
  // A shaper maps −1 to 1 over the curve; the signal arrives divided by 8.
  const interpolated = (sample: number) => {
    const place = ((sample / 8 + 1) / 2) * (curve.length - 1);
    const [low = 0, high = 0] = curve.subarray(Math.floor(place));
    return low + (high - low) * (place % 1);
  };
  for (let sample = -0.9; sample <= 0.9; sample += 0.0007) expect(interpolated(sample)).toBe(0);
  for (const sample of [-3.6, -1.2, 0.95, 1.2, 3.6])
    expect(sample + interpolated(sample)).toBeCloseTo(softClip(sample), 4);
});
