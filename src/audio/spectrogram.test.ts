import { describe, expect, test } from 'vitest';
import { heardBy } from './pieces.fixture.ts';
import { createSpectrogramMeter, spectrogramPlaceOf, spectrogramRows } from './spectrogram.ts';

const usualHz = 48_000;

const meterOf = (samples: Float32Array, channels = 1, rateHz = usualHz) =>
  heardBy((kernels) => createSpectrogramMeter(rateHz, channels, kernels), samples, { channels, rateHz }, 960);

function spectrogramOf(
  lengthS: number,
  sampleAt: (s: number, channel: number) => number,
  channels = 1,
  rateHz = usualHz,
) {
  const samples = Float32Array.from({ length: lengthS * rateHz * channels }, (_, at) =>
    sampleAt(Math.floor(at / channels) / rateHz, at % channels),
  );
  return meterOf(samples, channels, rateHz).read();
}

const tone = (hz: number) => (s: number) => 0.5 * Math.sin(2 * Math.PI * hz * s);

/** The loudest row in the middle of a picture. */
function loudestRow({ columns, levels }: { columns: number; levels: Uint8Array }, at = 0.5): number {
  const column = Math.floor(columns * at);
  const rows = Array.from({ length: spectrogramRows }, (_, row) => levels[row * columns + column] ?? 0);
  return rows.indexOf(Math.max(...rows));
}

describe('a spectrogram', () => {
  test.each([110, 1000, 5000, 15_000])('shows a tone of %i Hz in its row', (hz) => {
    const row = spectrogramPlaceOf(hz, usualHz) * spectrogramRows;
    // Below 200 Hz a bin of the transform is wider than a row.
    expect(Math.abs(loudestRow(spectrogramOf(2, tone(hz))) - row)).toBeLessThan(hz < 200 ? 12 : 2.5);
  });

  test('shows when a tone changes, for any length', () => {
    // Long sounds use a low rate: a column covers the same time.
    for (const [lengthS, rateHz] of [
      [1, usualHz],
      [30, 8000],
      [200, 8000],
    ] as const) {
      const found = spectrogramOf(lengthS, (s) => tone(s < lengthS / 2 ? 300 : 3000)(s), 1, rateHz);
      const [low, high] = [300, 3000].map((hz) => spectrogramPlaceOf(hz, rateHz) * spectrogramRows);
      expect(Math.abs(loudestRow(found, 0.45) - (low ?? 0))).toBeLessThan(6);
      expect(Math.abs(loudestRow(found, 0.55) - (high ?? 0))).toBeLessThan(2.5);
      expect(found.columns).toBeLessThanOrEqual(2400);
      if (lengthS > 1) expect(found.columns).toBeGreaterThan(1200);
    }
  });

  test('is black for silence and empty sounds, and includes every channel of 5.1', () => {
    expect(Math.max(...spectrogramOf(1, () => 0).levels)).toBe(0);
    expect(spectrogramOf(0, () => 0)).toEqual({ columns: 1, levels: new Uint8Array(spectrogramRows) });
    expect(loudestRow(spectrogramOf(1, tone(1000), 6))).toBe(loudestRow(spectrogramOf(1, tone(1000))));
  });

  test('shows inverted channels like identical ones', () => {
    const same = Buffer.from(spectrogramOf(1, tone(1000), 2).levels);
    const inverted = spectrogramOf(1, (s, channel) => (channel === 0 ? 1 : -1) * tone(1000)(s), 2);
    expect(same.equals(inverted.levels)).toBe(true);
    expect(same.equals(spectrogramOf(1, tone(1000)).levels)).toBe(true);
    expect(Math.max(...same)).toBeGreaterThan(250);
  });

  test('is padded with black beyond the end of its sound', () => {
    const meter = meterOf(Float32Array.from({ length: usualHz }, (_, at) => tone(1000)(at / usualHz)));
    const { columns, levels } = meter.read(2 * usualHz);
    expect(columns).toBe(spectrogramOf(2, tone(1000)).columns);
    const row = Math.round(spectrogramPlaceOf(1000, usualHz) * spectrogramRows);
    const levelAt = (place: number) => levels[row * columns + Math.floor(place * columns)] ?? 0;
    expect([levelAt(0.45) > 200, levelAt(0.55)]).toEqual([true, 0]);
  });
});
