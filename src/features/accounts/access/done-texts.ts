import type { ActionOutcome } from './take-action.ts';

/** The sentences of a page about what was just done. The address names one of them. */
export const doneTexts = <Name extends string>(sentences: Readonly<Record<Name, string>>) => ({
  /** Shows the page at this path again with one of them. */
  saying: (path: string, name: Name): ActionOutcome => ({ ok: true, next: `${path}?said=${name}` }),
  /** The text that the address names; undefined for an unknown name. */
  doneTextOf: (name: string | null): string | undefined =>
    name !== null && Object.hasOwn(sentences, name) ? sentences[name as Name] : undefined,
});
