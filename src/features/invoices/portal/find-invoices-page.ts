import { and, desc, eq, lt, sql, type SQL } from 'drizzle-orm';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import type { Calendar } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** Number of invoices per page. */
const pageSize = 100;

const { state, dueOn, confirmedAt, amountCents } = invoices;

/** Returns count, sum and earliest due date of the invoices that match a condition. */
const sumOf = (condition: SQL) => ({
  count: sql<number>`count(*) filter (where ${condition})`.mapWith(Number),
  cents: sql<number>`coalesce(sum(${amountCents}) filter (where ${condition}), 0)`.mapWith(Number),
  firstDueOn: sql<string | null>`(min(${dueOn}) filter (where ${condition}))::text`,
});

async function sumInvoices(db: Db, clientId: string, today: string, calendar: Calendar) {
  const newYear = calendar.startOf(`${today.slice(0, 4)}-01-01`).toISOString();
  const [sums] = await db
    .select({
      pending: sumOf(sql`${state} = 'pending' and ${dueOn} >= ${today}`),
      overdue: sumOf(sql`${state} = 'pending' and ${dueOn} < ${today}`),
      reported: sumOf(sql`${state} = 'reported'`),
      paid: sumOf(sql`${state} = 'paid' and ${confirmedAt} >= ${newYear}::timestamptz`),
    })
    .from(invoices)
    .where(eq(invoices.clientId, clientId));
  if (!sums) throw new Error('A sum without groups has one row');
  return sums;
}

/** Returns the invoices below a number, newest first. */
const listInvoices = (db: Db, clientId: string, before: number | null) =>
  db
    .select({
      id: invoices.id,
      number: invoices.number,
      description: invoices.description,
      amountCents,
      dueOn,
      state,
      voidReason: invoices.voidReason,
      projectNumber: projects.number,
      project: projects.name,
    })
    .from(invoices)
    .innerJoin(projects, eq(projects.id, invoices.projectId))
    .where(and(eq(invoices.clientId, clientId), before === null ? undefined : lt(invoices.number, before)))
    .orderBy(desc(invoices.number))
    .limit(pageSize + 1);

/** Returns the data of a client's invoices page on a day (YYYY-MM-DD), in two queries. */
export async function findInvoicesPage(
  db: Db,
  clientId: string,
  {
    today,
    before,
    calendar = studioCalendar,
  }: { readonly today: string; readonly before: number | null; readonly calendar?: Calendar },
) {
  const sums = await sumInvoices(db, clientId, today, calendar);
  const found = await listInvoices(db, clientId, before);
  const shown = found.slice(0, pageSize);
  return {
    sums,
    invoices: shown,
    /** Earlier invoices have numbers below this; null if there are none. */
    earlierThan: found.length > pageSize ? (shown.at(-1)?.number ?? null) : null,
  };
}

export type InvoicesPage = Awaited<ReturnType<typeof findInvoicesPage>>;
export type InvoiceRow = InvoicesPage['invoices'][number];
export type InvoiceSum = InvoicesPage['sums']['pending'];
