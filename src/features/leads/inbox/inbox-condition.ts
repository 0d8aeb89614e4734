import { and, arrayContains, eq, gt, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { leads } from '#src/features/leads/records/lead.table.ts';
import { submissions } from '#src/features/leads/records/submission.table.ts';
import { isLike, spellingsOf } from '#src/platform/database/holds-text.ts';
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

/** Does the lead's name, address or anything they typed contain this text? Signs of patterns have no meaning. */
function contains(db: Db, text: string) {
  const spellings = spellingsOf(text);
  // First the stored JSON as it is, in which a value stands as JSON writes it; then the values alone, without their names.
  const written = spellings.map((spelling) => JSON.stringify(spelling).slice(1, -1));
  const typed = db
    .select({ id: submissions.leadId })
    .from(submissions)
    .where(
      and(
        isLike(sql`${submissions.fields}::text`, written),
        sql`exists (select 1 from json_each_text(${submissions.fields}) field where ${isLike(sql`field.value`, spellings)})`,
      ),
    );
  return or(isLike(leads.name, spellings), isLike(leads.email, spellings), inArray(leads.id, typed));
}

/** The leads among which the filters choose: all, or those with a held submission; of these, those that a search finds. */
export function matchesSearch(db: Db, { isHeld, search }: InboxFilter) {
  const held = db.select({ id: submissions.leadId }).from(submissions).where(eq(submissions.isHeld, true));
  return and(
    isHeld ? inArray(leads.id, held) : eq(leads.isHeld, false),
    search === '' ? undefined : contains(db, search),
  );
}

/** The leads that a filter shows. */
export const matchesFilter = (db: Db, filter: InboxFilter, now: Date) =>
  and(
    matchesSearch(db, filter),
    filter.wait === null ? undefined : waitIs(filter.wait, now),
    filter.source === null ? undefined : arrayContains(leads.sources, [filter.source]),
    filter.status === null ? undefined : eq(leads.status, filter.status),
  );
