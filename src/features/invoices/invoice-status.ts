import type { InvoiceState } from './invoice.table.ts';

/** The status of an invoice on a day, for the client and the team. */
export const invoiceStatuses = ['pending', 'overdue', 'reported', 'paid', 'void'] as const;

export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** Returns an invoice's status; a pending one is overdue from the day after its due date. Days are YYYY-MM-DD. */
export function invoiceStatusOf(
  { state, dueOn }: { readonly state: InvoiceState; readonly dueOn: string },
  today: string,
): InvoiceStatus {
  return state === 'pending' && dueOn < today ? 'overdue' : state;
}

/** Returns an invoice number as displayed: INV-1042. */
export const invoiceCodeOf = (number: number) => `INV-${number}`;
