import type { invoices, InvoiceState } from './invoice.table.ts';

type Invoice = typeof invoices.$inferSelect;

/** How an invoice stands on a day, for the client and for the team. */
export const invoiceStatuses = ['pending', 'overdue', 'reported', 'paid', 'void'] as const;

export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** A pending invoice is overdue from the day after its due date. Days are YYYY-MM-DD. */
export function invoiceStatusOf(
  { state, dueOn }: { readonly state: InvoiceState; readonly dueOn: string },
  today: string,
): InvoiceStatus {
  return state === 'pending' && dueOn < today ? 'overdue' : state;
}

/**
 * Did the client report its payment? Otherwise the team recorded it. Of an erased client who reported it no id is left; what the
 * team records is confirmed in the same moment.
 */
export const wasReported = ({
  paidAt,
  paidBy,
  clientId,
  confirmedAt,
}: Pick<Invoice, 'paidAt' | 'paidBy' | 'clientId' | 'confirmedAt'>): boolean =>
  paidAt !== null && (paidBy === null ? paidAt.getTime() !== confirmedAt?.getTime() : paidBy === clientId);

/** An invoice's number as it is shown: INV-1042. */
export const invoiceCodeOf = (number: number) => `INV-${number}`;
