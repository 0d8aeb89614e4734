import { createFft } from './fft.ts';

/** Rows of the picture, from the highest frequency down to the lowest, evenly spaced by pitch. */
export const spectrogramRows = 256;
/** Maximum columns while it grows; then adjacent columns are merged in pairs. */
const mostColumns = 2400;
const lowestHz = 20;
const highestHz = 24_000;
/** The level of black, and the range up to white. */
const floorDb = -100;
const rangeDb = 90;

/** The frequencies at the bottom and the top of a sound's spectrogram. */
export const spectrogramRangeOf = (rateHz: number) => ({
  lowHz: lowestHz,
  highHz: Math.min(highestHz, rateHz / 2),
});

/** Returns the vertical position of a frequency in the picture: 0 at the top, 1 at the bottom. */
export function spectrogramPlaceOf(hz: number, rateHz: number): number {
  const { lowHz, highHz } = spectrogramRangeOf(rateHz);
  return Math.log(highHz / hz) / Math.log(highHz / lowHz);
}

/** About 0.09 s: enough frequency resolution for bass, enough time resolution for speech. */
const sizeAt = (rateHz: number) => 2 ** Math.round(Math.log2(rateHz / 11));

/** The FFT bins of each row. */
function binsOfRows(rateHz: number, size: number): readonly (readonly [from: number, to: number])[] {
  const { lowHz, highHz } = spectrogramRangeOf(rateHz);
  const binAt = (edge: number) => (highHz * (lowHz / highHz) ** (edge / spectrogramRows) * size) / rateHz;
  return Array.from({ length: spectrogramRows }, (_, row) => {
    const from = Math.round(binAt(row + 1));
    return [
      Math.max(1, from),
      Math.max(1, from, Math.min(size / 2 - 1, Math.round(binAt(row)) - 1)),
    ] as const;
  });
}

export type Spectrogram = {
  readonly columns: number;
  /** Row by row, 255 is the loudest. */ readonly levels: Uint8Array;
};

export type SpectrogramMeter = {
  /** Takes interleaved samples in whole frames; full scale is 1. NaN counts as silence. */
  readonly add: (samples: Float32Array) => void;
  /** Returns the picture, padded with silence up to the given number of samples. Do not add samples afterwards. */
  readonly read: (leastFrames?: number) => Spectrogram;
};

/** Merges adjacent columns in pairs, keeping the louder value. */
function joinColumns(columns: Uint8Array, count: number): number {
  const half = Math.ceil(count / 2);
  for (let to = 0; to < half; to++)
    for (let row = 0; row < spectrogramRows; row++) {
      const at = 2 * to * spectrogramRows + row;
      const next = 2 * to + 1 < count ? (columns[at + spectrogramRows] ?? 0) : 0;
      columns[to * spectrogramRows + row] = Math.max(columns[at] ?? 0, next);
    }
  return half;
}

/** Transposes columns into rows. */
function rowsOf(columns: Uint8Array, count: number): Uint8Array {
  const levels = new Uint8Array(count * spectrogramRows);
  for (let column = 0; column < count; column++)
    for (let row = 0; row < spectrogramRows; row++)
      levels[row * count + column] = columns[column * spectrogramRows + row] ?? 0;
  return levels;
}

/** Measures one section of each channel: the level of each row, 0 to 255, from the mean power. */
function createColumnMeter(rateHz: number, size: number, channels: number) {
  const transform = createFft(size);
  const rows = binsOfRows(rateHz, size);
  const hann = Float64Array.from(
    { length: size },
    (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size),
  );
  const [re, im, powers] = [new Float64Array(size), new Float64Array(size), new Float64Array(size / 2)];
  // A sine at full scale in all channels is 0 dB.
  const fullPower = channels * (size / 4) ** 2;

  function fill(part: Float64Array, stretch: Float32Array | undefined): void {
    for (let at = 0; at < size; at++) part[at] = (stretch?.[at] ?? 0) * (hann[at] ?? 0);
  }

  return (stretches: readonly Float32Array[], into: Uint8Array) => {
    powers.fill(0);
    for (let channel = 0; channel < channels; channel += 2) {
      // Two channels share one transform as its real and imaginary parts.
      fill(re, stretches[channel]);
      fill(im, stretches[channel + 1]);
      transform(re, im);
      for (let bin = 1; bin < size / 2; bin++) {
        const mirrored = size - bin;
        const a = re[bin] as number;
        const b = im[bin] as number;
        const c = re[mirrored] as number;
        const d = im[mirrored] as number;
        powers[bin] = (powers[bin] as number) + (a * a + b * b + c * c + d * d) / 2;
      }
    }
    rows.forEach(([from, to], row) => {
      let power = 0;
      for (let bin = from; bin <= to; bin++) power = Math.max(power, powers[bin] ?? 0);
      const level = Math.round(((10 * Math.log10(power / fullPower + 1e-20) - floorDb) * 255) / rangeDb);
      into[row] = Math.max(into[row] ?? 0, Math.min(255, level));
    });
  };
}

/** Collects the level of every frequency over time, over all channels, while a sound is decoded. */
export function createSpectrogramMeter(rateHz: number, channels: number): SpectrogramMeter {
  const size = sizeAt(rateHz);
  const measure = createColumnMeter(rateHz, size, channels);
  const columns = new Uint8Array((mostColumns + 1) * spectrogramRows);
  // A column covers the time around its position: the first is preceded by silence.
  const stretches = Array.from({ length: channels }, () => new Float32Array(size));
  let frames = 0;
  let filled = size / 2;
  let hop = size / 8;
  let perColumn = 1;
  let count = 0;
  let inColumn = 0;
  let skip = 0;

  function endStretch(): void {
    measure(stretches, columns.subarray(count * spectrogramRows, (count + 1) * spectrogramRows));
    for (const stretch of stretches) stretch.copyWithin(0, Math.min(hop, size));
    filled = Math.max(0, size - hop);
    skip = Math.max(0, hop - size);
    inColumn += 1;
    if (inColumn < perColumn) return;
    inColumn = 0;
    count += 1;
    if (count < mostColumns) return;
    count = joinColumns(columns, count);
    columns.fill(0, count * spectrogramRows);
    // First the sections are spaced further apart, up to every second one; then a column covers several.
    if (hop < 2 * size) hop *= 2;
    else perColumn *= 2;
  }

  /** Takes the given number of frames; silence if there are no samples. */
  function take(samples: Float32Array | null, total: number): void {
    frames += total;
    for (let frame = 0; frame < total;) {
      const passed = Math.min(skip, total - frame);
      skip -= passed;
      frame += passed;
      const taken = Math.min(size - filled, total - frame);
      stretches.forEach((stretch, channel) => {
        for (let at = 0; at < taken; at++) {
          const sample = samples?.[(frame + at) * channels + channel] ?? 0;
          stretch[filled + at] = Number.isFinite(sample) ? sample : 0;
        }
      });
      filled += taken;
      frame += taken;
      if (filled === size) endStretch();
    }
  }

  return {
    add: (samples) => take(samples, samples.length / channels),
    read(leastFrames = 0) {
      take(null, Math.max(0, leastFrames - frames) + size / 2);
      const all = Math.max(1, inColumn > 0 ? count + 1 : count);
      return { columns: all, levels: rowsOf(columns, all) };
    },
  };
}
