import { describe, expect, test } from 'vitest';
import { createPitchTracker, type PitchFrame } from './pitch.ts';
import { atLevel, hum, whiteNoise } from './voices.fixture.ts';

/** Returns the frames of these samples, without those that include earlier sound. */
function framesOf(samples: Float32Array, rateHz: number): PitchFrame[] {
  const frames: PitchFrame[] = [];
  const tracker = createPitchTracker(rateHz, (frame) => frames.push(frame));
  tracker.push(samples);
  return frames.slice(8);
}

const sine = (hz: number, rateHz: number) =>
  Float32Array.from({ length: rateHz / 2 }, (_, i) => 0.1 * Math.sin((2 * Math.PI * hz * i) / rateHz));

describe('the pitch of a tone', () => {
  test.each([8_000, 22_050, 44_100, 48_000, 96_000])(
    'is within 5 cents at %i Hz, 65 Hz to 2.5 kHz',
    (rateHz) => {
      for (const hz of [65.4, 82.4, 110, 220, 440, 880, 1318.5, 2093, 2500])
        for (const frame of framesOf(sine(hz, rateHz), rateHz))
          expect(Math.abs(1200 * Math.log2(frame.hz / hz))).toBeLessThan(5);
    },
  );

  test('arrives every 10 ms, whatever the size of the blocks', () => {
    const samples = hum({ hz: 196, seconds: 1, rateHz: 48_000, seed: 1 });
    const whole = framesOf(samples, 48_000);
    const frames: PitchFrame[] = [];
    const tracker = createPitchTracker(48_000, (frame) => frames.push(frame));
    for (let i = 0; i < samples.length; i += 77) tracker.push(samples.subarray(i, i + 77));
    expect(frames).toHaveLength(100);
    expect(frames.slice(8)).toEqual(whole);
  });

  test('has its level in dB below full scale', () => {
    for (const { levelDb } of framesOf(atLevel(sine(440, 48_000), -30), 48_000))
      expect(levelDb).toBeCloseTo(-30, 0);
  });

  test('is clear without noise, less clear in noise, and missing in noise alone', () => {
    const tone = sine(330, 48_000);
    const noise = whiteNoise(tone.length, 1);
    const clarityOf = (samples: Float32Array) => framesOf(samples, 48_000).map(({ clarity }) => clarity);
    expect(Math.min(...clarityOf(tone))).toBeGreaterThan(0.99);
    expect(Math.max(...clarityOf(tone.map((sample, i) => sample + 0.05 * (noise[i] ?? 0))))).toBeLessThan(
      0.99,
    );
    expect(Math.max(...clarityOf(noise))).toBeLessThan(0.5);
  });

  test('is missing in silence', () => {
    for (const frame of framesOf(new Float32Array(24_000), 48_000))
      expect(frame).toMatchObject({ hz: 0, clarity: 0, levelDb: -120 });
  });
});
