import { notes, type Note } from '#src/features/site/notes.ts';

/** The octave on a typewriter's keys: white keys on the home row, black keys above, as in most music programs. */
const letters = 'AWSEDFTGYHUJ';

/**
 * The note that a key of the letter row plays, by its place (`event.code`, such as "KeyA") and not by what is
 * printed on it; undefined for any other key.
 */
export function noteOfCode(code: string): Note | undefined {
  return /^Key[A-Z]$/.test(code) ? notes[letters.indexOf(code.charAt(3))] : undefined;
}

/** The letter that plays a note on a keyboard of the American layout. */
export function letterOf(note: Note): string {
  return letters.charAt(notes.indexOf(note));
}
