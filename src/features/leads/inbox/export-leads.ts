import { asc, sql } from 'drizzle-orm';
import words from '#content/forms.yaml';
import type { Entries } from '#src/platform/check-fields.ts';
import { csvOf } from '#src/platform/csv.ts';
import type { Db } from '#src/platform/database/database.ts';
import { type FormName, formNames } from '../form-names.ts';
import { storedFieldNames } from '../submissions/read-form.ts';
import type { LeadStatus } from '../lead-status.ts';
import { leads, submissions } from '../lead.table.ts';
import { timeFieldNames } from '../submission-rows.ts';

/** One person with all their submissions, as exported by `/desk/leads.json`. */
export type LeadRecord = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly status: LeadStatus;
  readonly createdAt: string;
  /** True if only held submissions exist. */
  readonly held: boolean;
  /** The day to contact them again, YYYY-MM-DD. */
  readonly followUpOn: string | null;
  readonly followUpNote: string;
  readonly submissions: readonly SubmissionRecord[];
};

export type SubmissionRecord = {
  readonly id: string;
  readonly form: FormName;
  readonly form_source: string;
  readonly createdAt: string;
  readonly held: boolean;
  /** Every value exactly as typed. */
  readonly fields: Entries;
};

/** Returns all leads, oldest first, each with their submissions in chronological order. */
export async function listLeads(db: Db): Promise<LeadRecord[]> {
  // Names as JSON: PGlite drops a leading byte order mark from text.
  const people = await db
    .select({ lead: leads, name: sql<string>`to_json(${leads.name})` })
    .from(leads)
    .orderBy(asc(leads.createdAt), asc(leads.id));
  const sent = await db.select().from(submissions).orderBy(asc(submissions.createdAt), asc(submissions.id));
  const byLead = Map.groupBy(sent, ({ leadId }) => leadId);
  return people.map(({ lead, name }) => ({
    id: lead.id,
    name,
    email: lead.email,
    status: lead.status,
    createdAt: lead.createdAt.toISOString(),
    held: lead.isHeld,
    followUpOn: lead.followUpOn,
    followUpNote: lead.followUpNote,
    submissions: (byLead.get(lead.id) ?? []).map(({ id, form, formSource, createdAt, isHeld, fields }) => ({
      id,
      form,
      form_source: formSource,
      createdAt: createdAt.toISOString(),
      held: isHeld,
      fields,
    })),
  }));
}

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
  'follow_up_on',
  'follow_up_note',
];

const askedNames = formNames.flatMap((form) => Object.keys(words[form].fields));

/** All other stored fields: visible fields in form order, the picked time, hidden fields. */
const fieldNames = [...new Set([...askedNames, ...timeFieldNames, ...storedFieldNames])].filter(
  (name) => !ownColumns.includes(name),
);

const columns = [...ownColumns, ...fieldNames];

/** Returns a CSV file (RFC 4180) with one line per submission and no formulas that a spreadsheet would run. */
export function leadsCsv(records: readonly LeadRecord[]): string {
  const lines = records.flatMap((lead) =>
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
      lead.followUpOn ?? '',
      lead.followUpNote,
      ...fieldNames.map((name) => submission.fields[name] ?? ''),
    ]),
  );
  return csvOf([columns, ...lines]);
}
