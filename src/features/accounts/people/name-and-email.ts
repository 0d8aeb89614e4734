import words from '#content/forms.yaml';
import { checkFields, type Entries, type FieldProblem } from '#src/platform/check-fields.ts';
import { longest, requiredEmail, requiredLine } from '#src/platform/field.schema.ts';
import { fill } from '#src/platform/fill.ts';
import type { ActionOutcome } from '../access/action.ts';

/** The form fields for a person's name and email address. */
export const nameAndEmail = { name: requiredLine(longest.name), email: requiredEmail };

/** Returns the error for an invalid email address: the page's own, or the position of an invisible character. */
export const emailMessage = ({ code, before = '' }: FieldProblem, sentence: string): string =>
  code === 'invisible' ? fill(words.shared.errors.invisible, { before }) : sentence;

/** Returns the refusal of a form with an invalid name or email address; null if both are valid. */
export function nameAndEmailRefusal(
  entries: Entries,
  sentences: Readonly<Record<keyof typeof nameAndEmail, string>>,
): ActionOutcome | null {
  const errors = checkFields(nameAndEmail, entries).map((problem) => ({
    ...problem,
    message: emailMessage(problem, sentences[problem.field as keyof typeof nameAndEmail]),
  }));
  const [first] = errors;
  return first ? { ok: false, status: 422, error: first.message, errors } : null;
}
