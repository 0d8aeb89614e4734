import words from '#content/forms.yaml';
import { csvOf } from '#src/platform/csv.ts';
import { formNames } from '#src/features/leads/records/form-names.ts';
import type { LeadRecord } from './list-leads.ts';

/** Every field that any form asks for, in the order of the forms. */
const fieldNames = [...new Set(formNames.flatMap((form) => Object.keys(words[form].fields)))].filter(
  (name) => name !== 'name' && name !== 'email',
);

const columns = [
  'lead_id',
  'name',
  'email',
  'status',
  'lead_created_at',
  'submission_id',
  'form',
  'form_source',
  'created_at',
  'held',
  ...fieldNames,
];

/** One line a submission (RFC 4180), readable by a spreadsheet without running anything in it. */
export function leadsCsv(leads: readonly LeadRecord[]): string {
  const lines = leads.flatMap((lead) =>
    lead.submissions.map((submission) => [
      lead.id,
      submission.fields['name'] ?? lead.name,
      submission.fields['email'] ?? lead.email,
      lead.status,
      lead.createdAt,
      submission.id,
      submission.form,
      submission.form_source,
      submission.createdAt,
      String(submission.held),
      ...fieldNames.map((name) => submission.fields[name] ?? ''),
    ]),
  );
  return csvOf([columns, ...lines]);
}
