import {
  sql,
  and,
  asc,
  desc,
  eq,
  type SQL,
  count,
  arrayContains,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
} from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { foldedSearch } from '#src/platform/database/holds-text.ts';
import { dayMs } from '#src/platform/durations.ts';
import { countWithheldConfirmations } from '../emails/submission-mails.ts';
import { type FormName, formNames } from '../form-names.ts';
import { type LeadStatus, leadStatuses, leadWaits, type LeadWait, dueSoonMs } from '../lead-status.ts';
import { submissions, leads, leadSearch, submissionSearch } from '../lead.table.ts';
import type { InboxFilter } from './inbox-filter.ts';

/** The data of the inbox page. */
export type Inbox = {
  readonly filter: InboxFilter;
  readonly now: Date;
  readonly leads: readonly InboxLead[];
  readonly hasMore: boolean;
  readonly counts: InboxCounts;
  /** Number of people with a held submission. */
  readonly heldCount: number;
  /** Number of leads with a follow-up. */
  readonly followUpCount: number;
  /** Failed emails, and confirmations withheld in the last day by the installation's limit. */
  readonly failedCount: number;
  /** The longest wait answered in the last seven days. */
  readonly longestWaitMinutes: number;
};

/** Returns the number of held people and failed emails and the week's longest wait, in one query. */
async function findMargins(db: Db, now: Date) {
  const weekAgo = new Date(now.getTime() - 7 * dayMs).toISOString();
  const result = await db.execute(sql`select
    (select count(distinct lead_id) from ${submissions} where is_held)::int as held,
    (select count(*) from ${leads} where follow_up_on is not null and not is_held)::int as "followUps",
    (select count(*) from ${outbox} where state = 'failed')::int as failed,
    (select coalesce(max((details ->> 'waitedMinutes')::int), 0) from activity
      where at > ${weekAgo}::timestamptz and kind in ('lead-answered', 'lead-replied'))::int as longest`);
  const { rows } = result as {
    rows: [{ held: number; followUps: number; failed: number; longest: number }];
  };
  return rows[0];
}

/** Returns the inbox in four queries, whatever the number of leads, plus one for a search. */
export async function findInbox(db: Db, filter: InboxFilter, now: Date): Promise<Inbox> {
  const searched = await matchesSearch(db, filter);
  const listed = await listInbox(db, searched, filter, now);
  const counts = await countInbox(db, searched, filter, now);
  const { held, followUps, failed, longest } = await findMargins(db, now);
  const withheld = await countWithheldConfirmations(db, now);
  return {
    filter,
    now,
    ...listed,
    counts,
    heldCount: held,
    followUpCount: followUps,
    failedCount: failed + withheld,
    longestWaitMinutes: longest,
  };
}

export const inboxPageSize = 50;

