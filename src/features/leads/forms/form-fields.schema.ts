import type { FormName } from '../form-names.ts';
import type { Fields } from '#src/platform/check-fields.ts';
import { choiceOf, longest, optionalText, requiredEmail, requiredText } from '#src/platform/field.schema.ts';

const person = { name: requiredText(longest.name), email: requiredEmail };

const fieldsByForm: Readonly<
  Record<FormName, (choice: (field: string) => ReturnType<typeof choiceOf>) => Fields>
> = {
  'discovery-call': (choice) => ({
    ...person,
    phone: optionalText(longest.phone),
    preferred_time: choice('preferred_time'),
    project_details: optionalText(longest.text),
  }),
  brief: (choice) => ({
    ...person,
    project_type: choice('project_type'),
    timeline: choice('timeline'),
  }),
  contact: (choice) => ({
    ...person,
    company: optionalText(longest.company),
    service: choice('service'),
    message: requiredText(longest.text),
  }),
  'lead-capture': () => ({ ...person, project: optionalText(longest.text) }),
  message: () => ({ ...person, message: requiredText(longest.text) }),
};

/**
 * Returns the fields of a form with their checks, for browser and server. `choicesOf` returns a field's options: the
 * server reads them from content/forms.yaml, the browser from the lists on the page.
 */
export const formFieldsOf = (form: FormName, choicesOf: (field: string) => readonly string[]): Fields =>
  fieldsByForm[form]((field) => choiceOf(choicesOf(field)));
