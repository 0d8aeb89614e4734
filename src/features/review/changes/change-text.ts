import words from '#content/changes.yaml';
import { changedRangesOf, type ChangedRange, type PlaceChange } from '#src/audio/alignment/place-change.ts';
import { levelText } from '#src/features/files/measurements/measurement-text.ts';
import { fill } from '#src/platform/fill.ts';
import { numberText } from '#src/studio/locale.ts';

/** "2.4 dB quieter". */
const gainText = (db: number) =>
  fill(db < 0 ? words.gain.quieter : words.gain.louder, { db: levelText(Math.abs(db)) });

/** "200–800 Hz", "1.1–2.2 kHz". */
function rangeText({ fromHz, toHz }: ChangedRange): string {
  const [from, to] = [fromHz, toHz].map((hz) => numberText(hz >= 1000 ? hz / 1000 : hz));
  const template = toHz < 1000 ? words.range.hz : fromHz < 1000 ? words.range.both : words.range.khz;
  return fill(template, { from: from ?? '', to: to ?? '' });
}

const secondsText = (ms: number) => levelText(ms / 1000);

/** A smaller difference of whole versions cannot be heard. */
const leastWholeDb = 0.3;

type Changed = Exclude<PlaceChange, { readonly verdict: 'unknown' }>;

function textsOfChanged(change: Changed): string[] {
  const { gainDb, wholeDb, cutMs, addedMs, isOther } = change;
  if (gainDb === null && cutMs > 0) return [words.gone];
  const ranges = changedRangesOf(change);
  const levelDb = (gainDb ?? 0) - wholeDb;
  const edits = [
    ...(cutMs > 0 ? [fill(words.cut, { seconds: secondsText(cutMs) })] : []),
    ...(addedMs > 0 ? [fill(words.added, { seconds: secondsText(addedMs) })] : []),
  ];
  if (edits.length > 0) return edits;
  if (isOther) return [words.other];
  if (ranges.length === 0) return [gainText(levelDb)];
  return ranges.map((range) =>
    fill(words.inRange, { change: gainText(range.gainDb), range: rangeText(range) }),
  );
}

/** Returns what changed at a place: "2.4 dB quieter at 200–800 Hz". A null change is not known yet. */
export function changeText(change: PlaceChange | null): string {
  if (change === null) return words.pending;
  if (change.verdict === 'unknown') return words.unknown;
  const isWhole = Math.abs(change.wholeDb) >= leastWholeDb;
  const whole = gainText(change.wholeDb);
  if (change.verdict === 'unchanged')
    return isWhole ? fill(words.onlyWhole, { change: whole }) : words.unchanged;
  return [...textsOfChanged(change), ...(isWhole ? [fill(words.andWhole, { change: whole })] : [])].join(
    ', ',
  );
}

/** Returns a change as data: levels in dB as delivered, and the ranges of frequencies that changed beyond them. */
export function changeJson(change: PlaceChange | null) {
  if (change === null || change.verdict === 'unknown')
    return { verdict: 'unknown' as const, words: changeText(change), gainDb: null, bands: [] };
  const gainDb = change.gainDb === null ? null : Math.round(10 * change.gainDb) / 10;
  return { verdict: change.verdict, words: changeText(change), gainDb, bands: changedRangesOf(change) };
}
