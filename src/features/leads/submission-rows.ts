import words from '#content/calls.yaml';
import forms from '#content/forms.yaml';
import type { Entries } from '#src/platform/check-fields.ts';
import { callClocks, clockWords } from '#src/studio/clock-words.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { isFormName, type FormName } from './form-names.ts';

type Field = { readonly label: string; readonly options?: readonly { value: string; label: string }[] };

/** Returns the fields of a form by name; none for a form of a newer version. */
export const fieldsOfForm = (form: FormName): Readonly<Record<string, Field>> =>
  isFormName(form) ? forms[form].fields : {};

/** Returns the labels of a form's fields with their values; '' for an empty one. */
export const submissionRows = (form: FormName, entries: Entries): { label: string; value: string }[] =>
  Object.entries(fieldsOfForm(form)).map(([name, { label, options = [] }]) => {
    const value = Object.hasOwn(entries, name) ? (entries[name] ?? '') : '';
    const chosen = value === '' ? undefined : options.find((option) => option.value === value);
    return { label, value: chosen?.label ?? value };
  });

/** The fields of a picked time. */
export const timeFieldNames = ['slot', 'time_zone'] as const;

export const isTimeField = (name: string) => timeFieldNames.some((known) => known === name);

/** Returns the picked time in the studio's time zone, and in the sender's if it differs; empty without one. */
export function pickedTimeRows(fields: Entries): { label: string; value: string }[] {
  const { slot = '', time_zone: timeZone = '' } = fields;
  if (slot === '') return [];
  const startsAt = new Date(slot);
  const ours = { label: words.submission.time, value: clockWords(startsAt, studioCalendar.timeZone).all };
  if (timeZone === '') return [ours];
  const { visitor, isSame } = callClocks({ startsAt, visitorZone: timeZone }, studioCalendar.timeZone);
  return isSame ? [ours] : [ours, { label: words.submission.visitorTime, value: visitor.all }];
}
