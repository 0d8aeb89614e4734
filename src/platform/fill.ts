/** Removes direction marks, which could disguise a file's extension. */
export const withoutDirectionMarks = (text: string): string => text.replaceAll(/\p{Bidi_Control}/gu, '');

/** Returns a name for a sentence or a subject: on one line, isolated, and at most this long. */
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

/** Returns the label of a stored value; `other` for a value of a newer version. */
export const wordsFor = (words: Readonly<Record<string, string>>, name: string, other: string): string =>
  Object.hasOwn(words, name) ? (words[name] ?? other) : other;

/** Embeddings, overrides and isolates, which would reorder the sentence around a value that does not close them. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Replaces each `{placeholder}`, leaving values unchanged except for characters that reorder surrounding text. Unknown
 * placeholders stay, or become `missing`. Use it instead of `replace`, which would interpret a name with `$&`.
 */
export const fill = (template: string, values: Readonly<Record<string, string>>, missing?: string): string =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name]?.replaceAll(reordering, '') ?? whole) : (missing ?? whole),
  );
