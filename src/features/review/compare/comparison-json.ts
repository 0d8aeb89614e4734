import type { ChangeStrip } from '#src/audio/alignment/sound-comparison.ts';
import { louderOf, matchedDb } from '#src/features/files/comparisons/matched-levels.ts';
import { stateText, biggestChanges, startOffsetOf, type FoundChange } from './comparison-changes.ts';
import type { ComparedFiles } from './find-compared-files.ts';

const tenthOf = (db: number) => Math.round(10 * db) / 10;

/** Returns the passages of the biggest changes, each once, since bands may have changed by different amounts. */
const stretchesIn = (strip: ChangeStrip) =>
  biggestChanges(strip).filter(
    ({ fromMs, toMs }, index, all) =>
      all.findIndex((other) => other.fromMs === fromMs && other.toMs === toMs) === index,
  );

/** Returns the mean change of each band over a passage; null without data. */
const bandsOver = ({ bandsDb, columnMs }: ChangeStrip, { fromMs, toMs }: FoundChange) =>
  bandsDb.map((cells) => {
    const known = cells
      .slice(Math.round(fromMs / columnMs), Math.round(toMs / columnMs))
      .filter((db) => db !== null);
    return known.length === 0 ? null : known.reduce((sum, db) => sum + db, 0) / known.length;
  });

/**
 * Returns a comparison as `{ state, offsetFrames, rateHz, pieces, isInverted, gainDb, turnedDown, changes }`. `a` is
 * the version that comes first in the address; all differences describe the other version relative to it.
 * `offsetFrames` is how much later that one starts, in samples of `rateHz`. `pieces` are the shared passages as `{
 * aFrame, bFrame, frames }`, in the order of the newer version; what lies between was cut or added. `gainDb` lowers the
 * louder version, and is null if unknown. Changes have the times of the newer version, one entry per passage, with
 * bands as in `stripBandsHz`, in dB. If there is no comparison yet, returns only `state` and the `reason` as text.
 */
export function comparisonJson(
  {
    older,
    found,
    isLater,
  }: Pick<ComparedFiles, 'found' | 'isLater'> & {
    readonly older: Pick<ComparedFiles['older'], 'id'>;
  },
  firstId: string | undefined,
) {
  const comparison = found?.comparison;
  if (!comparison) return { state: found?.state ?? 'waiting', reason: stateText(found, isLater) };
  const { strip, louderLu, isInverted, pieces, rateHz } = comparison;
  const isOlderFirst = older.id === firstId;
  const turned = (value: number) => (isOlderFirst ? value : 0 - value);
  const louder = louderOf(louderLu);
  return {
    state: 'compared',
    offsetFrames: turned(startOffsetOf(comparison)),
    rateHz,
    pieces: pieces.map(({ olderAt, newerAt, frames }) => ({
      aFrame: isOlderFirst ? olderAt : newerAt,
      bFrame: isOlderFirst ? newerAt : olderAt,
      frames,
    })),
    isInverted,
    gainDb: louderLu === null ? null : louder === null ? 0 : Math.min(...matchedDb(louderLu)),
    turnedDown: louder === null ? null : (louder === 1) === isOlderFirst ? 'b' : 'a',
    changes: stretchesIn(strip).map((change) => ({
      startMs: Math.round(change.fromMs),
      endMs: Math.round(change.toMs),
      bands: bandsOver(strip, change).map((db) => (db === null ? null : tenthOf(turned(db)))),
    })),
  };
}
