/** How an invoice stands on a day. */
export type InvoiceStatus = 'pending' | 'overdue' | 'paid' | 'void';

/** A pending invoice is overdue from the day after its due date. Days are YYYY-MM-DD. */
export function invoiceStatusOf(
  { state, dueOn }: { state: 'pending' | 'paid' | 'void'; dueOn: string },
  today: string,
): InvoiceStatus {
  return state === 'pending' && dueOn < today ? 'overdue' : state;
}

/** An invoice's number as it is shown: INV-1042. */
export const invoiceCodeOf = (number: number) => `INV-${number}`;
