import { notes, type Mode } from '#src/studio/notes.ts';
import { besselZero, type WeightedMode } from './field.ts';

/** A pitch by its note number (69 is A4, 12 make an octave) and its strength relative to the first, at most 1. */
interface Pitch {
  readonly note: number;
  readonly share: number;
}

/** Relates a frequency to a figure: the zero of its mode in rad/Hz, as for the twelve notes of the plate. */
const zeroPerHz = 0.057568;
const c3 = 48;
const c4 = 60;
const octave = 12;
const mostDiameters = 20;
/** As for the notes of the plate, where it is 0.25 to 0.5. */
const mostAmplitude = 0.5;

/**
 * The octave below the plate's own: for each note the mode with the nearest zero, with zeros that rise from note to
 * note.
 */
const lowModes: readonly Mode[] = [
  { m: 4, n: 1 },
  { m: 2, n: 2 },
  { m: 0, n: 3 },
  { m: 5, n: 1 },
  { m: 3, n: 2 },
  { m: 6, n: 1 },
  { m: 4, n: 2 },
  { m: 7, n: 1 },
  { m: 2, n: 3 },
  { m: 5, n: 2 },
  { m: 6, n: 2 },
  { m: 4, n: 3 },
];

/**
 * Moves a note into the two octaves from C3: below them a plate has hardly a line, above them too many to be visible.
 */
function shownNoteOf(note: number): number {
  const inOctave = ((note % octave) + octave) % octave;
  return inOctave + (note < c4 ? c3 : c4);
}

/** Returns κ·f of a note as it is shown. */
const wantedZeroOf = (shown: number) => zeroPerHz * 440 * 2 ** ((shown - 69) / octave);

/** Returns the mode of a note: in the octave from C4 that of the plate's own figure. */
export function modeOfNote(note: number): Mode {
  const shown = shownNoteOf(note);
  const mode = shown < c4 ? lowModes[shown - c3] : notes[shown - c4]?.primary;
  if (!mode) throw new Error(`There is no mode for note ${note}`);
  return mode;
}

const isSame = (a: Mode, b: Mode) => a.m === b.m && a.n === b.n;

/** Finds the unused mode with m-fold symmetry whose zero is nearest to a note's. */
function nearestMode(note: number, m: number, taken: readonly Mode[]): Mode {
  const wanted = wantedZeroOf(shownNoteOf(note));
  let [nearest, least] = [modeOfNote(note), Infinity];
  for (let diameters = 0; diameters <= mostDiameters; diameters += m)
    for (let n = 1; ; n += 1) {
      const away = besselZero(diameters, n) - wanted;
      const mode = { m: diameters, n };
      if (Math.abs(away) < least && !taken.some((other) => isSame(other, mode)))
        [nearest, least] = [mode, Math.abs(away)];
      if (away > 0) break;
    }
  return nearest;
}

/**
 * Returns the modes of pitches: of the first its note's own, with weight 1; of each other the nearest mode that keeps
 * the symmetry of the first, with up to half of that weight. Empty without pitches.
 */
export function modesOfPitches(pitches: readonly Pitch[]): WeightedMode[] {
  const modes: WeightedMode[] = [];
  for (const { note, share } of pitches) {
    const m = modes.find((mode) => mode.m > 0)?.m;
    const isFree = m === undefined && !modes.some((mode) => isSame(mode, modeOfNote(note)));
    const mode = isFree ? modeOfNote(note) : nearestMode(note, m ?? 1, modes);
    modes.push({ ...mode, amplitude: modes.length === 0 ? 1 : Math.round(20 * mostAmplitude * share) / 20 });
  }
  return modes;
}
