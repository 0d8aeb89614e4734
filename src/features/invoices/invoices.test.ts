import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import {
  makePerson,
  makeTestProject,
  testNow,
  testServices,
} from '#src/features/projects/test-project.fixture.ts';
import type { JobRequest } from '#src/platform/jobs/queue-worker.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { invoices } from './invoice.table.ts';
import { markPaymentMissing, withdrawPayment } from './reopen-invoice.ts';
import { voidInvoice } from './invoices.ts';
import { confirmPayment, recordPayment, type Payment } from './payments.ts';
import { makeTestInvoices } from './test-invoices.fixture.ts';

const services = testServices();
const notFound = { ok: false, reason: 'not-found' };

const wholePayment = { amountMinor: 250_000, paidOn: '2026-11-19' };

async function makeInvoices(db: Db) {
  const payments = () => db.select().from(activity).where(eq(activity.kind, 'invoice-reported'));
  return { ...(await makeTestInvoices(db)), payments };
}

async function makeInvoice(db: Db) {
  const made = await makeInvoices(db);
  const { team, issue, pay } = made;
  const invoiceId = await issue(250_000, '2026-12-12');
  return {
    ...made,
    invoiceId,
    report: () => pay(invoiceId),
    withdraw: (by = made.client) => withdrawPayment(db, services, by, invoiceId),
    miss: () => markPaymentMissing(db, services, made.team, invoiceId),
    confirm: () => confirmPayment(db, services, team, invoiceId),
    record: (payment: Partial<Payment> = {}) =>
      recordPayment(db, services, team, { ...wholePayment, invoiceId, ...payment }),
    voidIt: () => voidInvoice(db, services, team, { invoiceId, reason: 'Sent twice' }),
    row: async () => (await db.select().from(invoices))[0],
  };
}

