import { notes, type Note } from '#src/studio/notes.ts';

/** Places on the octave's circle, in semitones: 0 is C4, 11 is B4, 12 is 0 again. */
const octave = notes.length;
const edges = [...notes.map((note) => note.hz), 2 * (notes[0]?.hz ?? 0)];

/** The place of a frequency on the circle, 0 ≤ place < 12, exact at the site's own frequencies. */
export function placeOf(hz: number): number {
  const lowest = edges[0] ?? 0;
  const folded = hz / 2 ** Math.floor(Math.log2(hz / lowest));
  const index = Math.max(
    0,
    edges.findLastIndex((edge) => edge <= folded),
  );
  const from = edges[index] ?? lowest;
  const to = edges[index + 1] ?? 2 * from;
  return (index + Math.log2(folded / from) / Math.log2(to / from)) % octave;
}

/** The shortest way from one place to another, −6 to 6 semitones. */
export function stepsBetween(from: number, to: number): number {
  const steps = to - from;
  return steps - octave * Math.round(steps / octave);
}

/** Folds a place into one octave: 0 ≤ place < 12. */
export const onCircle = (place: number): number => place - octave * Math.floor(place / octave);

/** The note at or next below a place. */
export function noteAt(place: number): Note {
  const note = notes[Math.floor(onCircle(place)) % octave];
  if (!note) throw new Error(`no note at ${place}`);
  return note;
}
