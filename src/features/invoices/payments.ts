import { and, desc, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7, validate } from 'uuid';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { announce, type Change } from '#src/features/notifications/announce.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { balanceColumns, type Balance } from './balance.ts';
import { planNoticeAgain, type InvoiceServices } from './invoice-overdue.job.ts';
import { invoices, payments, type PaymentKind } from './invoice.table.ts';
import { aboutInvoice, clearInvoiceNotifications, lockInvoice, type LockedInvoice } from './invoices.ts';
import { moneyOf } from './money.ts';

/** Returns the payments of an invoice that count, the latest first. */
const listPayments = (db: Db, invoiceId: string) =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.invoiceId, invoiceId), isNull(payments.undoneAt)))
    .orderBy(desc(payments.recordedAt), desc(payments.id));

/** Returns the balance of an invoice. Throws if there is none. */
export async function findBalance(db: Db, invoiceId: string): Promise<Balance> {
  const [balance] = await db.select(balanceColumns).from(invoices).where(eq(invoices.id, invoiceId));
  if (!balance) throw new Error('A balance of no invoice');
  return balance;
}

/**
 * Sets the state of a locked invoice from its balance: paid if nothing is left to pay, otherwise pending. `paidOn` is the day on which
 * the last payment arrived; null if the team only confirmed the client's report.
 */
async function settleInvoice(
  tx: Db,
  services: InvoiceServices,
  actor: Actor,
  { invoice, paidOn }: { readonly invoice: LockedInvoice; readonly paidOn: string | null },
): Promise<Balance> {
  const now = services.clock.now();
  const balance = await findBalance(tx, invoice.id);
  const isIt = eq(invoices.id, invoice.id);
  if (balance.openMinor > 0) {
    if (invoice.state === 'pending') return balance;
    const nobody = { isReported: false, paidAt: null, paidOn: null, paidBy: null, paidByName: null };
    await tx
      .update(invoices)
      .set({ state: 'pending', ...nobody, confirmedAt: null, confirmedByName: null })
      .where(isIt);
    await planNoticeAgain(tx, services, invoice);
    return balance;
  }
  if (invoice.state === 'paid') return balance;
  // If the client has reported it in the meantime, the report stays and this confirms it.
  const paid = invoice.state === 'reported' ? {} : { paidAt: now, paidBy: actor.id, paidByName: actor.name };
  await tx
    .update(invoices)
    .set({ state: 'paid', ...paid, paidOn, confirmedAt: now, confirmedByName: actor.name })
    .where(isIt);
  await clearInvoiceNotifications(tx, now, invoice);
  return balance;
}

/** Announces money that arrived, went back or is given up, with a receipt by email for what arrived. */
async function announcePayment(
  tx: Db,
  services: InvoiceServices,
  actor: Actor,
  invoice: LockedInvoice,
  {
    kind,
    amountMinor,
    balance,
    hasReceipt = false,
  }: {
    readonly kind: Change['kind'];
    readonly amountMinor: number;
    readonly balance: Balance;
    readonly hasReceipt?: boolean;
  },
): Promise<void> {
  const { details, ...about } = aboutInvoice(invoice);
  if (invoice.isErased) return recordActivity(tx, services.clock.now(), actor, { kind, ...about });
  const amounts = {
    paid: moneyOf(amountMinor, invoice.currency),
    open: moneyOf(Math.max(balance.openMinor, 0), invoice.currency),
  };
  // An invoice may be paid in several parts.
  const told = and(eq(notifications.kind, 'payment-received'), eq(notifications.subjectId, invoice.id));
  if (hasReceipt) await tx.delete(notifications).where(told);
  await announce(tx, services, actor, {
    kind,
    ...about,
    details: { ...details, ...amounts },
    ...(hasReceipt ? { notify: 'payment-received' as const } : {}),
  });
}

/** Inserts a payment of a locked invoice. Returns false if it was recorded before. */
async function insertPayment(
  tx: Db,
  services: InvoiceServices,
  actor: Actor,
  payment: Pick<typeof payments.$inferInsert, 'invoiceId' | 'kind' | 'amountMinor' | 'paidOn'> &
    Partial<Pick<typeof payments.$inferInsert, 'id' | 'method' | 'reference'>>,
): Promise<boolean> {
  const { id = uuidv7(), method = '', reference = '' } = payment;
  const recorded = { recordedByName: actor.name, recordedAt: services.clock.now() };
  const inserted = await tx
    .insert(payments)
    .values({ ...payment, id, method, reference, ...recorded })
    .onConflictDoNothing()
    .returning({ id: payments.id });
  return inserted.length > 0;
}

/** Money recorded by the team: the amount in minor units of the invoice's currency, and the day (YYYY-MM-DD). */
export type Payment = {
  /** A new id by default. Recording one with the same id again changes nothing. */
  readonly id?: string;
  readonly invoiceId: string;
  readonly amountMinor: number;
  readonly paidOn: string;
  readonly method?: string;
  readonly reference?: string;
};

