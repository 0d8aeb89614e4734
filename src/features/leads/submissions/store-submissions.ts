import { inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import { advancedStatus, type FormStatus } from '../lead-status.ts';
import { submissions as submissionTable } from '../lead.table.ts';
import type { Submission } from './submission.ts';

/** Returns the fingerprints of the submissions that are already stored, by id. */
export async function findFingerprints(tx: Db, ids: string[]): Promise<Map<string, string>> {
  const { id, fingerprint } = submissionTable;
  const rows = await tx.select({ id, fingerprint }).from(submissionTable).where(inArray(id, ids));
  return new Map(rows.map((row) => [row.id, row.fingerprint]));
}

const furthest = (submissions: readonly Submission[]) =>
  submissions.reduce<FormStatus>(
    (status, { reached }) => advancedStatus(status, reached) as FormStatus,
    'guest',
  );

/** Groups submissions by person, one row each. Held submissions count only for a person without others. */
function peopleOf(submissions: readonly Submission[]) {
  return [...Map.groupBy(submissions, ({ email }) => emailKeyOf(email))].map(([emailKey, theirs]) => {
    const counted = theirs.filter(({ isHeld }) => !isHeld);
    const [first] = [...counted, ...theirs];
    return {
      id: uuidv7(),
      email_key: emailKey,
      email: first?.email,
      name: first?.name,
      status: furthest(counted),
      is_held: counted.length === 0,
      created_at: first?.createdAt,
      waiting_since: counted[0]?.createdAt ?? null,
      sources: [...new Set(counted.map(({ form }) => form))],
    };
  });
}

// A held submission also updates the visitor, so that its sender cannot detect the hold.
function visitorsOf(submissions: readonly Submission[]) {
  return [...Map.groupBy(submissions, ({ visitorId }) => visitorId)].map(([id, theirs]) => ({
    id,
    status: furthest(theirs),
    seen_at: theirs[0]?.createdAt,
  }));
}

const rowsOf = (submissions: readonly Submission[]) =>
  submissions.map((submission) => ({
    id: submission.id,
    email_key: emailKeyOf(submission.email),
    form: submission.form,
    form_source: submission.formSource,
    fields: submission.fields,
    fingerprint: submission.fingerprint,
    is_held: submission.isHeld,
    created_at: submission.createdAt,
  }));

/**
 * Stores new submissions with their leads and visitors in one statement. Returns the number stored, which is lower only
 * if another process stored the same ones in the meantime.
 */
export async function storeSubmissions(tx: Db, submissions: readonly Submission[]): Promise<number> {
  const given = (rows: unknown) => sql`json_to_recordset(${JSON.stringify(rows)}::json)`;
  // Rows are written in key order to avoid deadlocks between processes.
  const stored = await tx.execute(sql`
    with people as (
      insert into leads (id, email_key, email, name, status, is_held, created_at, waiting_since, sources)
      select id, email_key, email, name, status, is_held, created_at, waiting_since, sources
      from ${given(peopleOf(submissions))} as given (id uuid, email_key text, email text, name text, status text,
        is_held boolean, created_at timestamptz, waiting_since timestamptz, sources text[])
      order by email_key
      on conflict (email_key) do update set
        email = case when leads.is_held and not excluded.is_held then excluded.email else leads.email end,
        name = case when leads.is_held and not excluded.is_held then excluded.name else leads.name end,
        status = case when (leads.status, excluded.status) in (('guest', 'lead'), ('guest', 'booked'), ('lead', 'booked'))
          then excluded.status else leads.status end,
        is_held = leads.is_held and excluded.is_held,
        waiting_since = coalesce(leads.waiting_since, excluded.waiting_since),
        sources = case when leads.sources @> excluded.sources then leads.sources
          else array(select unnest(leads.sources) union select unnest(excluded.sources)) end
      returning id, email_key
    ), stored as (
      insert into submissions (id, lead_id, form, form_source, fields, fingerprint, is_held, created_at)
      select given.id, people.id, form, form_source, fields, fingerprint, is_held, created_at
      from ${given(rowsOf(submissions))} as given (id uuid, email_key text, form text, form_source text, fields json,
        fingerprint text, is_held boolean, created_at timestamptz)
      join people on people.email_key = given.email_key
      order by given.id
      on conflict (id) do nothing
      returning id
    ), seen as (
      insert into visitors (id, status, seen_at)
      select id, status, seen_at from ${given(visitorsOf(submissions))} as given (id uuid, status text, seen_at timestamptz)
      order by id
      on conflict (id) do update set seen_at = excluded.seen_at,
        status = case when excluded.status = 'booked' then 'booked' else visitors.status end
    )
    select id from stored`);
  return rowCountOf(stored);
}

// Both drivers return `rows`, which Drizzle's common type does not declare.
const rowCountOf = (result: unknown) => (result as { rows: unknown[] }).rows.length;
