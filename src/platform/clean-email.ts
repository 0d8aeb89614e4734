// Spaces of every script, and characters that show nothing: zero width, soft hyphens, direction marks, byte order marks.
const unseen = /[\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns a typed or pasted address without the spaces and invisible characters at its ends, and otherwise as it is. */
export function cleanEmail(text: string): string {
  const characters = [...text];
  const isUnseen = (place: number) => unseen.test(characters[place] ?? '');
  let [from, to] = [0, characters.length];
  while (from < to && isUnseen(from)) from += 1;
  while (from < to && isUnseen(to - 1)) to -= 1;
  return characters.slice(from, to).join('');
}

/** Returns what precedes the first invisible character inside an address; null where it has none. A plain space is seen. */
export function beforeInvisible(text: string): string | null {
  const email = cleanEmail(text);
  const place = email.replaceAll(' ', '_').search(unseen);
  return place < 0 ? null : email.slice(0, place);
}
