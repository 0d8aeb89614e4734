import { studioDayOf } from '#src/features/workspace/moment-text.ts';

/** How an invoice stands on a day. */
export type InvoiceStatus = 'pending' | 'overdue' | 'paid' | 'void';

/** The calendar day of a moment where the studio is, YYYY-MM-DD. */
export const dayOf = studioDayOf;

/** A pending invoice is overdue from the day after its due date. Days are YYYY-MM-DD. */
export function invoiceStatusOf(
  { state, dueOn }: { state: 'pending' | 'paid' | 'void'; dueOn: string },
  today: string,
): InvoiceStatus {
  return state === 'pending' && dueOn < today ? 'overdue' : state;
}

/** How an invoice's number is written. */
export const invoiceCodeOf = (number: number) => `INV-${number}`;
