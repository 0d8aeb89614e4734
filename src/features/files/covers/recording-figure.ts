import { sql } from 'drizzle-orm';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import type { HeardPitch } from '#src/audio/heard-pitches.ts';
import { artefactVersionOf } from '#src/audio/sound-measures.ts';
import words from '#content/sound.yaml';
import { modesOfPitches } from '#src/figures/modes-of-pitches.ts';
import { joinedText, numberText } from '#src/studio/locale.ts';
import { notes } from '#src/studio/notes.ts';
import { fill } from '#src/platform/fill.ts';

/** The data that a recording's figure is drawn from. */
export type FigureDrawing = {
  /** Empty if no pitch was found. */
  readonly pitches: readonly HeardPitch[];
  /** The output of `figurePathOf` at measurement. */
  readonly path: string;
};

/** The storage key of a recording's figure: a column for a query that joins its measurement; null if there is none. */
export const figureKey = sql<string | null>`${soundMeasurements.artefacts} ->> 'figure'`;

/** The detected pitches: a column for the same query. */
export const heardPitches = sql<readonly HeardPitch[] | null>`${soundMeasurements.measures} -> 'pitches'`;

/**
 * Returns the URL of a recording's figure below that of its file, which is `/portal/files/<id>` for signed-in people.
 * Null until the recording is measured.
 */
export const figureAddressOf = (
  file: string,
  key: string | null | undefined,
  as: 'svg' | 'png',
): string | null => (key ? `${file}/figure.${as}?v=${artefactVersionOf(key)}` : null);

const { figure: texts } = words;

const octave = 12;
/** Frequencies from here on are shown in whole Hz. */
const wholeFromHz = 100;

/** A note with its octave: 57 is "A3". */
function noteNameOf(note: number): string {
  const name = notes[((note % octave) + octave) % octave]?.id.slice(0, -1) ?? '';
  return `${name}${Math.floor(note / octave) - 1}`;
}

const hzText = (hz: number) => numberText(hz < wholeFromHz ? Math.round(hz * 10) / 10 : Math.round(hz));

/** "A3, 220 Hz", "A3, 220 Hz, with E4 and C4"; null if no pitch was found. */
export function pitchesText(pitches: readonly HeardPitch[]): string | null {
  const [first, ...others] = pitches;
  if (!first) return null;
  const values = { note: noteNameOf(first.note), hz: hzText(first.hz) };
  return others.length === 0
    ? fill(texts.pitch, values)
    : fill(texts.pitches, { ...values, others: joinedText(others.map(({ note }) => noteNameOf(note))) });
}

/** "modes (5,2) and (0,5)", in order of weight. */
function modesText(pitches: readonly HeardPitch[]): string {
  const modes = modesOfPitches(pitches).map(({ m, n }) => `(${m},${n})`);
  return fill(texts.modes[modes.length === 1 ? 0 : 1], { modes: joinedText(modes) });
}

type FigureCaption = {
  readonly pitch: string;
  /** Null if no pitch was found. */
  readonly modes: string | null;
};

/** Returns the caption of a recording's figure. It contains no user input. */
export function recordingFigureCaption(pitches: readonly HeardPitch[]): FigureCaption {
  const pitch = pitchesText(pitches);
  return pitch === null ? { pitch: texts.unsettled, modes: null } : { pitch, modes: modesText(pitches) };
}

/** The caption in one line. */
export const captionLineOf = ({ pitch, modes }: FigureCaption): string =>
  modes === null ? pitch : fill(texts.caption, { pitch, modes });
