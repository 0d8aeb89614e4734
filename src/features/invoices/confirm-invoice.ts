import { eq } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { aboutInvoice, lockInvoice } from './lock-invoice.ts';
import { invoices } from './invoice.table.ts';

export type ConfirmedInvoice =
  { readonly ok: true } | { readonly ok: false; readonly reason: 'not-found' | 'not-paid' | 'void' };

/** The team has received what the client reported as paid. Confirming again changes nothing. */
export async function confirmInvoice(
  db: Db,
  services: AnnounceServices,
  actor: Actor,
  invoiceId: string,
): Promise<ConfirmedInvoice> {
  return db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (!invoice) return { ok: false, reason: 'not-found' };
    if (invoice.state !== 'paid')
      return { ok: false, reason: invoice.state === 'void' ? 'void' : 'not-paid' };
    if (invoice.confirmedAt) return { ok: true };
    const confirmed = { confirmedAt: services.clock.now(), confirmedByName: actor.name };
    await tx.update(invoices).set(confirmed).where(eq(invoices.id, invoice.id));
    await announce(tx, services, actor, { kind: 'invoice-confirmed', ...aboutInvoice(invoice) });
    return { ok: true };
  });
}
