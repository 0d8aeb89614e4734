import { detailWeights, type DetailColumn, type DetailReader } from './change-detail.ts';
import { detailBandsHz, type SharedPiece, type SoundComparison } from './sound-comparison.ts';

/** A place of the older version, in milliseconds; a moment has no end. */
export type Place = { readonly atMs: number; readonly untilMs: number | null };

/** What changed at a place between two versions. */
export type PlaceChange =
  | {
      readonly verdict: 'changed' | 'unchanged';
      /** How much louder the newer version is at the place, as delivered, in dB; null if nothing is left there. */
      readonly gainDb: number | null;
      /** How much louder the newer version is everywhere, in dB. */
      readonly wholeDb: number;
      /** How much louder each of `detailBandsHz` is beyond that; null where neither version has sound. */
      readonly bandsDb: readonly (number | null)[];
      /** True if different sound is at the place. */
      readonly isOther: boolean;
      /** How much was cut out and put in there, in milliseconds. */
      readonly cutMs: number;
      readonly addedMs: number;
    }
  /** The two versions cannot be compared. */
  | { readonly verdict: 'unknown' };

type Known = Exclude<PlaceChange, { readonly verdict: 'unknown' }>;

/** A listener presses pause a moment after hearing something. */
const beforeMs = 1000;
const afterMs = 2000;
/** A shorter range is widened to this. */
const shortestMs = 1000;

/** Returns the part of the older version that a comment is about, in milliseconds. */
function windowOf({ atMs, untilMs }: Place): Window {
  if (untilMs === null) return [Math.max(0, atMs - beforeMs), atMs + afterMs];
  const wider = Math.max(0, shortestMs - (untilMs - atMs)) / 2;
  return [Math.max(0, atMs - wider), untilMs + wider];
}

/** Positions of cuts are accurate to a twentieth of a second; by how much sound moved is exact. */
const leastGapMs = 100;
const leastMoveMs = 5;
/** Sound that begins a little later or ends a little earlier was not edited. */
const leastHeadMs = 1000;

/** A section that both versions share. */
type Span = { readonly olderMs: number; readonly newerMs: number; readonly ms: number };

const spansOf = ({ pieces, rateHz }: SoundComparison): Span[] =>
  pieces
    .map(({ olderAt, newerAt, frames }: SharedPiece) => ({
      olderMs: (1000 * olderAt) / rateHz,
      newerMs: (1000 * newerAt) / rateHz,
      ms: (1000 * frames) / rateHz,
    }))
    .toSorted((a, b) => a.olderMs - b.olderMs);

type Window = readonly [fromMs: number, toMs: number];

const isMovedBetween = (a: Span, b: Span) =>
  Math.abs(a.newerMs - a.olderMs - (b.newerMs - b.olderMs)) >= leastMoveMs;

/** Returns true if a section within a window was moved against those on both sides of it. */
const isNudgedIn = (spans: readonly Span[], [fromMs, toMs]: Window) =>
  spans.some((span, index) => {
    const [before, after] = [spans[index - 1], spans[index + 1]];
    if (!before || !after || span.olderMs >= toMs || span.olderMs + span.ms <= fromMs) return false;
    return isMovedBetween(before, span) && !isMovedBetween(before, after);
  });

/** Returns how much was cut out of the older version and put into the newer one within a window. */
function editsIn(spans: readonly Span[], olderEndMs: number, window: Window) {
  const [fromMs, toMs] = window;
  const isIn = (start: number, end: number) => end > fromMs && start < toMs;
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return { cutMs: toMs - fromMs, addedMs: 0, isMoved: false };
  let [cutMs, addedMs, isMoved] = [0, 0, isNudgedIn(spans, window)];
  const lastMs = last.olderMs + last.ms;
  if (first.olderMs >= leastHeadMs && isIn(0, first.olderMs)) cutMs += first.olderMs;
  if (olderEndMs - lastMs >= leastHeadMs && isIn(lastMs, olderEndMs)) cutMs += olderEndMs - lastMs;
  for (const [index, span] of spans.slice(1).entries()) {
    const before = spans[index] as Span;
    const endMs = before.olderMs + before.ms;
    // Where nothing was cut, the border is one moment.
    if (!isIn(endMs - 1, Math.max(endMs, span.olderMs) + 1)) continue;
    const cut = span.olderMs - endMs;
    const added = span.newerMs - (before.newerMs + before.ms);
    if (cut >= leastGapMs) cutMs += cut;
    if (added >= leastGapMs) addedMs += added;
    isMoved ||= added <= -leastGapMs || (Math.max(cut, added) < leastGapMs && isMovedBetween(before, span));
  }
  return { cutMs, addedMs, isMoved };
}

