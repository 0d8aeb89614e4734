import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { invoices } from './invoice.table.ts';
import { confirmPayment, recordPayment, type Payment } from './invoices.ts';
import { markPaymentMissing } from './reopen-invoice.ts';
import { makeTestInvoices } from './test-invoices.fixture.ts';

const services = testServices();

async function makeInvoice(db: Db) {
  const { team, client, issue, pay } = await makeTestInvoices(db);
  const invoiceId = await issue(250_000, '2026-12-12');
  const whole = { invoiceId, amountCents: 250_000, paidOn: '2026-11-19' };
  return {
    client,
    report: () => pay(invoiceId),
    record: (payment: Partial<Payment> = {}) => recordPayment(db, services, team, { ...whole, ...payment }),
    confirm: () => confirmPayment(db, services, team, invoiceId),
    undo: () => markPaymentMissing(db, services, team, invoiceId),
    row: async () => (await db.select().from(invoices))[0],
  };
}

describeOnOneDatabase('an invoice', (open) => {
  test('is pending again if its recorded or confirmed payment is undone, without notifying the client of a missing payment', async () => {
    const { db } = await open();
    const { client, record, report, confirm, undo, row } = await makeInvoice(db);
    const waiting = async () =>
      (await db.select().from(notifications).where(eq(notifications.clientId, client.clientId))).filter(
        ({ clearedAt }) => clearedAt === null,
      );
    const before = await waiting();
    expect(before).toHaveLength(1);
    for (const pay of [() => record(), () => report().then(confirm)]) {
      expect(await pay()).toEqual({ ok: true });
      expect(await waiting()).toEqual([]);
      expect(await undo()).toEqual({ ok: true });
      expect(await row()).toMatchObject({ state: 'pending', paidAt: null, paidOn: null, confirmedAt: null });
      expect(await waiting()).toEqual(before);
    }
    const kinds = (await db.select().from(activity)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'invoice-reopened')).toHaveLength(2);
    expect(kinds).not.toContain('payment-missing');
  });

  test('is not paid by another amount, or on a future day', async () => {
    const { db } = await open();
    const { record, row } = await makeInvoice(db);
    expect(await record({ amountCents: 249_999 })).toEqual({ ok: false, reason: 'other-amount' });
    expect(await record({ paidOn: '2026-11-21' })).toEqual({ ok: false, reason: 'future-day' });
    expect(await row()).toMatchObject({ state: 'pending' });
    expect(await record({ paidOn: '2026-11-20' })).toEqual({ ok: true });
    expect(await row()).toMatchObject({ state: 'paid', paidOn: '2026-11-20' });
  });

  test('accepts the same payment again, and refuses another amount or day once it is paid', async () => {
    const { db } = await open();
    const { record, report, confirm, undo, row } = await makeInvoice(db);
    expect(await record()).toEqual({ ok: true });
    expect(await record()).toEqual({ ok: true });
    const refused = { ok: false, reason: 'already-paid' };
    expect(await record({ amountCents: 1 })).toEqual(refused);
    expect(await record({ paidOn: '2026-11-18' })).toEqual(refused);
    expect(await row()).toMatchObject({ state: 'paid', paidOn: '2026-11-19' });
    await undo();
    await report().then(confirm);
    expect(await record()).toEqual(refused);
    expect(await row()).toMatchObject({ state: 'paid', paidOn: null });
  });
});
