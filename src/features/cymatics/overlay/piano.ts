import { type KeyDestinationId, type Note, notes } from '#src/studio/notes.ts';

export type PianoMode = 'navigate' | 'play';

/**
 * How a note was selected: directly by hand or focus, or in another way (`remote`) that must be shown and announced.
 */
export type SelectedBy = 'hand' | 'remote';

/** The state of the keyboard. Its owner (instrument.ts) runs the timers. */
export interface Piano {
  readonly note: Note;
  readonly selectedBy: SelectedBy;
  readonly mode: PianoMode;
  readonly isDemoRunning: boolean;
  readonly isSoundOn: boolean;
  /** Integer, 0 to 100. */
  readonly volume: number;
  /** The number of activations so far. */
  readonly strikes: number;
  /**
   * The destination to open after `leaveDelayMs`. A new object for each activation, so that each waits its full time.
   */
  readonly leaving: { readonly destination: KeyDestinationId } | null;
}

/** The time from the press that activates a note to the navigation. */
export const leaveDelayMs = 300;
/** The time from one note of the demo to the next, and from its start to its first step. */
export const demoStepMs = 3000;

const [firstNote] = notes as [Note, ...Note[]];

/** Returns the initial piano. */
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

/** Returns the next note up or down the octave, or the same note at an end. */
function neighbourOf(note: Note, by: -1 | 1): Note {
  return notes[notes.indexOf(note) + by] ?? note;
}

/** Selects a note. This neither sounds nor navigates, nor does it delay a pending navigation. */
export function select(piano: Piano, note: Note, selectedBy: SelectedBy): Piano {
  if (piano.note === note && piano.selectedBy === selectedBy) return piano;
  return { ...piano, note, selectedBy };
}

/**
 * Moves the selection by one (Left and Right), clamped at the ends. Selecting another note cancels a pending
 * navigation.
 */
export function step(piano: Piano, by: -1 | 1): Piano {
  const note = neighbourOf(piano.note, by);
  return note === piano.note ? piano : select(cancelNavigation(piano), note, 'hand');
}

/** Selects the demo's next note, from the last to the first. */
export function selectNext(piano: Piano): Piano {
  return select(piano, notes[notes.indexOf(piano.note) + 1] ?? firstNote, 'remote');
}

/** Plays a note. The last note decides the destination; one without a destination cancels a pending navigation. */
export function activate(piano: Piano, note: Note, selectedBy: SelectedBy): Piano {
  const { destination } = note;
  return {
    ...select(piano, note, selectedBy),
    strikes: piano.strikes + 1,
    leaving: piano.mode === 'navigate' && destination ? { destination } : null,
  };
}

/** Cancels a pending navigation. */
export function cancelNavigation(piano: Piano): Piano {
  return piano.leaving ? { ...piano, leaving: null } : piano;
}

/** Sets the mode. Play mode cancels a pending navigation. */
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

/** Sets the volume, rounded and clamped to 0 to 100. */
export function setVolume(piano: Piano, volume: number): Piano {
  return { ...piano, volume: Math.round(Math.min(100, Math.max(0, volume))) };
}
