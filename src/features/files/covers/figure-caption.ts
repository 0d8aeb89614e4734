import words from '#content/sound.yaml';
import { modesOfPitches } from '#src/figures/modes-of-pitches.ts';
import type { HeardPitch } from '#src/audio/heard-pitches.ts';
import { joinedText, numberText } from '#src/studio/locale.ts';
import { notes } from '#src/studio/notes.ts';
import { fill } from '#src/platform/fill.ts';

const { figure: texts } = words;

const octave = 12;
/** From here on a frequency is said in whole Hz. */
const wholeFromHz = 100;

/** A note with its octave: 57 is "A3". */
function noteNameOf(note: number): string {
  const name = notes[((note % octave) + octave) % octave]?.id.slice(0, -1) ?? '';
  return `${name}${Math.floor(note / octave) - 1}`;
}

const hzText = (hz: number) => numberText(hz < wholeFromHz ? Math.round(hz * 10) / 10 : Math.round(hz));

/** "A3, 220 Hz", "A3, 220 Hz, with E4 and C4"; null where no pitch was heard. */
export function pitchesText(pitches: readonly HeardPitch[]): string | null {
  const [first, ...others] = pitches;
  if (!first) return null;
  const values = { note: noteNameOf(first.note), hz: hzText(first.hz) };
  return others.length === 0
    ? fill(texts.pitch, values)
    : fill(texts.pitches, { ...values, others: joinedText(others.map(({ note }) => noteNameOf(note))) });
}

/** "modes (5,2) and (0,5)", the first of them with the most weight. */
function modesText(pitches: readonly HeardPitch[]): string {
  const modes = modesOfPitches(pitches).map(({ m, n }) => `(${m},${n})`);
  return fill(texts.modes[modes.length === 1 ? 0 : 1], { modes: joinedText(modes) });
}

type FigureCaption = {
  readonly pitch: string;
  /** Null where no pitch was heard. */
  readonly modes: string | null;
};

/** The caption of a recording's figure. It quotes nothing that was typed. */
export function recordingFigureCaption(pitches: readonly HeardPitch[]): FigureCaption {
  const pitch = pitchesText(pitches);
  return pitch === null ? { pitch: texts.unsettled, modes: null } : { pitch, modes: modesText(pitches) };
}

/** The caption in one line. */
export const captionLineOf = ({ pitch, modes }: FigureCaption): string =>
  modes === null ? pitch : fill(texts.caption, { pitch, modes });
