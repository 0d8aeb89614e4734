import { eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { invoiceCodeOf } from './invoice-status.ts';
import { invoices } from './invoice.table.ts';

export type LockedInvoice = typeof invoices.$inferSelect;

/** An invoice as it is, held until the transaction ends; null: there is none. */
export async function lockInvoice(tx: Db, invoiceId: string): Promise<LockedInvoice | null> {
  if (!validate(invoiceId)) return null;
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId)).for('no key update');
  return invoice ?? null;
}

/** What an announcement about an invoice names. */
export const aboutInvoice = ({ id, clientId, projectId, number, description }: LockedInvoice) => ({
  clientId,
  projectId,
  subjectId: id,
  details: { invoice: invoiceCodeOf(number), description },
});
