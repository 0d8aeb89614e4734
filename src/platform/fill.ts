/** Takes out the marks that turn the direction of writing: with them a file's ending could pretend to be another. */
export const withoutDirectionMarks = (text: string): string => text.replaceAll(/\p{Bidi_Control}/gu, '');

/** A name as it may stand in a sentence or a subject: on one line, in its own place and not longer than this. */
export function nameOf(text: string | undefined, standIn: string, longest = 120): string {
  const line = (text ?? '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ').trim();
  if (line === '') return standIn;
  const letters = [...line];
  return letters.length <= longest ? line : `${letters.slice(0, longest).join('')}…`;
}

/** Returns the name to greet a person by: their given name, without a title such as "Dr."; the whole name where that is unclear. */
export function firstNameOf(name: string): string {
  const [family = '', given] = name.split(',', 2);
  const words = (given ?? family).trim().split(/\s+/u);
  return words.find((word) => !word.endsWith('.')) || name;
}

/** The words for what a row holds by this name; `other` for a name that a newer version has written. */
export const wordsFor = (words: Readonly<Record<string, string>>, name: string, other: string): string =>
  Object.hasOwn(words, name) ? (words[name] ?? other) : other;

/** Embeddings, overrides and isolates, which would reorder the sentence around a value that does not close them. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Replaces each `{placeholder}`, and leaves alone what a value holds, but for characters that reorder the text around them. One that
 * nothing is known for stays, or becomes `missing`. The only way to fill a sentence: with `replace`, a name that holds `$&` would not
 * stay what it is.
 */
export const fill = (template: string, values: Readonly<Record<string, string>>, missing?: string): string =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name]?.replaceAll(reordering, '') ?? whole) : (missing ?? whole),
  );
