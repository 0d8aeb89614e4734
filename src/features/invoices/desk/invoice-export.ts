import { invoiceCodeOf, invoiceStatusOf } from '#src/features/invoices/invoice-status.ts';
import { projectCodeOf } from '#src/features/projects/project-status.ts';
import { csvOf } from '#src/platform/csv.ts';
import type { InvoiceRow } from './invoice-list.ts';

const decimalOf = (cents: number) => {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const momentOf = (moment: Date | null) => moment?.toISOString() ?? null;

/** An invoice as the exports hold it; `today` is YYYY-MM-DD. */
export function exportedInvoiceOf({ invoice, project }: InvoiceRow, today: string) {
  const isPaid = invoice.state === 'paid';
  const { isReported } = invoice;
  return {
    id: invoice.id,
    number: invoiceCodeOf(invoice.number),
    status: invoiceStatusOf(invoice, today),
    issuedOn: invoice.issuedOn,
    dueOn: invoice.dueOn,
    amount: decimalOf(invoice.amountCents),
    currency: 'USD',
    description: invoice.description,
    project: projectCodeOf(project.number),
    projectName: project.name,
    billToName: invoice.billToName,
    billToEmail: invoice.billToEmail,
    // Until the studio has confirmed it, nothing is paid.
    reportedAt: isReported ? momentOf(invoice.paidAt) : null,
    reportedBy: isReported ? invoice.paidByName : null,
    paidAt: isPaid ? momentOf(invoice.paidAt) : null,
    paidOn: invoice.paidOn,
    paidBy: isPaid ? invoice.paidByName : null,
    confirmedAt: momentOf(invoice.confirmedAt),
    confirmedBy: invoice.confirmedByName,
    voidedAt: momentOf(invoice.voidedAt),
    voidedBy: invoice.voidedByName,
    voidReason: invoice.voidReason,
  };
}

type ExportedInvoice = ReturnType<typeof exportedInvoiceOf>;

const columns = [
  'number',
  'status',
  'issuedOn',
  'dueOn',
  'amount',
  'currency',
  'description',
  'project',
  'projectName',
  'billToName',
  'billToEmail',
  'reportedAt',
  'reportedBy',
  'paidAt',
  'paidOn',
  'paidBy',
  'confirmedAt',
  'confirmedBy',
  'voidedAt',
  'voidedBy',
  'voidReason',
  'id',
] as const satisfies readonly (keyof ExportedInvoice)[];

/** The invoices as a file for a spreadsheet, one line each. */
export function invoicesCsv(rows: readonly InvoiceRow[], today: string): string {
  const lines = rows.map((row) => {
    const invoice = exportedInvoiceOf(row, today);
    return columns.map((column) => invoice[column] ?? '');
  });
  return csvOf([columns, ...lines]);
}
