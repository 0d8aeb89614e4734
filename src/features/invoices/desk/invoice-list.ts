import { asc, count, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { balanceColumns, listedPayments, openMinor } from '#src/features/invoices/balance.ts';
import type { Amount } from '#src/features/invoices/money.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { invoiceStatuses, type InvoiceStatus } from '#src/features/invoices/invoice-status.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';

export type InvoiceFilter = { readonly state: InvoiceStatus | null; /** From 1. */ readonly page: number };

/** Returns the filter in the query parameters; ignores malformed values. */
export function invoiceFilterOf(parameters: URLSearchParams): InvoiceFilter {
  const asked = parameters.get('state');
  const page = Number(parameters.get('page') ?? 1);
  return {
    state: invoiceStatuses.find((state) => state === asked) ?? null,
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
  };
}

/** Returns the query string of this filter; empty for all invoices. */
export function invoiceQueryOf({ state, page }: InvoiceFilter): string {
  const parameters = new URLSearchParams();
  if (state !== null) parameters.set('state', state);
  if (page > 1) parameters.set('page', String(page));
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}

const statusOn = (today: string) =>
  sql<InvoiceStatus>`case when ${invoices.state} = 'pending' and ${invoices.dueOn} < ${today}::date then 'overdue'
    else ${invoices.state} end`;

const invoicesOfPage = 100;

/** The columns of an invoice in the desk's lists. */
export const deskColumns = { ...getTableColumns(invoices), ...balanceColumns, payments: listedPayments };

const rowsOf = (db: Db) =>
  db
    .select({
      invoice: deskColumns,
      project: { number: projects.number, name: projects.name },
      clientName: clients.name,
    })
    .from(invoices)
    .innerJoin(projects, eq(projects.id, invoices.projectId))
    .innerJoin(clients, eq(clients.id, invoices.clientId));

export type InvoiceRow = Awaited<ReturnType<typeof rowsOf>>[number];

export type InvoiceSum = {
  readonly state: InvoiceStatus;
  readonly count: number;
  readonly amounts: readonly Amount[];
};

/**
 * Returns one page of the invoices in a state, newest first (pending and overdue: earliest due date first), and the
 * sums of every state.
 */
export async function listInvoices(
  db: Db,
  { state, page, today }: InvoiceFilter & { readonly today: string },
): Promise<{ rows: InvoiceRow[]; hasMore: boolean; sums: InvoiceSum[] }> {
  const stateToday = statusOn(today);
  const isOpen = state === 'pending' || state === 'overdue';
  const found = await rowsOf(db)
    .where(state === null ? undefined : eq(stateToday, state))
    .orderBy(...(isOpen ? [asc(invoices.dueOn)] : []), desc(invoices.number))
    .limit(invoicesOfPage + 1)
    .offset((page - 1) * invoicesOfPage);
  const counted = await db
    .select({
      state: stateToday.as('state_today'),
      currency: invoices.currency,
      count: count(),
      minor:
        sql<number>`sum(case ${invoices.state} when 'pending' then ${openMinor} when 'reported' then ${openMinor}
        else ${invoices.amountCents} end)`.mapWith(Number),
    })
    .from(invoices)
    .groupBy(sql`state_today`, invoices.currency)
    .orderBy(invoices.currency);
  const sums = [...Map.groupBy(counted, (row) => row.state)].map(([ofState, rowsOfState]) => ({
    state: ofState,
    count: rowsOfState.reduce((total, row) => total + row.count, 0),
    amounts: rowsOfState.map(({ currency, minor }) => ({ currency, minor })),
  }));
  return { rows: found.slice(0, invoicesOfPage), hasMore: found.length > invoicesOfPage, sums };
}

/** Returns every invoice, oldest first, for the exports. */
export const listAllInvoices = (db: Db): Promise<InvoiceRow[]> => rowsOf(db).orderBy(asc(invoices.number));
