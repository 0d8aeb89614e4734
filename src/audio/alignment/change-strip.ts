import { rowFramesOf, type BandPowers, type MeteredRow } from './band-meter.ts';
import type { ChangeStrip, SharedPiece } from './sound-comparison.ts';

const mostColumns = 200;
const shortestColumnMs = 500;
/** Differences below −96 dB cannot be heard. */
const floorPower = 10 ** -9.6;
/** 30 dB below what sounds just beside a column, it may be the first or last instant of that, which the exact place decides. */
const besideShare = 10 ** -3;
const mostDb = 24;
/** Where one piece ends and another begins is found to a twentieth of a second. */
const unsureS = 0.05;

/** What is measured of both: the same rows of what they share, each where it lies in that version. */
export type StripPlan = {
  readonly columnMs: number;
  /** How many rows each column has. */
  readonly rowCounts: readonly number[];
  readonly older: readonly MeteredRow[];
  readonly newer: readonly MeteredRow[];
};

/** Where the rows of a piece begin, after its own beginning. */
function rowStartsIn(pieces: readonly SharedPiece[], index: number, rateHz: number): number[] {
  const size = rowFramesOf(rateHz);
  const unsure = Math.round(unsureS * rateHz);
  const first = index === 0 ? 0 : unsure;
  const length = (pieces[index]?.frames ?? 0) - (index === pieces.length - 1 ? 0 : unsure);
  const count = Math.max(0, Math.floor((2 * (length - first)) / size) - 1);
  return Array.from({ length: count }, (_, row) => first + (row * size) / 2);
}

/** Plans the rows. The pieces are in samples of one rate, in the order of the newer version. */
export function planStrip(pieces: readonly SharedPiece[], newerFrames: number, rateHz: number): StripPlan {
  const size = rowFramesOf(rateHz);
  const lengthMs = (1000 * newerFrames) / rateHz;
  const columnMs = Math.max(shortestColumnMs, Math.ceil(lengthMs / mostColumns));
  const rowCounts = Array.from({ length: Math.max(1, Math.ceil(lengthMs / columnMs)) }, () => 0);
  const columnAt = (at: number) =>
    Math.min(rowCounts.length - 1, Math.floor((1000 * at) / (rateHz * columnMs)));
  const [older, newer]: [MeteredRow[], MeteredRow[]] = [[], []];
  for (const [index, { olderAt, newerAt }] of pieces.entries()) {
    for (const start of rowStartsIn(pieces, index, rateHz)) {
      const at = newerAt + start;
      const column = columnAt(at + size / 2);
      const beside = [columnAt(at), columnAt(at + size)].find((other) => other !== column) ?? null;
      rowCounts[column] = (rowCounts[column] ?? 0) + 1;
      older.push({ at: olderAt + start, column, beside });
      newer.push({ at, column, beside });
    }
  }
  return { columnMs, rowCounts, older: older.toSorted((a, b) => a.at - b.at), newer };
}

const roundedDb = (db: number) => Math.round(Math.max(-mostDb, Math.min(mostDb, db)) * 10) / 10;

type Measured = { readonly older: BandPowers; readonly newer: BandPowers; readonly louderLu: number | null };

/** Computes how much louder the newer version is in each band and column of time, in dB, once both are equally loud overall. */
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
