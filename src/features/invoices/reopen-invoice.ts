import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import { lockClient } from '#src/features/accounts/people/clients.ts';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { planNoticeAgain, type InvoiceServices } from './invoice-overdue.job.ts';
import { invoices } from './invoice.table.ts';
import { aboutInvoice, lockInvoice } from './invoices.ts';
import { undoLatestPayment } from './payments.ts';

type Reopened = Outcome<'not-found' | 'confirmed' | 'void'>;

/**
 * Makes a locked invoice pending again after its payment was reported or recorded, and restores the notifications this
 * had cleared. Returns true if it changed; a pending one is unchanged, and a void one is refused.
 */
async function reopenInvoice(
  tx: Db,
  services: InvoiceServices,
  invoice: typeof invoices.$inferSelect,
): Promise<Reopened & { readonly isChanged?: boolean }> {
  const { id, clientId, state, paidAt } = invoice;
  if (state === 'pending') return { ok: true };
  if (state === 'void') return { ok: false, reason: 'void' };
  const nobody = { isReported: false, paidAt: null, paidOn: null, paidBy: null, paidByName: null };
  const unconfirmed = { confirmedAt: null, confirmedByName: null };
  await tx
    .update(invoices)
    .set({ state: 'pending', ...nobody, ...unconfirmed })
    .where(eq(invoices.id, id));
  // Restores the notifications cleared by the report, which have its timestamp.
  if (paidAt)
    await tx
      .update(notifications)
      .set({ clearedAt: null })
      .where(
        and(
          eq(notifications.clientId, clientId),
          eq(notifications.subjectId, id),
          eq(notifications.clearedAt, paidAt),
        ),
      );
  // The overdue job may have run while it was reported, and found nothing to announce.
  await planNoticeAgain(tx, services, invoice);
  return { ok: true, isChanged: true };
}

/** Withdraws a client's report that an invoice is paid, unless the team has confirmed it. Idempotent. */
export async function withdrawPayment(
  db: Db,
  services: InvoiceServices,
  client: ClientPerson,
  invoiceId: string,
): Promise<Reopened> {
  if (!validate(invoiceId)) return { ok: false, reason: 'not-found' };
  return db.transaction(async (tx) => {
    const own = and(eq(invoices.id, invoiceId), eq(invoices.clientId, client.clientId));
    if (!(await lockClient(tx, client.clientId))) return { ok: false, reason: 'not-found' };
    const [invoice] = await tx.select().from(invoices).where(own).for('no key update');
    if (!invoice) return { ok: false, reason: 'not-found' };
    if (invoice.state === 'paid') return { ok: false, reason: 'confirmed' };
    const { isChanged, ...reopened } = await reopenInvoice(tx, services, invoice);
    if (isChanged)
      await announce(tx, services, client, { kind: 'invoice-withdrawn', ...aboutInvoice(invoice) });
    return reopened;
  });
}

/**
 * Reopens an invoice whose reported or recorded payment has not arrived, and notifies the client. Idempotent. Refused
 * as `erased` if the client was erased and cannot be notified.
 */
export async function markPaymentMissing(
  db: Db,
  services: InvoiceServices,
  actor: Actor,
  invoiceId: string,
): Promise<Reopened | Outcome<'erased'>> {
  return db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (!invoice) return { ok: false, reason: 'not-found' };
    if (invoice.isErased) return { ok: false, reason: 'erased' };
    const isUndone =
      invoice.state !== 'reported' && (await undoLatestPayment(tx, services, actor, invoiceId));
    const { isChanged, ...reopened } = await reopenInvoice(tx, services, invoice);
    if (!isChanged && !isUndone) return reopened;
    // An invoice may be reported and not found more than once.
    if (invoice.state !== 'reported') {
      // The client reported no payment that could be missing.
      await announce(tx, services, actor, { kind: 'invoice-reopened', ...aboutInvoice(invoice) });
      return reopened;
    }
    const told = and(eq(notifications.kind, 'payment-missing'), eq(notifications.subjectId, invoice.id));
    await tx.delete(notifications).where(told);
    await announce(tx, services, actor, {
      kind: 'payment-missing',
      ...aboutInvoice(invoice),
      notify: 'payment-missing',
    });
    return reopened;
  });
}