describeOnOneDatabase('an invoice', (open) => {
  test('reported as paid waits for confirmation, with reporter and time, and its notifications are cleared', async () => {
    const { db } = await open();
    const { client, issue, pay, payments } = await makeInvoices(db);
    for (const dueOn of ['2026-12-12', '2026-11-10']) {
      const invoiceId = await issue(250_000, dueOn);
      expect(await pay(invoiceId)).toEqual({ ok: true });
      const [row] = await db.select().from(invoices).where(eq(invoices.id, invoiceId));
      expect(row).toMatchObject({
        state: 'reported',
        paidAt: testNow,
        paidBy: client.id,
        paidByName: client.name,
        confirmedAt: null,
      });
    }
    expect(await payments()).toHaveLength(2);
    const uncleared = (await db.select().from(notifications)).filter(({ clearedAt }) => clearedAt === null);
    expect(uncleared).toEqual([]);
  });

  test('reported as paid is not stored as paid before confirmation', async () => {
    const { db } = await open();
    const { invoiceId, report } = await makeInvoice(db);
    await report();
    const unconfirmed = db.update(invoices).set({ state: 'paid' }).where(eq(invoices.id, invoiceId));
    await expect(unconfirmed).rejects.toThrow();
  });

  test('reported as paid twenty times at once is reported once', async () => {
    const { db } = await open();
    const { issue, pay, payments } = await makeInvoices(db);
    const invoiceId = await issue(250_000, '2026-12-12');
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(invoiceId)));
    expect(answers).toEqual(Array.from({ length: 20 }, () => ({ ok: true })));
    expect(await pay(invoiceId)).toEqual({ ok: true });
    expect(await payments()).toHaveLength(1);
  });

  test('cannot be reported as paid if void, another client’s or unknown', async () => {
    const { db } = await open();
    const { team, issue, pay, payments } = await makeInvoices(db);
    const invoiceId = await issue(250_000, '2026-12-12');
    const stranger = await makePerson(db, 'client', 'Osric Vane');
    expect(await pay(invoiceId, stranger)).toEqual(notFound);
    for (const id of ['', "' or 1=1", uuidv7()]) expect(await pay(id)).toEqual(notFound);
    await voidInvoice(db, services, team, { invoiceId, reason: 'Sent twice' });
    expect(await pay(invoiceId)).toEqual({ ok: false, reason: 'not-payable' });
    expect(await db.select().from(invoices)).toMatchObject([{ state: 'void', paidAt: null }]);
    expect(await payments()).toEqual([]);
  });

  test('reported as paid is confirmed once', async () => {
    const { db } = await open();
    const { client, team, report, confirm, row } = await makeInvoice(db);
    expect(await confirm()).toEqual({ ok: false, reason: 'not-paid' });
    await report();
    expect(await Promise.all([confirm(), confirm()])).toEqual([{ ok: true }, { ok: true }]);
    expect(await row()).toMatchObject({
      state: 'paid',
      paidByName: client.name,
      confirmedAt: testNow,
      confirmedByName: team.name,
    });
  });

  test('without a reported payment can be recorded as paid and confirmed, and its notification is cleared', async () => {
    const { db } = await open();
    const { team, record, row } = await makeInvoice(db);
    expect(await Promise.all([record(), record()])).toEqual([{ ok: true }, { ok: true }]);
    const recorded = { state: 'paid', paidBy: team.id, paidByName: team.name, confirmedByName: team.name };
    expect(await row()).toMatchObject(recorded);
    expect(await db.select().from(notifications)).toMatchObject([
      { kind: 'invoice-issued', clearedAt: testNow },
      { kind: 'payment-received', clearedAt: null },
    ]);
  });

  test('reported by its client in the meantime stays so when the team records the payment', async () => {
    const { db } = await open();
    const { client, report, record, row } = await makeInvoice(db);
    await report();
    expect(await record()).toEqual({ ok: true });
    expect(await row()).toMatchObject({ paidByName: client.name, confirmedAt: testNow });
  });

  test('is voided once, with a reason, and can then be neither paid nor confirmed', async () => {
    const { db } = await open();
    const { team, voidIt, confirm, record, row } = await makeInvoice(db);
    const outcomes = await Promise.all([voidIt(), voidIt()]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'void' });
    expect(await confirm()).toEqual({ ok: false, reason: 'void' });
    expect(await record()).toEqual({ ok: false, reason: 'void' });
    const voided = { state: 'void', voidReason: 'Sent twice', voidedByName: team.name, voidedAt: testNow };
    expect(await row()).toMatchObject(voided);
    expect(await db.select().from(notifications)).toMatchObject([{ clearedAt: testNow }]);
  });

  test('can be voided if reported as paid, but not once the payment is confirmed', async () => {
    const { db } = await open();
    const reported = await makeInvoice(db);
    await reported.report();
    expect(await reported.voidIt()).toEqual({ ok: true });
    const confirmed = await makeInvoice(db);
    await confirmed.record();
    expect(await confirmed.voidIt()).toEqual({ ok: false, reason: 'confirmed' });
  });

  test('is pending again with its notification each time its client withdraws the report', async () => {
    const { db } = await open();
    const { client, report, withdraw, confirm, payments, row } = await makeInvoice(db);
    for (const times of [1, 2]) {
      await report();
      expect(await Promise.all([withdraw(), withdraw()])).toEqual([{ ok: true }, { ok: true }]);
      expect(await row()).toMatchObject({ state: 'pending', paidAt: null, paidBy: null, paidByName: null });
      expect(await db.select().from(notifications)).toMatchObject([{ clearedAt: null }]);
      expect(await payments()).toHaveLength(times);
      const withdrawn = await db.select().from(activity).where(eq(activity.kind, 'invoice-withdrawn'));
      expect(withdrawn).toHaveLength(times);
      expect(withdrawn[0]).toMatchObject({ actorId: client.id });
    }
    expect(await confirm()).toEqual({ ok: false, reason: 'not-paid' });
  });

  test('keeps a notification cleared if its client had cleared it before withdrawing the report', async () => {
    const { db } = await open();
    const { report, withdraw } = await makeInvoice(db);
    const before = new Date(testNow.getTime() - 1);
    await db.update(notifications).set({ clearedAt: before });
    await report();
    await withdraw();
    expect(await db.select().from(notifications)).toMatchObject([{ clearedAt: before }]);
  });

  test('is pending again if its payment is not found, and its client is notified each time', async () => {
    const { db } = await open();
    const { report, miss, row, team, client } = await makeInvoice(db);
    expect(await miss(), 'nothing was reported').toEqual({ ok: true });
    for (const times of [1, 2]) {
      await report();
      expect(await miss()).toEqual({ ok: true });
      expect(await miss(), 'again').toEqual({ ok: true });
      expect(await row()).toMatchObject({ state: 'pending', paidAt: null, paidBy: null, paidByName: null });
      const told = await db.select().from(notifications).where(eq(notifications.clientId, client.clientId));
      expect(told.filter(({ clearedAt }) => clearedAt === null)).toHaveLength(2);
      const deeds = await db.select().from(activity).where(eq(activity.kind, 'payment-missing'));
      expect(deeds).toHaveLength(times);
      expect(deeds[0]).toMatchObject({ actorId: team.id });
    }
    await report();
    const waiting = await db.select().from(notifications);
    expect(waiting.every(({ clearedAt }) => clearedAt !== null)).toBe(true);
    const voided = await makeInvoice(db);
    await voided.voidIt();
    expect(await voided.miss()).toEqual({ ok: false, reason: 'void' });
  });

  test('cannot be withdrawn by anyone else, once confirmed or void', async () => {
    const { db } = await open();
    const reported = await makeInvoice(db);
    const stranger = await makePerson(db, 'client', 'Osric Vane');
    await reported.report();
    expect(await reported.withdraw(stranger)).toEqual(notFound);
    for (const id of ['', "' or 1=1", uuidv7()])
      expect(await withdrawPayment(db, services, reported.client, id)).toEqual(notFound);
    expect(await reported.row()).toMatchObject({ state: 'reported' });
    await reported.confirm();
    expect(await reported.withdraw()).toEqual({ ok: false, reason: 'confirmed' });
    const voided = await makeInvoice(db);
    await voided.voidIt();
    expect(await voided.withdraw()).toEqual({ ok: false, reason: 'void' });
  });

  test('is announced as overdue the next morning if its report is withdrawn after the due date without an earlier notice', async () => {
    const { db } = await open();
    const { invoiceId, issue, pay, client } = await makeInvoice(db);
    const late = testServices(new Date('2026-12-20T12:00:00Z'));
    const plannedFor = async (id: string, at: typeof late) => {
      const queued = at.queued.length;
      await withdrawPayment(db, at, client, id);
      return (at.queued.slice(queued) as JobRequest[]).filter(({ queue }) => queue === 'invoice-overdue');
    };
    await pay(invoiceId);
    const startAfter = new Date('2026-12-21T08:00:00Z');
    expect(await plannedFor(invoiceId, late)).toEqual([
      { queue: 'invoice-overdue', data: { invoiceId }, startAfter },
    ]);
    const early = await issue(1, '2026-12-30');
    await pay(early);
    expect(await plannedFor(early, late)).toEqual([]);
  });

  test('is either confirmed or withdrawn if both happen at once', async () => {
    const { db } = await open();
    const { report, confirm, withdraw, row } = await makeInvoice(db);
    await report();
    const [confirmed, withdrawn] = await Promise.all([confirm(), withdraw()]);
    expect(confirmed.ok).toBe(!withdrawn.ok);
    expect((await row())?.state).toBe(confirmed.ok ? 'paid' : 'pending');
  });

  test('is not found if unknown', async () => {
    const { db } = await open();
    const { team } = await makeTestProject(db);
    for (const invoiceId of ['0190a5b5-7a1e-7000-8000-000000000000', "' or 1=1", '']) {
      expect(await confirmPayment(db, services, team, invoiceId)).toEqual(notFound);
      expect(await recordPayment(db, services, team, { ...wholePayment, invoiceId })).toEqual(notFound);
      expect(await markPaymentMissing(db, services, team, invoiceId)).toEqual(notFound);
      expect(await voidInvoice(db, services, team, { invoiceId, reason: 'x' })).toEqual(notFound);
    }
  });
});
