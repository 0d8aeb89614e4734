import { and, count, desc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { openMinor } from '#src/features/invoices/balance.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import type { Calendar } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** Number of invoices per page. */
const pageSize = 100;

const { state, dueOn, confirmedAt, amountCents } = invoices;

const kinds = ['pending', 'overdue', 'reported', 'paid'] as const;

/** Returns count, amounts by currency and earliest due date of a client's invoices by status on a day; of the paid ones, this year's. */
async function sumInvoices(db: Db, clientId: string, today: string, calendar: Calendar) {
  const newYear = calendar.startOf(`${today.slice(0, 4)}-01-01`).toISOString();
  const kind = sql<
    (typeof kinds)[number]
  >`case when ${state} = 'pending' and ${dueOn} < ${today} then 'overdue'
    else ${state} end`;
  const isShown = or(inArray(state, ['pending', 'reported']), sql`${confirmedAt} >= ${newYear}::timestamptz`);
  const rows = await db
    .select({
      kind: kind.as('kind'),
      currency: invoices.currency,
      count: count(),
      minor: sql<number>`sum(case ${state} when 'paid' then ${amountCents} else ${openMinor} end)`.mapWith(
        Number,
      ),
      firstDueOn: sql<string>`min(${dueOn})::text`,
    })
    .from(invoices)
    .where(and(eq(invoices.clientId, clientId), ne(state, 'void'), isShown))
    .groupBy(sql`kind`, invoices.currency)
    .orderBy(invoices.currency);
  const sumOf = (of: (typeof kinds)[number]) => {
    const own = rows.filter((row) => row.kind === of);
    return {
      count: own.reduce((total, row) => total + row.count, 0),
      amounts: own.map(({ currency, minor }) => ({ currency, minor })),
      firstDueOn: own.map((row) => row.firstDueOn).toSorted()[0] ?? null,
    };
  };
  return {
    pending: sumOf('pending'),
    overdue: sumOf('overdue'),
    reported: sumOf('reported'),
    paid: sumOf('paid'),
  };
}

/** Returns the invoices below a number, newest first. */
const listInvoices = (db: Db, clientId: string, before: number | null) =>
  db
    .select({
      id: invoices.id,
      number: invoices.number,
      description: invoices.description,
      code: invoices.code,
      amountCents,
      currency: invoices.currency,
      openMinor,
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
