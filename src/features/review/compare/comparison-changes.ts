import type { ChangeStrip, SoundComparison } from '#src/audio/alignment/sound-comparison.ts';
import words from '#content/compare.yaml';
import type { FoundComparison } from '#src/features/files/comparisons/sound-comparisons.ts';
import { timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import { numberText } from '#src/studio/locale.ts';
import { fill, wordsFor } from '#src/platform/fill.ts';

const { offset, state, reasons } = words;

const spanOf = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) => ({
  from: timeCodeOf(fromMs),
  to: timeCodeOf(toMs),
});

/** Describes how the two versions are aligned: offset and inverted polarity. */
export function offsetTexts(comparison: SoundComparison): string[] {
  const later = startOffsetOf(comparison);
  const values = {
    ms: numberText(Math.abs((1000 * later) / comparison.rateHz)),
    samples: numberText(Math.abs(later)),
  };
  return [
    later === 0 ? offset.none : fill(later > 0 ? offset.later : offset.earlier, values),
    ...(comparison.isInverted ? [offset.inverted] : []),
  ];
}

/** Describes what was cut or added, each with its moment on the time axis of the newer version. */
export function editTexts(comparison: SoundComparison): { text: string; atMs: number }[] {
  const { cut, added } = editsOf(comparison);
  const { pieces, rateHz } = comparison;
  const msOf = (frames: number) => Math.round((1000 * frames) / rateHz);
  // What was cut is heard where the piece before it ends.
  const newerAt = (olderMs: number) => {
    const before = pieces.findLast(({ olderAt, frames }) => msOf(olderAt + frames) <= Math.ceil(olderMs));
    return before ? msOf(before.newerAt + before.frames) : 0;
  };
  return [
    ...cut.map((span) => ({ text: fill(offset.cut, spanOf(span)), atMs: newerAt(span.fromMs) })),
    ...added.map((span) => ({ text: fill(offset.added, spanOf(span)), atMs: Math.round(span.fromMs) })),
  ];
}

/** Returns why there is no comparison yet, or at all. `isLater` if other comparisons of the project come first. */
export function stateText(found: FoundComparison | null, isLater: boolean): string {
  if (!found) return isLater ? state.later : state.unmeasuredYet;
  if (found.state === 'comparing') return fill(state.comparing, { percent: String(found.percent) });
  if (found.state === 'uncompared') return wordsFor(reasons, found.reason ?? 'failed', words.otherReason);
  return state.waiting;
}

/** A passage in which some neighbouring bands changed alike. */
export type FoundChange = {
  readonly fromMs: number;
  readonly toMs: number;
  /** Indexes of the bands. */
  readonly bands: readonly number[];
  readonly db: number;
};

const leastDb = 1.5;
const mostChanges = 6;

/** Returns the passages of a band that changed in one direction by at least `leastDb`. */
function stretchesOf(cells: readonly (number | null)[], band: number, columnMs: number): FoundChange[] {
  const found: { first: number; values: number[] }[] = [];
  for (const [column, db] of cells.entries()) {
    if (db === null || Math.abs(db) < leastDb) continue;
    const last = found.at(-1);
    const goesOn =
      last && last.first + last.values.length === column && Math.sign(last.values[0] ?? 0) === Math.sign(db);
    if (goesOn) last.values.push(db);
    else found.push({ first: column, values: [db] });
  }
  return found.map(({ first, values }) => ({
    fromMs: first * columnMs,
    toMs: (first + values.length) * columnMs,
    bands: [band],
    db: values.reduce((sum, value) => sum + value, 0) / values.length,
  }));
}

const weightOf = ({ fromMs, toMs, db }: FoundChange) => Math.abs(db) * Math.sqrt(toMs - fromMs);

const isSame = (a: FoundChange, b: FoundChange, columnMs: number) =>
  (a.bands.at(-1) ?? 0) + 1 === b.bands[0] &&
  Math.abs(a.db - b.db) < leastDb &&
  Math.abs(a.fromMs - b.fromMs) <= columnMs &&
  Math.abs(a.toMs - b.toMs) <= columnMs;

/** Returns the biggest changes of a strip in the order of their times. */
export function biggestChanges({ bandsDb, columnMs }: ChangeStrip): FoundChange[] {
  const joined: FoundChange[] = [];
  for (const change of bandsDb.flatMap((cells, band) => stretchesOf(cells, band, columnMs))) {
    const index = joined.findIndex((other) => isSame(other, change, columnMs));
    const other = joined[index];
    if (other) joined[index] = { ...other, bands: [...other.bands, ...change.bands] };
    else joined.push(change);
  }
  return joined
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .slice(0, mostChanges)
    .toSorted((a, b) => a.fromMs - b.fromMs);
}

/** Shorter gaps are ignored: edit points are found to a twentieth of a second. */
const leastGapS = 0.1;
/** A shorter gap at the start counts as an offset only (`startOffsetOf`). */
const leastHeadS = 1;

type Gap = { readonly fromMs: number; readonly toMs: number };

/** Returns the gaps between these pieces, from the start to the end of a version. */
function gapsIn(
  pieces: readonly { readonly at: number; readonly frames: number }[],
  length: number,
  rateHz: number,
): Gap[] {
  const inOrder = pieces.toSorted((a, b) => a.at - b.at);
  const msOf = (frames: number) => (1000 * frames) / rateHz;
  return [...inOrder, { at: length, frames: 0 }].flatMap(({ at: to }, index) => {
    const before = inOrder[index - 1];
    const from = before ? before.at + before.frames : 0;
    const leastS = before ? leastGapS : leastHeadS;
    return to - from >= leastS * rateHz ? [{ fromMs: msOf(from), toMs: msOf(to) }] : [];
  });
}

/** Returns what is in one version only, with its times in that version. */
export const editsOf = ({ pieces, rateHz, olderFrames, newerFrames }: SoundComparison) => ({
  cut: gapsIn(
    pieces.map(({ olderAt, frames }) => ({ at: olderAt, frames })),
    olderFrames,
    rateHz,
  ),
  added: gapsIn(
    pieces.map(({ newerAt, frames }) => ({ at: newerAt, frames })),
    newerFrames,
    rateHz,
  ),
});

/** Returns how much later the newer version starts, in samples of its rate. `editsOf` covers later shifts. */
export function startOffsetOf({ pieces }: SoundComparison): number {
  const [first] = pieces.toSorted((a, b) => a.newerAt - b.newerAt);
  return first ? first.newerAt - first.olderAt : 0;
}
