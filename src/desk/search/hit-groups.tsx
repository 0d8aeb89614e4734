import words from '#content/desk-search.yaml';
import type { TextPart } from './search-text.ts';

/** Renders a text with what was searched for marked. */
export const Marked = ({ parts }: { readonly parts: readonly TextPart[] }) =>
  // The parts of one text never change places.
  parts.map(({ text, isFound }, n) => (isFound ? <mark key={`${n} ${text}`}>{text}</mark> : text));

/** Returns the name of a kind of hits. */
export const kindName = (kind: keyof typeof words.kinds) => words.kinds[kind];
