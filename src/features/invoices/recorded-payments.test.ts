import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { invoices } from './invoice.table.ts';
import { v7 as uuidv7 } from 'uuid';
import { emailItems } from '#src/features/notifications/emails/email-item.table.ts';
import { voidInvoice } from './invoices.ts';
import { confirmPayment, findBalance, recordMoney, recordPayment, type Payment } from './payments.ts';
import { markPaymentMissing } from './reopen-invoice.ts';
import { makeTestInvoices } from './test-invoices.fixture.ts';

const services = testServices();

async function makeInvoice(db: Db) {
  const { team, client, issue, pay } = await makeTestInvoices(db);
  const invoiceId = await issue(250_000, '2026-12-12');
  const whole = { invoiceId, amountMinor: 250_000, paidOn: '2026-11-19' };
  return {
    client,
    report: () => pay(invoiceId),
    record: (payment: Partial<Payment> = {}) => recordPayment(db, services, team, { ...whole, ...payment }),
    confirm: () => confirmPayment(db, services, team, invoiceId),
    undo: () => markPaymentMissing(db, services, team, invoiceId),
    money: (kind: 'refund' | 'write-off', payment: Partial<Payment>) =>
      recordMoney(db, services, team, { kind, ...whole, ...payment }),
    annul: () => voidInvoice(db, services, team, { invoiceId, reason: 'x' }),
    balance: () => findBalance(db, invoiceId),
    row: async () => (await db.select().from(invoices))[0],
  };
}

describeOnOneDatabase('an invoice', (open) => {
  test('is pending again if its recorded or confirmed payment is undone, without notifying the client of a missing payment', async () => {
    const { db } = await open();
    const { client, record, report, confirm, undo, row } = await makeInvoice(db);
    const waiting = async () =>
      (await db.select().from(notifications).where(eq(notifications.clientId, client.clientId))).filter(
        ({ kind, clearedAt }) => kind !== 'payment-received' && clearedAt === null,
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

  test('is paid in parts, whose sum decides its state', async () => {
    const { db } = await open();
    const { record, row, balance, undo } = await makeInvoice(db);
    expect(await record({ amountMinor: 100_000 })).toEqual({ ok: true });
    expect(await row()).toMatchObject({ state: 'pending', paidOn: null });
    expect(await balance()).toMatchObject({ paidMinor: 100_000, openMinor: 150_000 });
    expect(await record({ amountMinor: 149_999, paidOn: '2026-11-20' })).toEqual({ ok: true });
    expect(await row()).toMatchObject({ state: 'pending' });
    expect(await record({ amountMinor: 1, paidOn: '2026-11-20' })).toEqual({ ok: true });
    expect(await row()).toMatchObject({ state: 'paid', paidOn: '2026-11-20' });
    expect(await undo()).toEqual({ ok: true });
    expect(await row()).toMatchObject({ state: 'pending' });
    expect(await balance()).toMatchObject({ paidMinor: 249_999, openMinor: 1 });
  });

  test('keeps what was paid too much as a credit, which a refund takes back', async () => {
    const { db } = await open();
    const { record, money, row, balance } = await makeInvoice(db);
    expect(await record({ amountMinor: 260_000 })).toEqual({ ok: true });
    expect(await balance()).toMatchObject({ openMinor: -10_000 });
    expect(await money('refund', { amountMinor: 260_001 })).toEqual({ ok: false, reason: 'above-paid' });
    expect(await money('refund', { amountMinor: 10_000 })).toEqual({ ok: true });
    expect(await row()).toMatchObject({ state: 'paid' });
    expect(await money('refund', { amountMinor: 1 })).toEqual({ ok: true });
    expect(await row()).toMatchObject({ state: 'pending' });
    expect(await balance()).toMatchObject({ paidMinor: 249_999, openMinor: 1 });
  });

  test('is settled if its rest is written off', async () => {
    const { db } = await open();
    const { record, money, row, balance } = await makeInvoice(db);
    await record({ amountMinor: 249_000 });
    expect(await money('write-off', { amountMinor: 1001 })).toEqual({ ok: false, reason: 'above-open' });
    expect(await money('write-off', { amountMinor: 1000 })).toEqual({ ok: true });
    expect(await row()).toMatchObject({ state: 'paid' });
    expect(await balance()).toMatchObject({ paidMinor: 249_000, writtenOffMinor: 1000, openMinor: 0 });
  });

  test('is not void once a part of it was paid', async () => {
    const { db } = await open();
    const { record, annul, row } = await makeInvoice(db);
    await record({ amountMinor: 1 });
    expect(await annul()).toEqual({ ok: false, reason: 'confirmed' });
    expect(await row()).toMatchObject({ state: 'pending' });
  });

  test('sends a receipt for each payment, with what is open', async () => {
    const { db } = await open();
    const { record } = await makeInvoice(db);
    await record({ amountMinor: 100_000 });
    await record({ amountMinor: 150_000 });
    const items = await db.select().from(emailItems).where(eq(emailItems.kind, 'payment-received'));
    expect(items.map(({ details }) => [details['paid'], details['open']])).toEqual([['$1,500.00', '$0.00']]);
  });

  test('is not paid on a future day', async () => {
    const { db } = await open();
    const { record, row } = await makeInvoice(db);
    expect(await record({ paidOn: '2026-11-21' })).toEqual({ ok: false, reason: 'future-day' });
    expect(await row()).toMatchObject({ state: 'pending' });
    expect(await record({ paidOn: '2026-11-20' })).toEqual({ ok: true });
    expect(await row()).toMatchObject({ state: 'paid', paidOn: '2026-11-20' });
  });

  test('accepts the same payment again, and refuses another one once it is paid', async () => {
    const { db } = await open();
    const { record, report, confirm, undo, row } = await makeInvoice(db);
    const id = uuidv7();
    expect(await record({ id })).toEqual({ ok: true });
    expect(await record({ id })).toEqual({ ok: true });
    const refused = { ok: false, reason: 'already-paid' };
    expect(await record({ amountMinor: 1 })).toEqual(refused);
    expect(await record({ paidOn: '2026-11-18' })).toEqual(refused);
    expect(await row()).toMatchObject({ state: 'paid', paidOn: '2026-11-19' });
    await undo();
    await report().then(confirm);
    expect(await record({ paidOn: '2026-11-18' })).toEqual(refused);
    expect(await row()).toMatchObject({ state: 'paid', paidOn: null });
  });
});
