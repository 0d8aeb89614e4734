import { createFft } from '../fft.ts';
import { detailBandsHz, stripBandsHz, type ChangeStrip, type SharedPiece } from './sound-comparison.ts';

/** A section measured in one transform; its length is `rowFramesOf` samples. */
export type MeteredRow = {
  /** Its number, in the order of the newer version. */
  readonly index: number;
  /** Its first sample. */
  readonly at: number;
  /** The column that contains its middle, and the adjacent column it overlaps, if any. */
  readonly column: number;
  readonly beside: number | null;
};

/** The power of each band of the strip in each column: `[band][column]`. */
export type BandPowers = {
  readonly within: readonly Float64Array[];
  /** The power of rows from adjacent columns that overlap this one. */
  readonly beside: readonly Float64Array[];
  /** The power of each of `detailBandsHz` in each row: `row * bands + band`. */
  readonly rows: Float32Array;
  /** The power at each frequency of the transform, over all rows. */
  readonly spectrum: Float64Array;
};

/** A row lasts about a twelfth of a second at every rate, so that the lowest band has several of its frequencies. */
const rowFramesOf = (rateHz: number) => 2 ** Math.ceil(Math.log2(rateHz / 12));

/**
 * The squares of two half-overlapping windows add up to one (as in Vorbis), so a transient counts the same at any
 * position.
 */
const windowOf = (size: number) =>
  Float64Array.from({ length: size }, (_, at) =>
    Math.sin((Math.PI / 2) * Math.sin((Math.PI * (at + 0.5)) / size) ** 2),
  );

type Metered = {
  readonly rateHz: number;
  readonly channels: number;
  /** In the order of their first samples. */
  readonly rows: readonly MeteredRow[];
  readonly columns: number;
};

/** Measures rows of interleaved samples and adds the power of each band to their columns. */
function createRowMeasure({ rateHz, channels, columns, rows }: Metered) {
  const size = rowFramesOf(rateHz);
  const transform = createFft(size);
  const window = windowOf(size);
  const edgesOf = (bands: readonly (readonly [number, number])[]) =>
    bands.map((band) => band.map((hz) => Math.min(size / 2, Math.round((hz * size) / rateHz))));
  const edges = edgesOf(stripBandsHz);
  const detailEdges = edgesOf(detailBandsHz);
  // Mono is played by two loudspeakers.
  const scale = (channels === 1 ? 2 : 1) / size ** 2;
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  const binPowers = new Float64Array(size / 2);
  const empty = () => stripBandsHz.map(() => new Float64Array(columns));
  const powers: BandPowers = {
    within: empty(),
    beside: empty(),
    rows: new Float32Array(rows.length * detailBandsHz.length),
    spectrum: new Float64Array(size / 2),
  };

  function count(band: number, power: number, { column, beside }: MeteredRow): void {
    const [within, across] = [powers.within[band], powers.beside[band]];
    if (within) within[column] = (within[column] ?? 0) + power;
    if (across && beside !== null) across[beside] = (across[beside] ?? 0) + power;
  }

  function powerIn([low = 0, high = 0]: readonly number[]): number {
    let power = 0;
    for (let bin = low; bin < high; bin += 1) power += binPowers[bin] as number;
    return power;
  }

  // Two channels go through one complex transform: |Z(k)|² + |Z(−k)|² is twice the power of both.
  function measurePair(samples: Float32Array, channel: number, row: MeteredRow): void {
    const isPair = channel + 1 < channels;
    for (let at = 0; at < size; at += 1) {
      const weight = window[at] as number;
      re[at] = (samples[at * channels + channel] as number) * weight;
      im[at] = isPair ? (samples[at * channels + channel + 1] as number) * weight : 0;
    }
    transform(re, im);
    for (let bin = 1; bin < size / 2; bin += 1) {
      const mirror = size - bin;
      const power = (re[bin] as number) ** 2 + (im[bin] as number) ** 2;
      const both = scale * (power + (re[mirror] as number) ** 2 + (im[mirror] as number) ** 2);
      binPowers[bin] = both;
      powers.spectrum[bin] = (powers.spectrum[bin] as number) + both;
    }
    for (const [band, range] of edges.entries()) count(band, powerIn(range), row);
    const first = row.index * detailBandsHz.length;
    for (const [band, range] of detailEdges.entries())
      powers.rows[first + band] = (powers.rows[first + band] ?? 0) + powerIn(range);
  }

  return {
    powers,
    measure: (samples: Float32Array, row: MeteredRow): void => {
      for (let channel = 0; channel < channels; channel += 2) measurePair(samples, channel, row);
    },
  };
}

/**
 * Measures the power of each band in the given rows, summed over all channels. Takes interleaved samples in whole
 * frames.
 */