export type Recorded = Outcome<
  'not-found' | 'void' | 'already-paid' | 'future-day' | 'above-paid' | 'above-open'
>;

/** Returns why money of this kind cannot be recorded; null if it can. */
async function refusalOf(
  tx: Db,
  { state, id }: LockedInvoice,
  kind: PaymentKind,
  amountMinor: number,
): Promise<'void' | 'already-paid' | 'above-paid' | 'above-open' | null> {
  if (state === 'void') return 'void';
  const { paidMinor, openMinor } = await findBalance(tx, id);
  if (kind === 'refund') return amountMinor > paidMinor ? 'above-paid' : null;
  if (openMinor <= 0) return 'already-paid';
  return kind === 'write-off' && amountMinor > openMinor ? 'above-open' : null;
}

/** Returns true if this is the latest payment of its invoice, as from a form that was posted twice. */
async function isLatest(tx: Db, { invoiceId, amountMinor, paidOn, method = '', reference = '' }: Payment) {
  const [latest] = await listPayments(tx, invoiceId);
  return (
    latest?.kind === 'payment' &&
    latest.amountMinor === amountMinor &&
    latest.paidOn === paidOn &&
    latest.method === method &&
    latest.reference === reference
  );
}

const changeOf = {
  payment: 'payment-recorded',
  refund: 'payment-refunded',
  'write-off': 'payment-written-off',
} as const;

/**
 * Records a payment, of which any part above what is open is the client's credit; a refund, up to what was paid; or what is given up, up
 * to what is open. The invoice's state follows from the sum.
 */
export async function recordMoney(
  db: Db,
  services: InvoiceServices,
  actor: Actor,
  { kind, ...payment }: Payment & { readonly kind: PaymentKind },
): Promise<Recorded> {
  const { calendar = studioCalendar, clock } = services;
  const { amountMinor, paidOn } = payment;
  return db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, payment.invoiceId);
    if (!invoice) return { ok: false, reason: 'not-found' };
    const { id } = payment;
    if (id !== undefined && (await tx.$count(payments, eq(payments.id, id))) > 0) return { ok: true };
    const reason = await refusalOf(tx, invoice, kind, amountMinor);
    if (reason === 'already-paid' && (await isLatest(tx, payment))) return { ok: true };
    if (reason) return { ok: false, reason };
    if (paidOn > calendar.dayOf(clock.now())) return { ok: false, reason: 'future-day' };
    await insertPayment(tx, services, actor, { kind, ...payment });
    const balance = await settleInvoice(tx, services, actor, { invoice, paidOn });
    const isWhole = kind === 'payment' && balance.openMinor <= 0;
    const whole = invoice.state === 'reported' ? 'invoice-confirmed' : 'invoice-paid';
    await announcePayment(tx, services, actor, invoice, {
      kind: isWhole ? whole : changeOf[kind],
      amountMinor,
      balance,
      hasReceipt: kind === 'payment',
    });
    return { ok: true };
  });
}

/** Records a payment of an invoice. */
export const recordPayment = (db: Db, services: InvoiceServices, actor: Actor, payment: Payment) =>
  recordMoney(db, services, actor, { kind: 'payment', ...payment });

/** Confirms a payment reported by the client: everything that is open arrived today. Idempotent. */
export async function confirmPayment(
  db: Db,
  services: InvoiceServices,
  actor: Actor,
  invoiceId: string,
): Promise<Outcome<'not-found' | 'not-paid' | 'void'>> {
  const { calendar = studioCalendar, clock } = services;
  return db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (!invoice) return { ok: false, reason: 'not-found' };
    if (invoice.state === 'paid') return { ok: true };
    if (invoice.state !== 'reported')
      return { ok: false, reason: invoice.state === 'void' ? 'void' : 'not-paid' };
    const { openMinor: amountMinor } = await findBalance(tx, invoiceId);
    const paidOn = calendar.dayOf(clock.now());
    if (amountMinor > 0)
      await insertPayment(tx, services, actor, { invoiceId, kind: 'payment', amountMinor, paidOn });
    const balance = await settleInvoice(tx, services, actor, { invoice, paidOn: null });
    const receipt = { kind: 'invoice-confirmed' as const, amountMinor, balance, hasReceipt: true };
    await announcePayment(tx, services, actor, invoice, receipt);
    return { ok: true };
  });
}

/** Marks the latest payment of a locked invoice as recorded by mistake. Returns false if there is none. */
export async function undoLatestPayment(
  tx: Db,
  { clock }: InvoiceServices,
  actor: Actor,
  invoiceId: string,
): Promise<boolean> {
  const [latest] = await listPayments(tx, invoiceId);
  if (!latest || !validate(latest.id)) return false;
  await tx
    .update(payments)
    .set({ undoneAt: clock.now(), undoneByName: actor.name })
    .where(eq(payments.id, latest.id));
  return true;
}
