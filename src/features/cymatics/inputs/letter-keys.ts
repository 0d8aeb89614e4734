import { notes, type Note } from '#src/studio/notes.ts';

/** The octave on a typewriter's keys: white keys on the home row, black keys above, as in most music programs. */
const letters = 'AWSEDFTGYHUJ';

/**
 * The note that a key of the letter row plays, by its place (`event.code`, such as "KeyA") and not by what is
 * printed on it; undefined for any other key.
 */
export function noteOfCode(code: string): Note | undefined {
  return /^Key[A-Z]$/.test(code) ? notes[letters.indexOf(code.charAt(3))] : undefined;
}

/** The letters printed on keys, by `event.code`. */
export type Layout = Pick<ReadonlyMap<string, string>, 'get'>;

/** The letter on the key that plays a note; without a layout, that of an American keyboard. */
export function letterOf(note: Note, layout?: Layout): string {
  const letter = letters.charAt(notes.indexOf(note));
  return (layout?.get(`Key${letter}`) ?? letter).toUpperCase();
}

/** The layout of this device's keyboard, where the browser tells it (Keyboard Map API). */
export async function findLayout(device: object): Promise<Layout | undefined> {
  const { keyboard } = device as { keyboard?: { getLayoutMap?: () => Promise<Layout> } };
  try {
    return await keyboard?.getLayoutMap?.();
  } catch {
    return undefined;
  }
}
