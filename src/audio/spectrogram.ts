import { hannOf, type Kernels } from './kernels/plain-kernels.ts';
import type { Piece } from './pieces.ts';

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
  readonly add: (piece: Pick<Piece, 'pairs' | 'count'>) => void;
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

/** Measures one section of each pair of channels: the level of each row, 0 to 255, from the mean power. */
function createColumnMeter(rateHz: number, size: number, channels: number, kernels: Kernels) {
  const addPowers = kernels.createPairSpectrum(size, hannOf(size));
  const rows = kernels.words(2 * spectrogramRows);
  rows.set(binsOfRows(rateHz, size).flat());
  const [powers, ofRows] = [kernels.doubles(size / 2), kernels.doubles(spectrogramRows)];
  // A sine at full scale in all channels is 0 dB.
  const fullPower = channels * (size / 4) ** 2;

  return (sections: readonly Float64Array[], into: Uint8Array) => {
    powers.fill(0);
    for (const section of sections) addPowers(section, 0.5, powers);
    kernels.largestOfRows(powers, rows, ofRows);
    for (let row = 0; row < spectrogramRows; row++) {
      const power = ofRows[row] as number;
      const level = Math.round(((10 * Math.log10(power / fullPower + 1e-20) - floorDb) * 255) / rangeDb);
      into[row] = Math.max(into[row] as number, Math.min(255, level));
    }
  };
}

/** Collects the level of every frequency over time, over all channels, while a sound is decoded. */
export function createSpectrogramMeter(rateHz: number, channels: number, kernels: Kernels): SpectrogramMeter {
  const size = sizeAt(rateHz);
  const measure = createColumnMeter(rateHz, size, channels, kernels);
  const columns = new Uint8Array((mostColumns + 1) * spectrogramRows);
  // A column covers the time around its position: the first is preceded by silence.
  const sections = Array.from({ length: Math.ceil(channels / 2) }, () => kernels.doubles(2 * size));
  let frames = 0;
  let filled = size / 2;
  let hop = size / 8;
  let perColumn = 1;
  let count = 0;
  let inColumn = 0;
  let skip = 0;

  function endSection(): void {
    measure(sections, columns.subarray(count * spectrogramRows, (count + 1) * spectrogramRows));
    for (const section of sections) section.copyWithin(0, 2 * Math.min(hop, size));
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
  function take(pairs: readonly Float64Array[] | null, total: number): void {
    frames += total;
    for (let frame = 0; frame < total;) {
      const passed = Math.min(skip, total - frame);
      skip -= passed;
      frame += passed;
      const taken = Math.min(size - filled, total - frame);
      for (const [pair, section] of sections.entries()) {
        const both = pairs?.[pair];
        if (both) section.set(both.subarray(2 * frame, 2 * (frame + taken)), 2 * filled);
        else section.fill(0, 2 * filled, 2 * (filled + taken));
      }
      filled += taken;
      frame += taken;
      if (filled === size) endSection();
    }
  }

  return {
    add: ({ pairs, count: added }) => take(pairs, added),
    read(leastFrames = 0) {
      take(null, Math.max(0, leastFrames - frames) + size / 2);
      const all = Math.max(1, inColumn > 0 ? count + 1 : count);
      return { columns: all, levels: rowsOf(columns, all) };
    },
  };
}
