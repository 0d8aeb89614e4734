import { type KeyDestinationId, type Note, notes } from '#src/studio/notes.ts';

export type PianoMode = 'navigate' | 'play';

/** How a note was selected: by the visitor's own hand or focus, or in another way (`remote`) that must be shown and announced. */
export type SelectedBy = 'hand' | 'remote';

/** The state of the keyboard. Times are counted by its owner (instrument.ts). */
export interface Piano {
  readonly note: Note;
  readonly selectedBy: SelectedBy;
  readonly mode: PianoMode;
  readonly isDemoRunning: boolean;
  readonly isSoundOn: boolean;
  /** Integer, 0 to 100. */
  readonly volume: number;
  /** How many notes have been activated. */
  readonly strikes: number;
  /** The destination to go to once `leaveDelayMs` are over; a new object for each activation, so that each waits its full time. */
  readonly leaving: { readonly destination: KeyDestinationId } | null;
}

/** From the press that activates a note to the navigation. */
export const leaveDelayMs = 300;
/** From one note of the demo to the next, and from its start to its first step. */
export const demoStepMs = 3000;

const [firstNote] = notes as [Note, ...Note[]];

/** The piano as it opens. */
export function newPiano(note: Note = firstNote): Piano {
  return {
    note,
    selectedBy: 'hand',
    mode: 'navigate',
    isDemoRunning: false,
    isSoundOn: true,
    volume: 20,
    strikes: 0,
    leaving: null,
  };
}

/** The next note up or down the octave; past an end, the note itself. */
function neighbourOf(note: Note, by: -1 | 1): Note {
  return notes[notes.indexOf(note) + by] ?? note;
}

/** Selecting neither sounds nor navigates, nor does it hold up a navigation that is under way. */
export function select(piano: Piano, note: Note, selectedBy: SelectedBy): Piano {
  if (piano.note === note && piano.selectedBy === selectedBy) return piano;
  return { ...piano, note, selectedBy };
}

/** Left and Right: clamped at the ends. Turning to another note calls off a navigation that is under way. */
export function step(piano: Piano, by: -1 | 1): Piano {
  const note = neighbourOf(piano.note, by);
  return note === piano.note ? piano : select(cancelNavigation(piano), note, 'hand');
}

/** The demo's next note; after the last comes the first. */
export function selectNext(piano: Piano): Piano {
  return select(piano, notes[notes.indexOf(piano.note) + 1] ?? firstNote, 'remote');
}

/** A note is played. The last one decides where to go, and one that leads nowhere calls off what was under way. */
export function activate(piano: Piano, note: Note, selectedBy: SelectedBy): Piano {
  const { destination } = note;
  return {
    ...select(piano, note, selectedBy),
    strikes: piano.strikes + 1,
    leaving: piano.mode === 'navigate' && destination ? { destination } : null,
  };
}

/** Calls off a navigation that is under way. */
export function cancelNavigation(piano: Piano): Piano {
  return piano.leaving ? { ...piano, leaving: null } : piano;
}

/** Play mode only sounds, from the moment it is chosen. */
export function setMode(piano: Piano, mode: PianoMode): Piano {
  return { ...(mode === 'play' ? cancelNavigation(piano) : piano), mode };
}

/** Starts or stops the demo. */
export function toggleDemo(piano: Piano): Piano {
  return { ...piano, isDemoRunning: !piano.isDemoRunning };
}

/** Switches the sound on or off. */
export function toggleSound(piano: Piano): Piano {
  return { ...piano, isSoundOn: !piano.isSoundOn };
}

/** Any number becomes an integer from 0 to 100. */
export function setVolume(piano: Piano, volume: number): Piano {
  return { ...piano, volume: Math.round(Math.min(100, Math.max(0, volume))) };
}