export function createBandMeter(measured: Metered) {
  const { rateHz, channels, rows } = measured;
  const size = rowFramesOf(rateHz);
  const { measure, powers } = createRowMeasure(measured);
  const held = new Float32Array(size * channels);
  let [heldAt, filled, next] = [0, 0, 0];

  /** Drops the frames before a sample; returns how many of the incoming frames also precede it. */
  function moveTo(at: number, coming: number): number {
    const dropped = Math.min(filled, at - heldAt);
    held.copyWithin(0, dropped * channels, filled * channels);
    filled -= dropped;
    const skipped = Math.min(coming, at - heldAt - dropped);
    heldAt += dropped + skipped;
    return skipped;
  }

  function add(samples: Float32Array): void {
    const frames = samples.length / channels;
    let at = 0;
    for (let row = rows[next]; row; row = rows[next]) {
      at += moveTo(row.at, frames - at);
      const taken = Math.min(size - filled, frames - at);
      held.set(samples.subarray(at * channels, (at + taken) * channels), filled * channels);
      filled += taken;
      at += taken;
      if (filled < size) return;
      measure(held, row);
      next += 1;
    }
  }

  return {
    add,
    /** Call once, at the end: a resampled sound may end a few samples before its last row does. */
    read: (): BandPowers => {
      add(new Float32Array(size * channels));
      return powers;
    },
  };
}

const mostColumns = 200;
const shortestColumnMs = 500;
/** Differences below −96 dB cannot be heard. */
const floorPower = 10 ** -9.6;
/** Energy 30 dB below the adjacent column may be the edge of that column's sound; its exact position decides. */
const besideShare = 10 ** -3;
const mostDb = 24;
/** Borders between pieces are accurate to 0.05 s. */
const unsureS = 0.05;

/** The measured rows of both versions: the same rows of their shared audio, each at its position in that version. */
export type StripPlan = {
  readonly rateHz: number;
  /** The length of a row, in samples. */
  readonly rowFrames: number;
  /** The length of the newer version. */
  readonly lengthMs: number;
  readonly columnMs: number;
  /** The number of rows per column. */
  readonly rowCounts: readonly number[];
  readonly older: readonly MeteredRow[];
  readonly newer: readonly MeteredRow[];
};

/** Returns where the rows of a piece begin, relative to its start. */
function rowStartsIn(pieces: readonly SharedPiece[], index: number, rateHz: number): number[] {
  const size = rowFramesOf(rateHz);
  const unsure = Math.round(unsureS * rateHz);
  const first = index === 0 ? 0 : unsure;
  const length = (pieces[index]?.frames ?? 0) - (index === pieces.length - 1 ? 0 : unsure);
  const count = Math.max(0, Math.floor((2 * (length - first)) / size) - 1);
  return Array.from({ length: count }, (_, row) => first + (row * size) / 2);
}

/** Plans the rows. Pieces are in samples of one rate, in the order of the newer version. */
export function planStrip(pieces: readonly SharedPiece[], newerFrames: number, rateHz: number): StripPlan {
  const size = rowFramesOf(rateHz);
  const lengthMs = (1000 * newerFrames) / rateHz;
  const columnMs = Math.max(shortestColumnMs, Math.ceil(lengthMs / mostColumns));
  const rowCounts = Array.from({ length: Math.max(1, Math.ceil(lengthMs / columnMs)) }, () => 0);
  const columnAt = (at: number) =>
    Math.min(rowCounts.length - 1, Math.floor((1000 * at) / (rateHz * columnMs)));
  const [older, newer]: [MeteredRow[], MeteredRow[]] = [[], []];
  for (const [place, { olderAt, newerAt }] of pieces.entries()) {
    for (const start of rowStartsIn(pieces, place, rateHz)) {
      const at = newerAt + start;
      const column = columnAt(at + size / 2);
      const beside = [columnAt(at), columnAt(at + size)].find((other) => other !== column) ?? null;
      rowCounts[column] = (rowCounts[column] ?? 0) + 1;
      const index = newer.length;
      older.push({ index, at: olderAt + start, column, beside });
      newer.push({ index, at, column, beside });
    }
  }
  const plan = { rateHz, rowFrames: size, lengthMs, columnMs, rowCounts };
  return { ...plan, older: older.toSorted((a, b) => a.at - b.at), newer };
}

const roundedDb = (db: number) => Math.round(Math.max(-mostDb, Math.min(mostDb, db)) * 10) / 10;

type Measured = { readonly older: BandPowers; readonly newer: BandPowers; readonly louderLu: number | null };

/**
 * Computes how much louder the newer version is in each band and column of time, in dB, once both are equally loud
 * overall.
 */
export function changeStripOf({ columnMs, rowCounts }: StripPlan, measured: Measured): ChangeStrip {
  const { older, newer, louderLu } = measured;
  const matched = 10 ** ((louderLu ?? 0) / 10);
  const bandsDb = newer.within.map((_, band) =>
    rowCounts.map((rows, column) => {
      if (rows === 0) return null;
      const powerIn = (of: BandPowers['within']) => of[band]?.[column] ?? 0;
      const beside = (powerIn(older.beside) + powerIn(newer.beside) / matched) / 2;
      const floor = floorPower * rows + besideShare * beside;
      return roundedDb(
        10 * Math.log10((powerIn(newer.within) / matched + floor) / (powerIn(older.within) + floor)),
      );
    }),
  );
  return { columnMs, bandsDb };
}
