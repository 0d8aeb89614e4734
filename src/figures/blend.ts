import type { Note } from '#src/studio/notes.ts';
import { modesOf, type WeightedMode } from './field.ts';

/** The notes that the plate shows: one, or two neighbours while it follows a voice. The weights sum to 1. */
export type Blend = readonly { readonly note: Note; readonly weight: number }[];

/** The current blend and the previous one. Times are in seconds of one clock. */
export interface Showing {
  readonly blend: Blend;
  /** When the leading note was first shown; breathing starts here. */
  readonly sinceS: number;
  readonly from: readonly WeightedMode[];
  readonly fadeStartS: number;
}

/** Shorter than the wait before a navigation, by when the new figure has formed. */
const crossfadeS = 0.28;
/** The period of the secondary amplitude's breathing. */
const breathS = 14;
const mostModes = 4;

/**
 * Returns the secondary amplitude `tS` after the note was first shown: the table's at 0, then slowly between 0.25 and
 * 0.5.
 */
export function breathAt(amplitude: number, tS: number): number {
  const start = Math.asin((amplitude - 0.375) / 0.125);
  return 0.375 + 0.125 * Math.sin(start + (2 * Math.PI * tS) / breathS);
}

/**
 * Merges modes that occur twice and keeps four. The weight of the fifth is subtracted from each, so that none appears
 * suddenly.
 */
function merge(modes: readonly WeightedMode[]): readonly WeightedMode[] {
  const sums = new Map<string, WeightedMode>();
  for (const mode of modes) {
    const key = `${mode.m},${mode.n}`;
    sums.set(key, { ...mode, amplitude: mode.amplitude + (sums.get(key)?.amplitude ?? 0) });
  }
  const sorted = [...sums.values()].toSorted((a, b) => b.amplitude - a.amplitude);
  const least = sorted[mostModes]?.amplitude ?? 0;
  return sorted
    .slice(0, mostModes)
    .map((mode) => ({ ...mode, amplitude: mode.amplitude - least }))
    .filter(({ amplitude }) => amplitude > 0);
}

const scaled = (modes: readonly WeightedMode[], by: number) =>
  modes.map((mode) => ({ ...mode, amplitude: mode.amplitude * by }));

/** Returns the modes of a blend, `tS` after its leading note was first shown; at most four. */
export function modesOfBlend(blend: Blend, tS = 0): readonly WeightedMode[] {
  return merge(
    blend.flatMap(({ note, weight }) =>
      scaled(modesOf({ ...note, amplitude: breathAt(note.amplitude, tS) }), weight),
    ),
  );
}

const leaderOf = (blend: Blend) => blend.toSorted((a, b) => b.weight - a.weight)[0]?.note;

/** Starts to show a blend at `tS`, with a crossfade from the previous one, if any. */
export function showBlend(blend: Blend, tS: number, before?: Showing): Showing {
  if (!before) return { blend, sinceS: tS, from: [], fadeStartS: -Infinity };
  const sinceS = leaderOf(before.blend) === leaderOf(blend) ? before.sinceS : tS;
  return { blend, sinceS, from: modesAt(before, tS), fadeStartS: tS };
}

/**
 * Returns the modes to draw at `tS`, at most four. The fade starts quickly, so that a new one in every frame follows a
 * voice.
 */
export function modesAt({ blend, sinceS, from, fadeStartS }: Showing, tS: number): readonly WeightedMode[] {
  const share = 1 - (1 - Math.min(1, Math.max(0, (tS - fadeStartS) / crossfadeS))) ** 3;
  const to = modesOfBlend(blend, Math.max(0, tS - sinceS));
  return share === 1 ? to : merge([...scaled(from, 1 - share), ...scaled(to, share)]);
}
