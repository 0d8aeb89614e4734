/** How an invoice stands on a day. */
export type InvoiceStatus = 'pending' | 'overdue' | 'paid' | 'void';

/** The calendar day of a moment, YYYY-MM-DD, in UTC. */
export const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** A pending invoice is overdue from the day after its due date. Days are YYYY-MM-DD. */
export function invoiceStatusOf(
  { state, dueOn }: { state: 'pending' | 'paid' | 'void'; dueOn: string },
  today: string,
): InvoiceStatus {
  return state === 'pending' && dueOn < today ? 'overdue' : state;
}

/** How an invoice's number is written. */
export const invoiceCodeOf = (number: number) => `INV-${number}`;
