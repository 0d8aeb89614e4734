import { type FormName } from './form-names.ts';
import { submissionRows } from './submission-rows.ts';
import type { Entries } from '#src/platform/check-fields.ts';

/** The field of each form that contains the sender's request; null if the whole form is the request. */
const questions: Readonly<Record<FormName, string | null>> = {
  brief: null,
  contact: 'message',
  'discovery-call': 'project_details',
  'lead-capture': 'project',
  message: 'message',
};

const whose = new Set(['name', 'email', 'phone']);

/** Returns what a submission asks, as a reply quotes it; empty if nothing was typed. */
export function questionOf(form: FormName, fields: Entries): string {
  const field = questions[form];
  if (field !== null) return (fields[field] ?? '').trim();
  const entries = Object.fromEntries(Object.entries(fields).filter(([name]) => !whose.has(name)));
  return submissionRows(form, entries)
    .filter(({ value }) => value !== '')
    .map(({ label, value }) => `${label}: ${value}`)
    .join('\n');
}

/** Returns the latest submission that was not held when a reply was sent; null if there is none. */
export const answeredBy = <S extends { readonly isHeld: boolean; readonly createdAt: Date }>(
  submissions: readonly S[],
  sentAt: Date,
): S | null => submissions.findLast(({ isHeld, createdAt }) => !isHeld && createdAt <= sentAt) ?? null;
