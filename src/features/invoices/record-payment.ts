import { eq } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { aboutInvoice, lockInvoice } from './lock-invoice.ts';
import { invoices } from './invoice.table.ts';
import { settleInvoiceNotices } from './settle-invoice-notices.ts';

/** The team received a payment that nobody had reported: paid and confirmed in one. Doing it again changes nothing. */
export async function recordPayment(
  db: Db,
  services: AnnounceServices,
  actor: Actor,
  invoiceId: string,
): Promise<{ ok: true } | { ok: false; reason: 'not-found' | 'void' }> {
  return db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (!invoice) return { ok: false, reason: 'not-found' };
    if (invoice.state === 'void') return { ok: false, reason: 'void' };
    if (invoice.confirmedAt) return { ok: true };
    const now = services.clock.now();
    // The client may have reported it meanwhile; then their word stays, and this confirms it.
    const paid =
      invoice.state === 'paid'
        ? {}
        : { state: 'paid' as const, paidAt: now, paidBy: actor.id, paidByName: actor.name };
    await tx
      .update(invoices)
      .set({ ...paid, confirmedAt: now, confirmedByName: actor.name })
      .where(eq(invoices.id, invoice.id));
    await settleInvoiceNotices(tx, now, invoice);
    const kind = invoice.state === 'paid' ? 'invoice-confirmed' : 'invoice-paid';
    await announce(tx, services, actor, { kind, ...aboutInvoice(invoice) });
    return { ok: true };
  });
}
