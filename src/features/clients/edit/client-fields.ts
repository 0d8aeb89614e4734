import words from '#content/desk-clients.yaml';
import type { FieldError } from '#src/features/accounts/access/take-action.ts';
import { checkText } from '#src/features/workspace/form-checks.ts';
import { checkFields, type Entries } from '#src/platform/check-fields.ts';
import { longest, requiredEmail } from '#src/platform/field.schema.ts';

const { errors } = words;

/** What is wrong with the name of a client that was typed; null where nothing is. */
export const checkClientName = (entries: Entries): FieldError | null =>
  checkText(entries, 'client', { max: longest.company, missing: errors.client });

/** What is wrong with the name and the address of a person that were typed. */
export function checkPerson(entries: Entries): (FieldError | null)[] {
  const email = { email: entries['email']?.trim() ?? '' };
  const [wrong] = checkFields({ email: requiredEmail }, email);
  return [
    checkText(entries, 'name', { max: longest.name, missing: errors.person }),
    wrong ? { ...wrong, message: errors.email } : null,
  ];
}
