import type { FormName } from '#src/features/leads/form-names.ts';
import type { Fields } from '#src/platform/check-fields.ts';
import { choiceOf, longest, optionalText, requiredEmail, requiredText } from '#src/platform/field.schema.ts';

/**
 * What each form asks for and how it is checked, in the browser as on the server. `choicesOf` returns the values that a
 * field offers to choose from: the server reads them from content/forms.yaml, the browser from the lists on the page.
 */
export function formFieldsOf(form: FormName, choicesOf: (field: string) => readonly string[]): Fields {
  const person = { name: requiredText(longest.name), email: requiredEmail };
  const choice = (field: string) => choiceOf(choicesOf(field));
  switch (form) {
    case 'brief':
      return { ...person, project_type: choice('project_type'), timeline: choice('timeline') };
    case 'contact':
      return {
        ...person,
        company: optionalText(longest.company),
        service: choice('service'),
        message: requiredText(longest.text),
      };
    case 'discovery-call':
      return {
        ...person,
        phone: optionalText(longest.phone),
        preferred_time: choice('preferred_time'),
        project_details: optionalText(longest.text),
      };
    case 'lead-capture':
      return { ...person, project: optionalText(longest.text) };
    case 'message':
      return { ...person, message: requiredText(longest.text) };
  }
}
