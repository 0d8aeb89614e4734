import words from '#content/forms.yaml';
import { csvOf } from '#src/platform/csv.ts';
import { storedFieldNames } from '#src/features/leads/intake/form-post.ts';
import { formNames } from '../form-names.ts';
import { timeFieldNames } from '../picked-time.ts';
import type { LeadRecord } from './list-leads.ts';

const ownColumns = [
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
];

const askedNames = formNames.flatMap((form) => Object.keys(words[form].fields));

/** Every other field that any form stores: those that are filled in by the order of the forms, a time that was picked, what nobody sees. */
const fieldNames = [...new Set([...askedNames, ...timeFieldNames, ...storedFieldNames])].filter(
  (name) => !ownColumns.includes(name),
);

const columns = [...ownColumns, ...fieldNames];

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
