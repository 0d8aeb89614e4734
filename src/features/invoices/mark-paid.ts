import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { aboutInvoice } from './lock-invoice.ts';
import { invoices } from './invoice.table.ts';
import { settleInvoiceNotices } from './settle-invoice-notices.ts';

export type PaidInvoice =
  { readonly ok: true } | { readonly ok: false; readonly reason: 'not-found' | 'not-payable' };

/**
 * Takes a client's word that they paid an invoice of theirs: pending (overdue included) becomes paid. Of several attempts one
 * is recorded; saying it again changes nothing and is fine.
 */
export async function markPaid(
  db: Db,
  services: AnnounceServices,
  client: Person,
  invoiceId: string,
): Promise<PaidInvoice> {
  if (!validate(invoiceId)) return { ok: false, reason: 'not-found' };
  const own = and(eq(invoices.id, invoiceId), eq(invoices.clientId, client.id));
  const now = services.clock.now();
  return db.transaction(async (tx) => {
    const [paid] = await tx
      .update(invoices)
      .set({ state: 'paid', paidAt: now, paidBy: client.id, paidByName: client.name })
      .where(and(own, eq(invoices.state, 'pending')))
      .returning();
    if (paid) {
      await settleInvoiceNotices(tx, now, paid);
      await announce(tx, services, client, { kind: 'invoice-paid', ...aboutInvoice(paid) });
      return { ok: true };
    }
    const [invoice] = await tx.select({ state: invoices.state }).from(invoices).where(own);
    if (!invoice) return { ok: false, reason: 'not-found' };
    return invoice.state === 'paid' ? { ok: true } : { ok: false, reason: 'not-payable' };
  });
}
