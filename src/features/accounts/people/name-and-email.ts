import words from '#content/forms.yaml';
import { checkFields, type Entries, type FieldProblem } from '#src/platform/check-fields.ts';
import { longest, requiredEmail, requiredLine } from '#src/platform/field.schema.ts';
import { fill } from '#src/platform/fill.ts';
import type { ActionOutcome } from '../access/action.ts';

/** The fields for a person's name and address. */
export const nameAndEmail = { name: requiredLine(longest.name), email: requiredEmail };

/** Returns the sentence about a wrong address: that of its page, or where an invisible character is. */
export const emailMessage = ({ code, before = '' }: FieldProblem, sentence: string): string =>
  code === 'invisible' ? fill(words.shared.errors.invisible, { before }) : sentence;

/** The answer to a form in which one of these is wrong, in the words of its page; null where neither is. */
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
