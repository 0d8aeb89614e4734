import { asc, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import type { FormName } from '../form-names.ts';
import { leads } from '../lead.table.ts';
import { submissions } from '../submission.table.ts';
import type { LeadStatus } from '../lead-status.ts';

/** One person with everything they sent, as `/desk/leads.json` gives it. */
export type LeadRecord = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly status: LeadStatus;
  readonly createdAt: string;
  /** Known from held submissions alone. */
  readonly held: boolean;
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

/** Everybody, the first first, each with their submissions in the order in which they came. */
export async function listLeads(db: Db): Promise<LeadRecord[]> {
  // Names as JSON: PGlite drops a byte order mark from the beginning of a text that it reads.
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
