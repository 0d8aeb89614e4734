import forms from '#content/forms.yaml';
import type { Entries } from '#src/platform/check-fields.ts';
import { isFormName, type FormName } from './form-names.ts';

type Field = { readonly label: string; readonly options?: readonly { value: string; label: string }[] };

/** Returns the fields of a form by name; none for a form of a newer version. */
export const fieldsOfForm = (form: FormName): Readonly<Record<string, Field>> =>
  isFormName(form) ? forms[form].fields : {};

/** Returns what a form asks for, under its labels, with what was typed or chosen in it; '' where that is nothing. */
export const typedRows = (form: FormName, entries: Entries): { label: string; value: string }[] =>
  Object.entries(fieldsOfForm(form)).map(([name, { label, options = [] }]) => {
    const value = Object.hasOwn(entries, name) ? (entries[name] ?? '') : '';
    const chosen = value === '' ? undefined : options.find((option) => option.value === value);
    return { label, value: chosen?.label ?? value };
  });
