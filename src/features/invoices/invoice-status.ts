import type { InvoiceState } from './invoice.table.ts';

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

/** An invoice's number as it is shown: INV-1042. */
export const invoiceCodeOf = (number: number) => `INV-${number}`;
