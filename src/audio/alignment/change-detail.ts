import type { BandPowers, StripPlan } from './change-strip.ts';
import { detailBandsHz, type ChangeDetail } from './sound-comparison.ts';

const bandCount = detailBandsHz.length;

const shortestColumnMs = 250;
const mostColumns = 6000;

/** A level of 0 dB is stored as 200, of −100 dB as 0 (nothing to compare), in steps of half a decibel. */
const loudest = 200;
const levelStepDb = 0.5;
const levelStepsOf = (power: number) =>
  Math.max(0, Math.min(255, loudest + Math.round((10 * Math.log10(power + 1e-30)) / levelStepDb)));
const changeStepDb = 0.2;
const changeStepsOf = (db: number) => Math.max(-127, Math.min(127, Math.round(db / changeStepDb)));

const bytesPerColumn = 2 * bandCount + 1;
/** Added to both powers, so that what cannot be heard does not differ. */
const floorPower = 1e-11;

/** Response of the K-weighting of ITU-R BS.1770, as a factor of power. */
function weightAt(hz: number): number {
  const pass = (hz / 38.1) ** 2;
  const x = hz / 1682;
  const high = 10 ** (4 / 20);
  const middle = (high ** 0.4997 * x) / 0.7072;
  const shelf = ((1 - high * x * x) ** 2 + middle ** 2) / ((1 - x * x) ** 2 + (x / 0.7072) ** 2);
  return (pass / (1 + pass)) ** 2 * shelf;
}

/** How loud each band is heard, as a factor of power. */
export const detailWeights = detailBandsHz.map(([low, high]) => weightAt(Math.sqrt(low * high)));

/** The powers of the rows of one column and those around it. */
type Rows = { readonly first: number; readonly end: number };

/** How far around a column its sound is compared, in milliseconds. */
const aroundMs = 500;

const sumIn = (rows: Float32Array, band: number, { first, end }: Rows) => {
  let sum = 0;
  for (let row = first; row < end; row += 1) sum += rows[row * bandCount + band] as number;
  return sum;
};

/**
 * Returns how unlike two sounds are, from 0 to 1, apart from their level in each band: the differences between their
 * amplitudes in each row and band, as a share of those amplitudes.
 */
function unlikenessOf(older: Float32Array, newer: Float32Array, rows: Rows): number {
  let [apart, all] = [0, 0];
  for (let band = 0; band < bandCount; band += 1) {
    const weight = detailWeights[band] as number;
    const [of, to] = [sumIn(older, band, rows), sumIn(newer, band, rows)];
    const least = (floorPower * (rows.end - rows.first)) / weight;
    if (of < least || to < least) {
      apart += Math.abs(Math.sqrt(weight * of) - Math.sqrt(weight * to));
      all += Math.sqrt(weight * of) + Math.sqrt(weight * to);
      continue;
    }
    const [ofGain, toGain] = [weight * Math.sqrt(to / of), weight * Math.sqrt(of / to)];
    for (let row = rows.first; row < rows.end; row += 1) {
      const a = Math.sqrt(ofGain * (older[row * bandCount + band] as number));
      const b = Math.sqrt(toGain * (newer[row * bandCount + band] as number));
      apart += Math.abs(a - b);
      all += a + b;
    }
  }
  return all === 0 ? 0 : apart / all;
}

/** Returns the rows of each column, and those around it; columns without rows are empty. */
function rowsOfColumns(middlesMs: readonly number[], columnMs: number, columns: number) {
  const within: Rows[] = [];
  let next = 0;
  for (let column = 0; column < columns; column += 1) {
    const first = next;
    while (next < middlesMs.length && (middlesMs[next] as number) < (column + 1) * columnMs) next += 1;
    within.push({ first, end: next });
  }
  return within;
}

/** Returns the middle one of some values, each counted by its weight. */
function weightedMedian(values: readonly { readonly db: number; readonly weight: number }[]): number {
  const sorted = values.toSorted((a, b) => a.db - b.db);
  let left = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { db, weight } of sorted) {
    left -= weight;
    if (left <= 0) return db;
  }
  return 0;
}

/** A column of the detail. */
export type DetailColumn = {
  /** The power of each band in both versions. */
  readonly older: readonly number[];
  readonly newer: readonly number[];
  /** From 0 to 1. */
  readonly unlikeness: number;
};

/** Null if there is nothing to compare. */
type Column = DetailColumn | null;

/** Lossy codecs leave out what is above a frequency, which is not heard as a change of any place. */
const lowestCutHz = 9000;
const cutDb = 10;
const cutStepHz = 100;

/** Returns the frequency up to which both versions have sound: where a codec cut one of them, or none did. */
function commonEdgeHz(older: Float64Array, newer: Float64Array, rateHz: number): number {
  const hzPerBin = rateHz / 2 / older.length;
  const step = Math.max(1, Math.round(cutStepHz / hzPerBin));
  const sumOf = (spectrum: Float64Array, from: number) =>
    spectrum.subarray(from, from + step).reduce((sum, power) => sum + power, Number.MIN_VALUE);
  let edge = older.length;
  while (
    edge > step &&
    Math.abs(10 * Math.log10(sumOf(newer, edge - step) / sumOf(older, edge - step))) >= cutDb
  )
    edge -= step;
  // Lower, somebody wanted it.
  return edge * hzPerBin < lowestCutHz ? rateHz / 2 : edge * hzPerBin;
}

