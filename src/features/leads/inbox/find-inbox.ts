import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { submissions } from '../submission.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { countWithheldConfirmations } from '../emails/confirmation-limits.ts';
import { dayMs } from '#src/platform/durations.ts';
import { countInbox, type InboxCounts } from './count-inbox.ts';
import { matchesSearch } from './inbox-condition.ts';
import type { InboxFilter } from './inbox-filter.ts';
import { listInbox, type InboxLead } from './list-inbox.ts';

/** The data of the inbox's page. */
export type Inbox = {
  readonly filter: InboxFilter;
  readonly now: Date;
  readonly leads: readonly InboxLead[];
  readonly hasMore: boolean;
  readonly counts: InboxCounts;
  /** How many people have a submission that is held. */
  readonly heldCount: number;
  /** Mails that failed, and confirmations of the last day that the installation's limit withheld. */
  readonly failedCount: number;
  /** The longest wait that was answered in the last seven days. */
  readonly longestWaitMinutes: number;
};

/** Held people, failed mails and the week's longest silence, in one query. */
async function findMargins(db: Db, now: Date) {
  const weekAgo = new Date(now.getTime() - 7 * dayMs).toISOString();
  const result = await db.execute(sql`select
    (select count(distinct lead_id) from ${submissions} where is_held)::int as held,
    (select count(*) from ${outbox} where state = 'failed')::int as failed,
    (select coalesce(max((details ->> 'waitedMinutes')::int), 0) from activity
      where at > ${weekAgo}::timestamptz and kind in ('lead-answered', 'lead-replied'))::int as longest`);
  const { rows } = result as { rows: [{ held: number; failed: number; longest: number }] };
  return rows[0];
}

/** Everything on the inbox, in four queries however many leads there are, and one more for a search. */
export async function findInbox(db: Db, filter: InboxFilter, now: Date): Promise<Inbox> {
  const searched = await matchesSearch(db, filter);
  const { leads, hasMore } = await listInbox(db, searched, filter, now);
  const counts = await countInbox(db, searched, filter, now);
  const { held, failed, longest } = await findMargins(db, now);
  const withheld = await countWithheldConfirmations(db, now);
  return {
    filter,
    now,
    leads,
    hasMore,
    counts,
    heldCount: held,
    failedCount: failed + withheld,
    longestWaitMinutes: longest,
  };
}
