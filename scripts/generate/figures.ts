import { fieldOf, modesOf } from '#src/figures/field.ts';
import { nodalLinesOf, pathDataOf } from '#src/figures/nodal-lines.ts';
import { peaksOf, strikeOf } from '#src/figures/strike.ts';
import { noteOf, notes, type Note, type NoteSlug } from '#src/studio/notes.ts';
import { loop, reel } from './recording.ts';

const sprite = (symbols: string[]) => `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;

/** Path data of a note's nodal lines in a 200×200 box; finer for large drawings. */
export const figurePathOf = (note: Note, fineness?: { cells: number; tolerance: number }) =>
  pathDataOf(nodalLinesOf(fieldOf(modesOf(note)), fineness));

/** Sprite of the twelve figures: the rim, which is a nodal line too, and the inner lines. */
export function figureSprite(): string {
  return sprite(
    notes.map(
      (note) =>
        `<symbol id="${note.slug}" viewBox="0 0 200 200"><circle cx="100" cy="100" r="97" vector-effect="non-scaling-stroke"/><path vector-effect="non-scaling-stroke" d="${figurePathOf(note)}"/></symbol>`,
    ),
  );
}

/** Notes whose outline divides two sections or is a separate figure. */
const tracedNotes: readonly NoteSlug[] = ['cs4', 'fs4', 'a4', 'f4', 'e4'];
const barCount = 360;

/** A symbol of `count` bars, 4 wide and up to 72 high, centred on y = 36. */
function barsOf(id: string, samples: Float32Array, count: number): string {
  const peaks = peaksOf(samples, count);
  const most = Math.max(...peaks.flatMap(({ low, high }) => [-low, high]));
  const data = peaks.map(({ low, high }, i) => {
    const top = Math.min(35, Math.round(36 - (36 * high) / most));
    return `M${4 * i + 1} ${top}V${Math.max(37, Math.round(36 - (36 * low) / most))}`;
  });
  return `<symbol id="${id}" viewBox="0 0 ${4 * count} 72" preserveAspectRatio="none"><path stroke-width="2" d="${data.join('')}"/></symbol>`;
}

/** Sprite of struck plates, 1.6 s each, and of two short recordings; all synthesised. */
export function traceSprite(): string {
  const strikes = tracedNotes.map((slug) => {
    const strike = strikeOf(noteOf(slug), { seconds: 1.6, rateHz: 8000 });
    return barsOf(slug, strike, barCount);
  });
  return sprite([...strikes, barsOf('reel', reel, 210), barsOf('loop', loop, 180)]);
}
