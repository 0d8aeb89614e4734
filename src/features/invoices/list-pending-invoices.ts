import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { invoices } from './invoice.table.ts';

/** Returns those of these ids that are invoices to be paid. */
export async function listPendingInvoices(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(inArray(invoices.id, [...ids]), eq(invoices.state, 'pending')));
  return rows.map(({ id }) => id);
}
