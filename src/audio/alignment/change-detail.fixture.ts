import { cellsOf } from './change-detail.ts';
import { detailBandsHz, type ChangeDetail } from './sound-comparison.ts';

const columnMs = 250;

/**
 * Returns the detail of two versions that last `lengthMs` of the newer one, whose bands from `fromHz` to `toHz` are
 * `db` louder in the newer version from `fromMs` to `toMs` of that one.
 */
export function plantedDetail(
  lengthMs: number,
  change: { fromMs: number; toMs: number; fromHz: number; toHz: number; db: number },
  wholeDb = 0,
): ChangeDetail {
  const columns = Array.from({ length: Math.ceil(lengthMs / columnMs) }, (_, index) => {
    const middleMs = (index + 0.5) * columnMs;
    const isIn = middleMs > change.fromMs && middleMs < change.toMs;
    return {
      older: detailBandsHz.map(() => 1e-3),
      newer: detailBandsHz.map(([low, high]) => {
        const isChanged = isIn && low >= change.fromHz && high <= change.toHz;
        return 1e-3 * 10 ** ((wholeDb + (isChanged ? change.db : 0)) / 10);
      }),
      unlikeness: 0,
    };
  });
  return { columnMs, wholeDb, cells: cellsOf(columns) };
}