/** A level that changed by the same amount in this share of the sound changed everywhere. */
const wholeShare = 0.6;
const sameDb = 0.5;
/** Cells this far below the loudest cell of their column do not count. */
const heardDb = 30;

/** Returns how much louder one version is everywhere, in dB; 0 if that differs from place to place. */
function wholeDbOf(columns: readonly Column[]): number {
  const cells = columns.flatMap((column) => {
    if (!column) return [];
    const powers = column.older.map((power, band) => power * (detailWeights[band] as number));
    const least = Math.max(1e-8, Math.max(...powers) * 10 ** (-heardDb / 10));
    return powers.flatMap((power, band) =>
      power < least
        ? []
        : [
            {
              db:
                10 *
                Math.log10(((column.newer[band] as number) + floorPower) / (column.older[band] as number)),
              weight: power ** 0.25,
            },
          ],
    );
  });
  const median = weightedMedian(cells);
  const total = cells.reduce((sum, { weight }) => sum + weight, 0);
  const alike = cells.reduce((sum, { db, weight }) => sum + (Math.abs(db - median) < sameDb ? weight : 0), 0);
  return alike >= wholeShare * total ? Math.round(median * 100) / 100 : 0;
}

/** Returns columns as they are stored. */
export function cellsOf(columns: readonly Column[]): string {
  const bytes = new Uint8Array(columns.length * bytesPerColumn);
  for (const [index, column] of columns.entries()) {
    if (!column) continue;
    const at = index * bytesPerColumn;
    for (let band = 0; band < bandCount; band += 1) {
      const [of, to] = [column.older[band] as number, column.newer[band] as number];
      bytes[at + 2 * band] = levelStepsOf(Math.max(of, to));
      bytes[at + 2 * band + 1] = changeStepsOf(10 * Math.log10((to + floorPower) / (of + floorPower)));
    }
    bytes[at + 2 * bandCount] = 1 + Math.round(254 * column.unlikeness);
  }
  return Buffer.from(bytes).toString('base64');
}

/** Returns both versions by time and narrow bands, from the rows that `createBandMeter` measured. */
export function detailOf(
  { newer: planned, rowFrames, rateHz, lengthMs }: StripPlan,
  { older, newer }: { readonly older: BandPowers; readonly newer: BandPowers },
): ChangeDetail {
  const columnMs = Math.max(shortestColumnMs, Math.ceil(lengthMs / mostColumns));
  const edgeHz = commonEdgeHz(older.spectrum, newer.spectrum, rateHz);
  const beyond = edgeHz < rateHz / 2 ? detailBandsHz.findIndex(([, high]) => high > edgeHz) : -1;
  for (const { rows } of beyond < 0 ? [] : [older, newer])
    for (let at = 0; at < rows.length; at += 1) if (at % bandCount >= beyond) rows[at] = 0;
  const count = Math.max(1, Math.ceil(lengthMs / columnMs));
  const middlesMs = planned.map(({ at }) => (1000 * (at + rowFrames / 2)) / rateHz);
  const reach = Math.max(1, Math.round((aroundMs * rateHz) / (1000 * (rowFrames / 2))));
  const columns = rowsOfColumns(middlesMs, columnMs, count).map((rows): Column => {
    const { first, end } = rows;
    if (end === first) return null;
    const isNear = (row: number) =>
      Math.abs((middlesMs[row] ?? -Infinity) - (middlesMs[first] as number)) < 2 * aroundMs;
    let around = { first, end };
    for (let step = 0; step < reach && isNear(around.first - 1); step += 1)
      around = { ...around, first: around.first - 1 };
    for (let step = 0; step < reach && isNear(around.end); step += 1)
      around = { ...around, end: around.end + 1 };
    const meanOf = (of: BandPowers) =>
      detailBandsHz.map((_, band) => sumIn(of.rows, band, rows) / (end - first));
    return {
      older: meanOf(older),
      newer: meanOf(newer),
      unlikeness: unlikenessOf(older.rows, newer.rows, around),
    };
  });
  return { columnMs, wholeDb: wholeDbOf(columns), cells: cellsOf(columns) };
}

/** Returns functions that read a detail. */
export function readDetail({ columnMs, wholeDb, cells }: ChangeDetail) {
  const bytes = Buffer.from(cells, 'base64');
  const count = Math.floor(bytes.length / bytesPerColumn);
  return {
    columnMs,
    wholeDb,
    /** Returns a column; null if there is nothing to compare in it. */
    columnAt(index: number): DetailColumn | null {
      const at = index * bytesPerColumn;
      const unlike = bytes[at + 2 * bandCount] ?? 0;
      if (index < 0 || index >= count || unlike === 0) return null;
      const of = detailBandsHz.map((_, band) => {
        const power = 10 ** ((((bytes[at + 2 * band] as number) - loudest) * levelStepDb) / 10);
        const db = bytes.readInt8(at + 2 * band + 1) * changeStepDb;
        return { older: power * 10 ** (-Math.max(0, db) / 10), newer: power * 10 ** (Math.min(0, db) / 10) };
      });
      return {
        older: of.map(({ older }) => older),
        newer: of.map(({ newer }) => newer),
        unlikeness: (unlike - 1) / 254,
      };
    },
  };
}

export type DetailReader = ReturnType<typeof readDetail>;
