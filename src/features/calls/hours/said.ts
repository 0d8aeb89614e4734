import words from '#content/call-hours.yaml';
import type { ActionOutcome } from '#src/features/accounts/access/take-action.ts';

type Said = keyof typeof words.said;

/** Shows the page again with a sentence about what was done. */
export const saying = (path: string, said: Said): ActionOutcome => ({
  ok: true,
  next: `${path}?said=${said}`,
});

/** The sentence by its name in the address; undefined for a name that is none of ours. */
export const saidTextOf = (said: string | null): string | undefined =>
  said !== null && Object.hasOwn(words.said, said) ? words.said[said as Said] : undefined;
