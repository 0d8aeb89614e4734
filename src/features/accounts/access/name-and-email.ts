import { checkFields, type Entries } from '#src/platform/check-fields.ts';
import { longest, requiredEmail, requiredText } from '#src/platform/field.schema.ts';
import type { ActionOutcome } from './take-action.ts';

/** The fields for a person's name and address. */
export const nameAndEmail = { name: requiredText(longest.name), email: requiredEmail };

/** The answer to a form in which one of these is wrong, in the words of its page; null where neither is. */
export function nameAndEmailRefusal(
  entries: Entries,
  words: Readonly<Record<keyof typeof nameAndEmail, string>>,
): ActionOutcome | null {
  const errors = checkFields(nameAndEmail, entries).map(({ field, code }) => ({
    field,
    code,
    message: words[field as keyof typeof nameAndEmail],
  }));
  const [first] = errors;
  return first ? { ok: false, status: 422, error: first.message, errors } : null;
}