/** Returns the columns of the newer version in which a window of the older one lies. */
function columnsIn(spans: readonly Span[], detail: DetailReader, [fromMs, toMs]: Window): DetailColumn[] {
  const { columnMs } = detail;
  const indexes = new Set<number>();
  for (const { olderMs, newerMs, ms } of spans) {
    const start = Math.max(fromMs, olderMs) - olderMs + newerMs;
    const end = Math.min(toMs, olderMs + ms) - olderMs + newerMs;
    if (end <= start) continue;
    const first = Math.round(start / columnMs);
    for (let index = first; index < Math.max(first + 1, Math.round(end / columnMs)); index += 1)
      indexes.add(index);
  }
  return [...indexes].toSorted((a, b) => a - b).flatMap((index) => detail.columnAt(index) ?? []);
}

/** Sound this far below the loudest at the place is not compared. */
const heardDb = 30;
/** −80 dB: what is below is silence. */
const silence = 1e-8;
/** What is less in both versions does not differ. */
const floorPower = 1e-10;

const dbOf = (newer: number, older: number) => 10 * Math.log10((newer + floorPower) / (older + floorPower));
const sumOf = (columns: readonly DetailColumn[], of: 'older' | 'newer', band: number) =>
  columns.reduce((sum, column) => sum + (column[of][band] as number), 0) / columns.length;

/** Returns the levels of some columns: the whole level as it is heard, and the bands that are heard. */
function levelsOf(columns: readonly DetailColumn[], wholeDb: number, loudest: number) {
  const whole = 10 ** (wholeDb / 10);
  const bands = detailBandsHz.map((_, band) => {
    const weight = detailWeights[band] as number;
    return {
      older: weight * sumOf(columns, 'older', band),
      newer: (weight * sumOf(columns, 'newer', band)) / whole,
    };
  });
  const least = Math.max(silence, loudest * 10 ** (-heardDb / 10));
  return {
    levelDb: dbOf(
      bands.reduce((sum, { newer }) => sum + newer, 0),
      bands.reduce((sum, { older }) => sum + older, 0),
    ),
    bandsDb: bands.map(({ older, newer }) => (Math.max(older, newer) < least ? null : dbOf(newer, older))),
    loudest: Math.max(...bands.map(({ older, newer }) => Math.max(older, newer))),
    unlikeness: columns.reduce((sum, { unlikeness }) => sum + unlikeness, 0) / columns.length,
  };
}

type Levels = ReturnType<typeof levelsOf>;

/** Measured: untouched sound stays below these, lossy codecs included; changed sound is above. */
const least = { levelDb: 0.7, bandDb: 2, twoBandsDb: 1.2, unlikeness: 0.15 };

/** Beyond this, sound appeared or disappeared, which its level says. */
const gainOfOther = 12;

/** Returns how far levels differ: 1 or more can be heard. */
function strengthOf({ levelDb, bandsDb }: Pick<Levels, 'levelDb' | 'bandsDb'>): number {
  const pairs = bandsDb.map((db, band) => {
    const next = bandsDb[band + 1];
    if (db === null || next == null || db * next <= 0) return 0;
    return Math.min(Math.abs(db), Math.abs(next)) / least.twoBandsDb;
  });
  const bands = bandsDb.map((db) => Math.abs(db ?? 0) / least.bandDb);
  return Math.max(Math.abs(levelDb) / least.levelDb, ...pairs, ...bands);
}

const isOtherSound = ({ unlikeness, levelDb }: Levels) =>
  unlikeness >= least.unlikeness && Math.abs(levelDb) < gainOfOther;

/** A short change counts as a long one: a place is searched in parts of a second. */
const partMs = 1000;

function partsOf(columns: readonly DetailColumn[], columnMs: number): (readonly DetailColumn[])[] {
  const length = Math.max(1, Math.round(partMs / columnMs));
  if (columns.length <= length) return [columns];
  return columns.slice(length - 1).map((_, index) => columns.slice(index, index + length));
}

const roundedDb = (db: number) => Math.round(100 * db) / 100;

