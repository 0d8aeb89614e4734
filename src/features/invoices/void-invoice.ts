import { eq } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { aboutInvoice, lockInvoice } from './lock-invoice.ts';
import { invoices } from './invoice.table.ts';
import { settleInvoiceNotices } from './settle-invoice-notices.ts';

export type VoidedInvoice =
  { readonly ok: true } | { readonly ok: false; readonly reason: 'not-found' | 'confirmed' | 'void' };

/** Takes an invoice back, for a reason. Never one whose payment was confirmed, and never twice. */
export async function voidInvoice(
  db: Db,
  services: AnnounceServices,
  actor: Actor,
  { invoiceId, reason }: { readonly invoiceId: string; readonly reason: string },
): Promise<VoidedInvoice> {
  return db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (!invoice) return { ok: false, reason: 'not-found' };
    if (invoice.state === 'void') return { ok: false, reason: 'void' };
    if (invoice.confirmedAt) return { ok: false, reason: 'confirmed' };
    const now = services.clock.now();
    const voided = { state: 'void' as const, voidedAt: now, voidedByName: actor.name, voidReason: reason };
    await tx.update(invoices).set(voided).where(eq(invoices.id, invoice.id));
    await settleInvoiceNotices(tx, now, invoice);
    const about = aboutInvoice(invoice);
    const details = { ...about.details, reason };
    await announce(tx, services, actor, { kind: 'invoice-voided', ...about, details });
    return { ok: true };
  });
}
