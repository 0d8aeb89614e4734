import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import { lockClient } from '#src/features/accounts/people/lock-client.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { announce } from '#src/features/notices/announce.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { planNoticeAgain, type InvoiceServices } from './invoice-overdue.job.ts';
import { invoices } from './invoice.table.ts';
import { aboutInvoice } from './invoices.ts';

/**
 * Takes back a client's report that an invoice is paid, until the team has confirmed it: the invoice is pending again, and
 * the notifications that the report cleared are there again. Withdrawing it again changes nothing.
 */
export async function withdrawPayment(
  db: Db,
  services: InvoiceServices,
  client: Person,
  invoiceId: string,
): Promise<Outcome<'not-found' | 'confirmed' | 'void'>> {
  if (!validate(invoiceId)) return { ok: false, reason: 'not-found' };
  return db.transaction(async (tx) => {
    const own = and(eq(invoices.id, invoiceId), eq(invoices.clientId, client.id));
    if (!(await lockClient(tx, client.id))) return { ok: false, reason: 'not-found' };
    const [invoice] = await tx.select().from(invoices).where(own).for('no key update');
    if (!invoice) return { ok: false, reason: 'not-found' };
    if (invoice.state === 'pending') return { ok: true };
    if (invoice.state !== 'reported')
      return { ok: false, reason: invoice.state === 'void' ? 'void' : 'confirmed' };
    const unpaid = { state: 'pending', paidAt: null, paidBy: null, paidByName: null } as const;
    await tx.update(invoices).set(unpaid).where(own);
    // What the report itself had cleared, in its own moment.
    if (invoice.paidAt)
      await tx
        .update(notifications)
        .set({ clearedAt: null })
        .where(
          and(
            eq(notifications.clientId, client.id),
            eq(notifications.subjectId, invoiceId),
            eq(notifications.clearedAt, invoice.paidAt),
          ),
        );
    // While it was reported its job may have run, and found nothing that was overdue.
    await planNoticeAgain(tx, services, invoice);
    await announce(tx, services, client, { kind: 'invoice-withdrawn', ...aboutInvoice(invoice) });
    return { ok: true };
  });
}
