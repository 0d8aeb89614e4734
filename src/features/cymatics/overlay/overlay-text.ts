import { keyDestinations } from '#content/system.yaml';
import words from '#content/cymatics.yaml';
import { modesTextOf, type Note, notes } from '#src/studio/notes.ts';
import { fill } from '#src/platform/fill.ts';

/** Returns the name of a note's destination; undefined for a black key. */
const destinationNameOf = ({ destination }: Note) => destination && keyDestinations[destination];

/** Returns the name of a key: "A4, leads to Project Visibility Hub". */
export function keyNameOf(note: Note): string {
  const destination = destinationNameOf(note);
  return destination
    ? fill(words.piano.leads, { note: note.id, destination })
    : fill(words.piano.soundsOnly, { note: note.id });
}

/** Returns the announcement when the selection moves and the focus does not. */
export function announcementOf(note: Note): string {
  const destination = destinationNameOf(note);
  const { id, label, hz } = note;
  return destination
    ? fill(words.spoken.leads, { note: id, label, destination, hz: `${hz}` })
    : fill(words.spoken.soundsOnly, { note: id, label, hz: `${hz}` });
}

/** Returns the rows of the Current Selection panel, in order. */
export function selectionRowsOf(note: Note): readonly (readonly [name: string, value: string])[] {
  const { leadsTo, soundsOnly, frequency, label, modes } = words.selection;
  return [
    [leadsTo, destinationNameOf(note) ?? soundsOnly],
    [frequency, `${note.hz} Hz`],
    [label, note.label],
    [modes, modesTextOf(note)],
  ];
}

/** Returns the names of the connected MIDI keyboards. */
export function devicesOf(names: readonly string[]): string {
  return names.length > 0 ? fill(words.keys.connected, { names: names.join(', ') }) : words.keys.noDevice;
}

/** Returns the letters that play the octave. */
export function lettersOf(letterOf: (note: Note) => string): string {
  return fill(words.keys.lettersOn, { letters: notes.map(letterOf).join(' ') });
}
