import forms from '#content/forms.yaml';
import system from '#content/system.yaml';
import type { FormName } from '#src/features/leads/form-names.ts';

/** What a form is called where it stands alone. */
export function formTitleOf(form: FormName): string {
  if (form === 'brief') return system.destinations.brief;
  if (form === 'contact') return system.keyDestinations.contact;
  return forms[form].title;
}
