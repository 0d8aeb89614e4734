import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import { lockClient } from '#src/features/accounts/people/clients.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import { announce, type Change } from '#src/features/notifications/announce.ts';
import { settleNotifications } from '#src/features/notifications/panel/notifications.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { paidMinor } from './balance.ts';
import { invoices } from './invoice.table.ts';

type Invoice = typeof invoices.$inferSelect;

export type LockedInvoice = Invoice & {
  /** True if its client was erased; the invoice is kept for the books. */ readonly isErased: boolean;
};

/** Returns an invoice, locked with its client until the transaction ends; null if there is none. */
export async function lockInvoice(tx: Db, invoiceId: string): Promise<LockedInvoice | null> {
  if (!validate(invoiceId)) return null;
  const isIt = eq(invoices.id, invoiceId);
  const [known] = await tx.select({ clientId: invoices.clientId }).from(invoices).where(isIt);
  if (!known) return null;
  const isErased = (await lockClient(tx, known.clientId)) === null;
  const [invoice] = await tx.select().from(invoices).where(isIt).for('no key update');
  return invoice ? { ...invoice, isErased } : null;
}

/** Returns true if an invoice belongs to this project. */
export async function isOfProject(db: Db, invoiceId: string, projectId: string): Promise<boolean> {
  if (!validate(invoiceId) || !validate(projectId)) return false;
  return (await db.$count(invoices, and(eq(invoices.id, invoiceId), eq(invoices.projectId, projectId)))) > 0;
}

/** Returns the currency of an invoice; null if there is none. */
export async function findCurrency(db: Db, invoiceId: string): Promise<string | null> {
  if (!validate(invoiceId)) return null;
  const [found] = await db
    .select({ currency: invoices.currency })
    .from(invoices)
    .where(eq(invoices.id, invoiceId));
  return found?.currency ?? null;
}

/** Returns the ids and names for an announcement about an invoice. */
export const aboutInvoice = ({ id, clientId, projectId, code, description }: Invoice) => ({
  clientId,
  projectId,
  subjectId: id,
  details: { invoice: code, description },
});

/**
 * Announces the team's change to an invoice; for an erased client only the event is recorded, without personal data.
 */
async function announceInvoice(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  { isErased, ...invoice }: LockedInvoice,
  { kind, details = {} }: Pick<Change, 'kind' | 'details'>,
): Promise<void> {
  const { details: names, ...about } = aboutInvoice(invoice);
  if (isErased) return recordActivity(tx, services.clock.now(), actor, { kind, ...about });
  await announce(tx, services, actor, { kind, ...about, details: { ...names, ...details } });
}

/** Clears the notifications about an invoice when nothing is left to pay. */
export const clearInvoiceNotifications = (tx: Db, now: Date, { id, clientId }: Invoice) =>
  settleNotifications(tx, now, 'payment', { clientId, subjectIds: [id] });

/** Returns true if an invoice belongs to this client and can be reported as paid. */
export async function isToReport(db: Db, { clientId }: ClientPerson, invoiceId: string): Promise<boolean> {
  if (!validate(invoiceId)) return false;
  const own = and(eq(invoices.id, invoiceId), eq(invoices.clientId, clientId));
  return (await db.$count(invoices, and(own, eq(invoices.state, 'pending')))) > 0;
}

/**
 * Records the client's report that a pending or overdue invoice is paid; it counts as paid once the team confirms it.
 * Repeated or concurrent reports change nothing.
 */
export async function reportPayment(
  db: Db,
  services: QueueServices,
  client: ClientPerson,
  invoiceId: string,
): Promise<Outcome<'not-found' | 'not-payable'>> {
  if (!validate(invoiceId)) return { ok: false, reason: 'not-found' };
  const own = and(eq(invoices.id, invoiceId), eq(invoices.clientId, client.clientId));
  const now = services.clock.now();
  return db.transaction(async (tx) => {
    if (!(await lockClient(tx, client.clientId))) return { ok: false, reason: 'not-found' };
    const [reported] = await tx
      .update(invoices)
      .set({ state: 'reported', paidAt: now, isReported: true, paidBy: client.id, paidByName: client.name })
      .where(and(own, eq(invoices.state, 'pending')))
      .returning();
    if (reported) {
      await clearInvoiceNotifications(tx, now, reported);
      await announce(tx, services, client, { kind: 'invoice-reported', ...aboutInvoice(reported) });
      return { ok: true };
    }
    const [invoice] = await tx.select({ state: invoices.state }).from(invoices).where(own);
    if (!invoice) return { ok: false, reason: 'not-found' };
    return invoice.state === 'void' ? { ok: false, reason: 'not-payable' } : { ok: true };
  });
}

/** Voids an invoice, with a reason. Refused if its payment was confirmed or it is already void. */
export async function voidInvoice(
  db: Db,
  services: QueueServices,
  actor: Actor,
  { invoiceId, reason }: { readonly invoiceId: string; readonly reason: string },
): Promise<Outcome<'not-found' | 'confirmed' | 'void'>> {
  return db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (!invoice) return { ok: false, reason: 'not-found' };
    if (invoice.state === 'void') return { ok: false, reason: 'void' };
    const [paid] = await tx.select({ paidMinor }).from(invoices).where(eq(invoices.id, invoiceId));
    if (invoice.state === 'paid' || paid?.paidMinor !== 0) return { ok: false, reason: 'confirmed' };
    const now = services.clock.now();
    const voided = { state: 'void' as const, voidedAt: now, voidedByName: actor.name, voidReason: reason };
    await tx.update(invoices).set(voided).where(eq(invoices.id, invoice.id));
    await clearInvoiceNotifications(tx, now, invoice);
    await announceInvoice(tx, services, actor, invoice, { kind: 'invoice-voided', details: { reason } });
    return { ok: true };
  });
}
