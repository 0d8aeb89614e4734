import words from '#content/desk-projects.yaml';
import type { ActionOutcome, FieldError } from '#src/features/accounts/access/action.ts';
import { numberText } from '#src/studio/locale.ts';
import { checkFields, type Entries } from '#src/platform/check-fields.ts';
import {
  longest,
  optionalLine,
  optionalText,
  requiredLine,
  requiredText,
} from '#src/platform/field.schema.ts';
import { fill } from '#src/platform/fill.ts';

const { errors } = words;

/** The checked values of a form, or its errors in words. */
export type Checked<T> =
  | { readonly ok: true; readonly values: T }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

type Problem = FieldError | null;

/** Returns the error for an invalid choice or number. */
export const problem = (field: string, message: string): FieldError => ({ field, code: 'option', message });

/**
 * Returns the error of a text, or null. `missing` is the message for an empty one, null if it is optional; the others are for a text
 * longer than `max` characters, or with characters that cannot be stored.
 */
export function checkText(
  entries: Entries,
  field: string,
  {
    max = longest.text,
    isLine = false,
    missing,
    tooLong = fill(errors.tooLong, { count: numberText(max) }),
    characters = errors.characters,
  }: {
    readonly max?: number;
    /** True for a field of one line. */
    readonly isLine?: boolean;
    readonly missing: string | null;
    readonly tooLong?: string;
    readonly characters?: string;
  },
): Problem {
  const [optional, required] = isLine ? [optionalLine, requiredLine] : [optionalText, requiredText];
  const schema = missing === null ? optional(max) : required(max);
  const [found] = checkFields({ [field]: schema }, entries);
  if (!found) return null;
  const { code } = found;
  if (code === 'required') return { field, code, message: missing ?? characters };
  return { field, code, message: code === 'too-long' ? tooLong : characters };
}

export const dayOrNull = (text = '') => (text === '' ? null : text);

/** Returns only the errors of a list of checks. */
export const present = (problems: readonly Problem[]) => problems.filter((one) => one !== null);

/** Returns the refusal of a form with invalid fields. */
export const wrongFields = (wrong: readonly FieldError[]): ActionOutcome => ({
  ok: false,
  status: 422,
  error: errors.summary,
  errors: wrong,
});
