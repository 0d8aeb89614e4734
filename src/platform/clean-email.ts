// Spaces of every script, and invisible characters: zero width, soft hyphens, direction marks, byte order marks.
const unseen = /[\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns an address without spaces and invisible characters at its ends. */
export function cleanEmail(text: string): string {
  const characters = [...text];
  const isUnseen = (place: number) => unseen.test(characters[place] ?? '');
  let [from, to] = [0, characters.length];
  while (from < to && isUnseen(from)) from += 1;
  while (from < to && isUnseen(to - 1)) to -= 1;
  return characters.slice(from, to).join('');
}

/**
 * Returns the part before the first invisible character inside an address; null if there is none. Plain spaces are
 * visible.
 */
export function beforeInvisible(text: string): string | null {
  const email = cleanEmail(text);
  const place = email.replaceAll(' ', '_').search(unseen);
  return place < 0 ? null : email.slice(0, place);
}
