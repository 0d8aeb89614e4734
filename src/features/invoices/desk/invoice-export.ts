import { plainAmountOf } from '#src/features/invoices/money.ts';
import { invoiceStatusOf } from '#src/features/invoices/invoice-status.ts';
import { projectCodeOf } from '#src/features/projects/project-status.ts';
import { csvOf } from '#src/platform/csv.ts';
import type { InvoiceRow } from './invoice-list.ts';

/** Returns an amount without separators of thousands: "2500.00". */
export const decimalOf = (minor: number, currency: string) =>
  plainAmountOf(minor, currency).replaceAll(',', '').replace('−', '-');

const momentOf = (moment: Date | null) => moment?.toISOString() ?? null;

type ColumnOf = (row: InvoiceRow, today: string) => string | null;

/** The columns of both exports, with functions that return their values; `today` is YYYY-MM-DD. */
const columns = {
  id: ({ invoice }) => invoice.id,
  number: ({ invoice }) => invoice.code,
  status: ({ invoice }, today) => invoiceStatusOf(invoice, today),
  issuedOn: ({ invoice }) => invoice.issuedOn,
  dueOn: ({ invoice }) => invoice.dueOn,
  amount: ({ invoice }) => decimalOf(invoice.amountCents, invoice.currency),
  currency: ({ invoice }) => invoice.currency,
  paid: ({ invoice }) => decimalOf(invoice.paidMinor, invoice.currency),
  open: ({ invoice }) => decimalOf(invoice.openMinor, invoice.currency),
  description: ({ invoice }) => invoice.description,
  project: ({ project }) => projectCodeOf(project.number),
  projectName: ({ project }) => project.name,
  billToName: ({ invoice }) => invoice.billToName,
  billToEmail: ({ invoice }) => invoice.billToEmail,
  // A reported payment counts as paid once the studio has confirmed it.
  reportedAt: ({ invoice }) => (invoice.isReported ? momentOf(invoice.paidAt) : null),
  reportedBy: ({ invoice }) => (invoice.isReported ? invoice.paidByName : null),
  paidAt: ({ invoice }) => (invoice.state === 'paid' ? momentOf(invoice.paidAt) : null),
  paidOn: ({ invoice }) => invoice.paidOn,
  paidBy: ({ invoice }) => (invoice.state === 'paid' ? invoice.paidByName : null),
  confirmedAt: ({ invoice }) => momentOf(invoice.confirmedAt),
  confirmedBy: ({ invoice }) => invoice.confirmedByName,
  voidedAt: ({ invoice }) => momentOf(invoice.voidedAt),
  voidedBy: ({ invoice }) => invoice.voidedByName,
  voidReason: ({ invoice }) => invoice.voidReason,
} satisfies Record<string, ColumnOf>;

/** Returns an invoice for the JSON export; `today` is YYYY-MM-DD. */
export function exportedInvoiceOf(row: InvoiceRow, today: string): Record<string, string | null> {
  return Object.fromEntries(Object.entries<ColumnOf>(columns).map(([name, of]) => [name, of(row, today)]));
}

/** Returns the invoices as CSV, one per line, the id last. */
export function invoicesCsv(rows: readonly InvoiceRow[], today: string): string {
  const { id, ...others } = columns;
  const shown = Object.entries<ColumnOf>({ ...others, id });
  const lines = rows.map((row) => shown.map(([, of]) => of(row, today) ?? ''));
  return csvOf([shown.map(([name]) => name), ...lines]);
}
