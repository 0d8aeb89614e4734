import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import type { FormName } from '../form-names.ts';
import { leads } from '../lead.table.ts';
import { submissions } from '../submission.table.ts';
import type { LeadStatus } from '../lead-status.ts';
import { matchesFilter } from './inbox-condition.ts';
import type { InboxFilter } from './inbox-filter.ts';

export const inboxPageSize = 50;

/** A line of the inbox. */
export type InboxLead = {
  readonly id: string;
  readonly name: string;
  readonly status: LeadStatus;
  readonly waitingSince: Date | null;
  readonly openedAt: Date | null;
  readonly answeredAt: Date | null;
  /** Their latest submission: its form, and the beginning of what it says. */
  readonly form: FormName | null;
  readonly excerpt: string | null;
};

const excerptLength = 300;
const { fields } = submissions;

const typed = (...names: readonly string[]) =>
  sql.join(
    names.map((name) => sql`nullif(trim(${fields} ->> ${name}), '')`),
    sql`, `,
  );

/** An excerpt of a submission: its text, or else the options that were chosen. */
const excerpt = sql<string>`left(coalesce(${typed('message', 'project_details', 'project')},
  concat_ws(', ', ${typed('project_type', 'timeline', 'service', 'company')})), ${sql.raw(String(excerptLength))})`;

/** One page of the inbox: the longest wait first, then the latest answer. One query. */
export async function listInbox(
  db: Db,
  searched: SQL | undefined,
  filter: InboxFilter,
  now: Date,
): Promise<{ leads: InboxLead[]; hasMore: boolean }> {
  const { id, name, status, waitingSince, openedAt, answeredAt } = leads;
  const page = db
    .select({ id, name, status, waitingSince, openedAt, answeredAt })
    .from(leads)
    .where(matchesFilter(searched, filter, now))
    .orderBy(asc(waitingSince), sql`${answeredAt} desc nulls last`, asc(id))
    .limit(inboxPageSize + 1)
    .offset((filter.page - 1) * inboxPageSize)
    .as('page');
  const shown = filter.isHeld ? undefined : eq(submissions.isHeld, false);
  const latest = db
    .select({ form: submissions.form, excerpt: excerpt.as('excerpt') })
    .from(submissions)
    .where(and(eq(submissions.leadId, page.id), shown))
    .orderBy(desc(submissions.createdAt), desc(submissions.id))
    .limit(1)
    .as('latest');
  const rows = await db
    .select({ lead: page._.selectedFields, form: latest.form, excerpt: latest.excerpt })
    .from(page)
    .leftJoinLateral(latest, sql`true`)
    .orderBy(asc(page.waitingSince), sql`${page.answeredAt} desc nulls last`, asc(page.id));
  const found = rows.map(({ lead, ...rest }) => ({ ...lead, ...rest }));
  return { leads: found.slice(0, inboxPageSize), hasMore: found.length > inboxPageSize };
}