/** Returns what changed at a place of the older version. */
export function changeAt(comparison: SoundComparison, detail: DetailReader, place: Place): PlaceChange {
  const { wholeDb, columnMs } = detail;
  const spans = spansOf(comparison);
  const window = windowOf(place);
  const { cutMs, addedMs, isMoved } = editsIn(
    spans,
    (1000 * comparison.olderFrames) / comparison.rateHz,
    window,
  );
  const isEdited = cutMs + addedMs > 0 || isMoved;
  const edits = { wholeDb, cutMs: Math.round(cutMs), addedMs: Math.round(addedMs) };
  const columns = columnsIn(spans, detail, window);
  if (columns.length === 0) {
    const bandsDb = detailBandsHz.map(() => null);
    const verdict = isEdited ? 'changed' : 'unchanged';
    return { verdict, gainDb: null, bandsDb, isOther: isMoved, ...edits };
  }
  const whole = levelsOf(columns, wholeDb, 0);
  const parts = partsOf(columns, columnMs).map((part) => levelsOf(part, wholeDb, whole.loudest));
  const [strongest = whole] = parts.toSorted((a, b) => strengthOf(b) - strengthOf(a));
  const isOther = isMoved || parts.some((part) => isOtherSound(part));
  const isChanged = isEdited || isOther || strengthOf(strongest) >= 1;
  const { levelDb, bandsDb } = isChanged ? strongest : levelsOf(columns, wholeDb, whole.loudest);
  return {
    verdict: isChanged ? 'changed' : 'unchanged',
    gainDb: roundedDb(levelDb + wholeDb),
    bandsDb: bandsDb.map((db) => db && roundedDb(db)),
    isOther,
    ...edits,
  };
}

/** The change of a place between two versions with the same bytes. */
export const noChange: PlaceChange = {
  verdict: 'unchanged',
  gainDb: 0,
  wholeDb: 0,
  bandsDb: detailBandsHz.map(() => 0),
  isOther: false,
  cutMs: 0,
  addedMs: 0,
};

/** Returns the change from a first version to a third, from those to and from the second. */
export function changeThrough(first: PlaceChange, second: PlaceChange): PlaceChange {
  if (first.verdict === 'unknown' || second.verdict === 'unknown') return { verdict: 'unknown' };
  const bandsDb = first.bandsDb.map((db, band) => {
    const next = second.bandsDb[band] ?? null;
    return db === null || next === null ? (db ?? next) : roundedDb(db + next);
  });
  const wholeDb = roundedDb(first.wholeDb + second.wholeDb);
  const gainDb =
    first.gainDb === null || second.gainDb === null ? null : roundedDb(first.gainDb + second.gainDb);
  const edits = {
    isOther: first.isOther || second.isOther,
    cutMs: first.cutMs + second.cutMs,
    addedMs: first.addedMs + second.addedMs,
  };
  const levelDb = gainDb === null ? 0 : gainDb - wholeDb;
  const isEdited = edits.isOther || edits.cutMs + edits.addedMs > 0;
  const isChanged = isEdited || strengthOf({ levelDb, bandsDb }) >= 1;
  return { verdict: isChanged ? 'changed' : 'unchanged', gainDb, wholeDb, bandsDb, ...edits };
}

/** A range of frequencies that became louder or quieter. */
export type ChangedRange = { readonly fromHz: number; readonly toHz: number; readonly gainDb: number };

/** Bands that changed by less than this share of the strongest are left out. */
const shareOfStrongest = 0.4;
const mostRanges = 2;
/** Where most bands changed alike, the level changed. */
const alikeShare = 0.8;
const alikeDb = 0.8;

/**
 * Returns the ranges of frequencies that changed, from the lowest to the highest; none if the whole level changed or
 * nothing did.
 */
export function changedRangesOf(change: Known): ChangedRange[] {
  const { bandsDb, gainDb, wholeDb } = change;
  const levelDb = (gainDb ?? 0) - wholeDb;
  const heard = bandsDb.filter((db) => db !== null);
  const alike = heard.filter((db) => Math.abs(db - levelDb) <= Math.max(alikeDb, 0.2 * Math.abs(levelDb)));
  if (change.verdict === 'unchanged' || change.isOther) return [];
  if (Math.abs(levelDb) >= least.levelDb && alike.length >= alikeShare * heard.length) return [];
  const strongest = Math.max(...heard.map((db) => Math.abs(db)));
  const counted = Math.max(least.twoBandsDb, shareOfStrongest * strongest);
  const groups: { first: number; dbs: number[] }[] = [];
  for (const [band, db] of bandsDb.entries()) {
    if (db === null || Math.abs(db) < counted) continue;
    const last = groups.at(-1);
    const isNext = last && last.first + last.dbs.length === band && (last.dbs[0] ?? 0) * db > 0;
    if (isNext) last.dbs.push(db);
    else groups.push({ first: band, dbs: [db] });
  }
  return groups
    .map(({ first, dbs }) => ({
      fromHz: detailBandsHz[first]?.[0] ?? 0,
      toHz: detailBandsHz[first + dbs.length - 1]?.[1] ?? 0,
      gainDb: Math.round((10 * dbs.reduce((sum, db) => sum + db, 0)) / dbs.length) / 10,
      weight: Math.abs(dbs.reduce((sum, db) => sum + db, 0)),
    }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, mostRanges)
    .toSorted((a, b) => a.fromHz - b.fromHz)
    .map(({ fromHz, toHz, gainDb: db }) => ({ fromHz, toHz, gainDb: db }));
}