/** One lead in the inbox. */
export type InboxLead = {
  readonly id: string;
  readonly name: string;
  readonly status: LeadStatus;
  readonly waitingSince: Date | null;
  readonly openedAt: Date | null;
  readonly answeredAt: Date | null;
  readonly followUpOn: string | null;
  readonly followUpNote: string;
  /** The client whose person has this address; null if there is none. */
  readonly clientName: string | null;
  /** Their latest submission: its form and an excerpt. */
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

/** An excerpt of a submission: its text or the chosen options. */
export const excerpt = sql<string>`left(coalesce(${typed('message', 'project_details', 'project')},
  concat_ws(', ', ${typed('project_type', 'timeline', 'service', 'company')})), ${sql.raw(String(excerptLength))})`;

/** Returns one page of the inbox in one query: longest wait first, then the latest answer. */
async function listInbox(
  db: Db,
  searched: SQL | undefined,
  filter: InboxFilter,
  now: Date,
): Promise<{ leads: InboxLead[]; hasMore: boolean }> {
  const { id, name, emailKey, status, waitingSince, openedAt, answeredAt, followUpOn, followUpNote } = leads;
  const byDay = filter.isFollowUp ? [asc(followUpOn)] : [];
  const page = db
    .select({ id, name, emailKey, status, waitingSince, openedAt, answeredAt, followUpOn, followUpNote })
    .from(leads)
    .where(matchesFilter(searched, filter, now))
    .orderBy(...byDay, asc(waitingSince), sql`${answeredAt} desc nulls last`, asc(id))
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
    .select({
      lead: page._.selectedFields,
      form: latest.form,
      excerpt: latest.excerpt,
      clientName: clients.name,
    })
    .from(page)
    .leftJoin(people, eq(people.emailKey, page.emailKey))
    .leftJoin(clients, and(eq(clients.id, people.clientId), isNull(clients.erasedAt)))
    .leftJoinLateral(latest, sql`true`)
    .orderBy(
      ...(filter.isFollowUp ? [asc(page.followUpOn)] : []),
      asc(page.waitingSince),
      sql`${page.answeredAt} desc nulls last`,
      asc(page.id),
    );
  const found = rows.map(({ lead, ...rest }) => ({ ...lead, ...rest }));
  return { leads: found.slice(0, inboxPageSize), hasMore: found.length > inboxPageSize };
}

/** Number of leads for each option of a filter, with the other filters unchanged. */
export type InboxCounts = {
  /** In any state. */
  readonly every: number;
  readonly waits: Readonly<Record<LeadWait, number>>;
  readonly sources: Readonly<Record<FormName, number>>;
  readonly statuses: Readonly<Record<LeadStatus, number>>;
  /** The number that the current filter shows. */
  readonly shown: number;
};

type Group = { wait: LeadWait; status: LeadStatus; sources: readonly FormName[]; leads: number };

const sumOf = (groups: readonly Group[]) => groups.reduce((sum, group) => sum + group.leads, 0);

const perValue = <T extends string>(values: readonly T[], numberOf: (value: T) => number) =>
  Object.fromEntries(values.map((value) => [value, numberOf(value)])) as Record<T, number>;

/** Returns the counts for the inbox filters, in one query. */
async function countInbox(
  db: Db,
  searched: SQL | undefined,
  filter: InboxFilter,
  now: Date,
): Promise<InboxCounts> {
  const wait = waitOf(now).as('wait');
  const { status, sources } = leads;
  const groups: Group[] = await db
    .select({ wait, status, sources, leads: count() })
    .from(leads)
    .where(searched)
    .groupBy(sql`1, 2, 3`);
  const matching = (keys: { wait?: LeadWait | null; source?: FormName | null; status?: LeadStatus | null }) =>
    groups.filter(
      (group) =>
        (!keys.wait || group.wait === keys.wait) &&
        (!keys.source || group.sources.includes(keys.source)) &&
        (!keys.status || group.status === keys.status),
    );
  return {
    every: sumOf(matching({ ...filter, wait: null })),
    waits: perValue(leadWaits, (value) => sumOf(matching({ ...filter, wait: value }))),
    sources: perValue(formNames, (value) => sumOf(matching({ ...filter, source: value }))),
    statuses: perValue(leadStatuses, (value) => sumOf(matching({ ...filter, status: value }))),
    shown: sumOf(matching(filter)),
  };
}

const dueSince = (now: Date) => new Date(now.getTime() - dueSoonMs);
const { waitingSince, openedAt } = leads;

/** Returns the SQL expression for a lead's wait, as computed by `leadWaitOf`. */
const waitOf = (now: Date): SQL<LeadWait> => sql<LeadWait>`case
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
 * Returns the ids of leads whose submissions, name, address, notes or replies contain this text. Pattern characters are
 * matched literally.
 */
async function findLeadIdsByText(db: Db, text: string): Promise<string[]> {
  const sought = foldedSearch(text);
  const of = (table: typeof submissionSearch | typeof leadSearch) =>
    db
      .select({ leadId: table.leadId })
      .from(table)
      .where(sql`strpos(${table.content}, ${sought}) > 0`);
  const found = await union(of(submissionSearch), of(leadSearch));
  return found.map((row) => row.leadId);
}

/** Returns the condition for the leads to filter: all, or those with a held submission, narrowed by the search. */
async function matchesSearch(db: Db, { isHeld, search }: InboxFilter): Promise<SQL | undefined> {
  const held = db.select({ id: submissions.leadId }).from(submissions).where(eq(submissions.isHeld, true));
  // Searched once for both list and counts; passed as one text because a statement takes at most 65,535 parameters.
  const ids = search === '' ? null : (await findLeadIdsByText(db, search)).join(',');
  return and(
    isHeld ? inArray(leads.id, held) : eq(leads.isHeld, false),
    ids === null ? undefined : sql`${leads.id} = any(string_to_array(${ids}, ',')::uuid[])`,
  );
}

/** Returns the condition for the leads that a filter shows among those from `matchesSearch`. */
const matchesFilter = (searched: SQL | undefined, filter: InboxFilter, now: Date) =>
  and(
    searched,
    filter.isFollowUp ? isNotNull(leads.followUpOn) : undefined,
    filter.wait === null ? undefined : waitIs(filter.wait, now),
    filter.source === null ? undefined : arrayContains(leads.sources, [filter.source]),
    filter.status === null ? undefined : eq(leads.status, filter.status),
  );
