import { count, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { formNames, type FormName } from '../form-names.ts';
import { leads } from '../lead.table.ts';
import { leadStatuses, type LeadStatus } from '../lead-status.ts';
import { waitOf } from './inbox-condition.ts';
import type { InboxFilter } from './inbox-filter.ts';
import { leadWaits, type LeadWait } from './lead-wait.ts';

/** How many leads each choice of a filter would show, the other choices staying as they are. */
export type InboxCounts = {
  /** Whatever their state. */
  readonly every: number;
  readonly waits: Readonly<Record<LeadWait, number>>;
  readonly sources: Readonly<Record<FormName, number>>;
  readonly statuses: Readonly<Record<LeadStatus, number>>;
  /** How many the filter itself shows. */
  readonly shown: number;
};

type Group = { wait: LeadWait; status: LeadStatus; sources: readonly FormName[]; leads: number };

const sumOf = (groups: readonly Group[]) => groups.reduce((sum, group) => sum + group.leads, 0);

const perValue = <T extends string>(values: readonly T[], numberOf: (value: T) => number) =>
  Object.fromEntries(values.map((value) => [value, numberOf(value)])) as Record<T, number>;

/** Counts the inbox for its filters, in one query. */
export async function countInbox(
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
