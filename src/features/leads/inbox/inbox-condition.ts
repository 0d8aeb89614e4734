import { and, arrayContains, eq, gt, inArray, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Db } from '#src/platform/database/database.ts';
import { leads } from '../lead.table.ts';
import { leadSearch, submissions, submissionSearch } from '../submission.table.ts';
import { foldedSearch } from '#src/platform/database/holds-text.ts';
import type { InboxFilter } from './inbox-filter.ts';
import { dueSoonMs, type LeadWait } from './lead-wait.ts';

const dueSince = (now: Date) => new Date(now.getTime() - dueSoonMs);
const { waitingSince, openedAt } = leads;

/** The state of a lead as `leadWaitOf` computes it. */
export const waitOf = (now: Date): SQL<LeadWait> => sql<LeadWait>`case
  when ${waitingSince} is null then 'answered'
  when ${lte(waitingSince, dueSince(now))} then 'due'
  when ${openedAt} >= ${waitingSince} then 'open'
  else 'new' end`;

const waitIs = (wait: LeadWait, now: Date) => {
  if (wait === 'answered') return isNull(waitingSince);
  if (wait === 'due') return lte(waitingSince, dueSince(now));
  const isOpened = sql`coalesce(${openedAt} >= ${waitingSince}, false)`;
  return and(
    isNotNull(waitingSince),
    gt(waitingSince, dueSince(now)),
    wait === 'open' ? isOpened : sql`not ${isOpened}`,
  );
};

/**
 * The ids of those who have typed this text anywhere, their name and address included, and of those about whom it is in a note or a
 * reply. Signs of patterns have no meaning.
 */
async function whomItIsAbout(db: Db, text: string): Promise<string[]> {
  const sought = foldedSearch(text);
  const of = (table: typeof submissionSearch | typeof leadSearch) =>
    db
      .select({ leadId: table.leadId })
      .from(table)
      .where(sql`strpos(${table.content}, ${sought}) > 0`);
  const found = await union(of(submissionSearch), of(leadSearch));
  return found.map((row) => row.leadId);
}

/** The leads among which the filters choose: all, or those with a held submission; of these, those that a search finds. */
export async function matchesSearch(db: Db, { isHeld, search }: InboxFilter): Promise<SQL | undefined> {
  const held = db.select({ id: submissions.leadId }).from(submissions).where(eq(submissions.isHeld, true));
  // Found once, for what lists and what counts; handed over as one text, since a statement takes 65,535 parameters at most.
  const ids = search === '' ? null : (await whomItIsAbout(db, search)).join(',');
  return and(
    isHeld ? inArray(leads.id, held) : eq(leads.isHeld, false),
    ids === null ? undefined : sql`${leads.id} = any(string_to_array(${ids}, ',')::uuid[])`,
  );
}

/** The leads that a filter shows, of those that `matchesSearch` has found. */
export const matchesFilter = (searched: SQL | undefined, filter: InboxFilter, now: Date) =>
  and(
    searched,
    filter.wait === null ? undefined : waitIs(filter.wait, now),
    filter.source === null ? undefined : arrayContains(leads.sources, [filter.source]),
    filter.status === null ? undefined : eq(leads.status, filter.status),
  );
