import type { BandGrid } from './band-grid.ts';
import { stripBandsHz, type ChangeStrip, type SharedPiece } from './sound-comparison.ts';

const mostColumns = 200;
const shortestColumnMs = 500;
/** Differences below −96 dB cannot be heard. */
const floorPower = 10 ** -9.6;
const mostDb = 24;

type Aligned = {
  readonly older: BandGrid;
  readonly newer: BandGrid;
  readonly pieces: readonly SharedPiece[];
  readonly rateHz: number;
  readonly newerFrames: number;
  readonly louderLu: number | null;
};

const roundedDb = (db: number) => Math.round(Math.max(-mostDb, Math.min(mostDb, db)) * 10) / 10;

/** Powers of every column, of both; 0 where they share nothing. */
function columnPowers({ older, newer, pieces, rateHz }: Aligned, columnS: number, count: number) {
  const powers = stripBandsHz.map(() =>
    Array.from({ length: count }, () => ({ older: 0, newer: 0, rows: 0 })),
  );
  for (const [index, row] of newer.rows.entries()) {
    const middleS = (index + 1) * newer.rowS;
    const at = middleS * rateHz;
    const piece = pieces.find(({ newerAt, frames }) => at >= newerAt && at < newerAt + frames);
    if (!piece) continue;
    const olderS = (at - piece.newerAt + piece.olderAt) / rateHz;
    const other = older.rows[Math.round(olderS / older.rowS) - 1];
    const column = Math.min(count - 1, Math.floor(middleS / columnS));
    if (!other) continue;
    for (const [band, cells] of powers.entries()) {
      const cell = cells[column];
      if (!cell) continue;
      cell.older += other[band] ?? 0;
      cell.newer += row[band] ?? 0;
      cell.rows += 1;
    }
  }
  return powers;
}

/** Computes how much louder the newer version is in each band and column of time, in dB, once both are equally loud overall. */
export function changeStripOf(aligned: Aligned): ChangeStrip {
  const { newerFrames, rateHz, louderLu } = aligned;
  const lengthMs = (1000 * newerFrames) / rateHz;
  const columnMs = Math.max(shortestColumnMs, Math.ceil(lengthMs / mostColumns));
  const count = Math.max(1, Math.ceil(lengthMs / columnMs));
  const matched = 10 ** ((louderLu ?? 0) / 10);
  const bandsDb = columnPowers(aligned, columnMs / 1000, count).map((cells) =>
    cells.map(({ older, newer, rows }) => {
      if (rows === 0) return null;
      const floor = floorPower * rows;
      return roundedDb(10 * Math.log10((newer / matched + floor) / (older + floor)));
    }),
  );
  return { columnMs, bandsDb };
}
