import { createRandom } from './random.ts';

export interface SpectrogramOptions {
  readonly rateHz: number;
  readonly width: number;
  readonly height: number;
  readonly lowHz: number;
  readonly highHz: number;
  /** Points this far below the loudest stay empty, in dB. */
  readonly rangeDb: number;
}

/**
 * Returns a stippled spectrogram: one byte per pixel, 1 for a grain, row 0 the highest frequency, logarithmic. The
 * louder a frequency, the likelier a grain (power by Goertzel's algorithm over a Hann window).
 */
export function spectrogramOf(samples: Float32Array, options: SpectrogramOptions): Uint8Array {
  const { rateHz, width, height, lowHz, highHz, rangeDb } = options;
  const window = Math.round(rateHz * 0.16);
  // The transform is calculated on a coarse grid and used for the pixels between; the grains hide the steps.
  const columns = Math.ceil(width / 4);
  const rows = Math.ceil(height / 3);
  const hann = Float32Array.from(
    { length: window },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / window),
  );
  const levels = new Float32Array(columns * rows);
  for (let column = 0; column < columns; column += 1) {
    const start = Math.round((column / columns) * (samples.length - window));
    const frame = samples.subarray(start, start + window).map((value, i) => value * (hann[i] ?? 0));
    for (let row = 0; row < rows; row += 1) {
      const hz = highHz * (lowHz / highHz) ** (row / rows);
      levels[row * columns + column] = powerAt(frame, hz / rateHz);
    }
  }
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
  const random = createRandom(width * height);
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const column = Math.floor((i % width) / 4);
    const row = Math.floor(i / width / 3);
    const db = 10 * Math.log10((levels[row * columns + column] ?? 0) / loudest + 1e-12);
    const density = Math.max(0, 1 + db / rangeDb);
    return random() < density ** 2.4 * 0.85 + 0.0006 ? 1 : 0;
  });
}

/** Returns the power of a frame at a frequency in cycles per sample (Goertzel 1958). */
function powerAt(frame: Float32Array, cycles: number): number {
  const turn = 2 * Math.cos(2 * Math.PI * cycles);
  let last = 0;
  let beforeLast = 0;
  for (const value of frame) {
    const now = value + turn * last - beforeLast;
    beforeLast = last;
    last = now;
  }
  return last ** 2 + beforeLast ** 2 - turn * last * beforeLast;
}
