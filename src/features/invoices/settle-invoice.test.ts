import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { confirmInvoice } from './confirm-invoice.ts';
import { invoices } from './invoice.table.ts';
import { issueInvoice } from './issue-invoice.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';
import { makeTestProject, testServices, testNow } from '#src/features/projects/test-project.fixture.ts';
import { recordPayment } from './record-payment.ts';
import { voidInvoice } from './void-invoice.ts';

const services = testServices();

async function makeInvoice(db: Db) {
  const studio = await makeTestProject(db);
  const { team, client, projectId } = studio;
  const terms = { projectId, amountCents: 250_000, description: 'Mix', dueOn: '2026-12-12' };
  const issued = await db.transaction((tx) => issueInvoice(tx, services, team, terms));
  if (!issued.ok) throw new Error(issued.reason);
  const { invoiceId } = issued;
  return {
    ...studio,
    invoiceId,
    /** What the client's word leaves in the row. */
    report: () =>
      db
        .update(invoices)
        .set({ state: 'paid', paidAt: testNow, paidBy: client.id, paidByName: client.name })
        .where(eq(invoices.id, invoiceId)),
    confirm: () => confirmInvoice(db, services, team, invoiceId),
    record: () => recordPayment(db, services, team, invoiceId),
    takeBack: () => voidInvoice(db, services, team, { invoiceId, reason: 'Sent twice' }),
    row: async () => (await db.select().from(invoices))[0],
  };
}

describeOnEachDatabase('settling an invoice', (open) => {
  test('what the client reported as paid is confirmed, once', async () => {
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

  test('a payment that nobody reported is paid and confirmed at once, and waits for nobody', async () => {
    const { db } = await open();
    const { team, record, row } = await makeInvoice(db);
    expect(await Promise.all([record(), record()])).toEqual([{ ok: true }, { ok: true }]);
    const settled = { state: 'paid', paidBy: team.id, paidByName: team.name, confirmedByName: team.name };
    expect(await row()).toMatchObject(settled);
    expect(await db.select().from(notifications)).toMatchObject([{ clearedAt: testNow }]);
  });

  test('a payment that the client reported meanwhile stays theirs', async () => {
    const { db } = await open();
    const { client, report, record, row } = await makeInvoice(db);
    await report();
    expect(await record()).toEqual({ ok: true });
    expect(await row()).toMatchObject({ paidByName: client.name, confirmedAt: testNow });
  });

  test('it is voided once, for a reason, and then neither paid nor confirmed', async () => {
    const { db } = await open();
    const { team, takeBack, confirm, record, row } = await makeInvoice(db);
    const taken = await Promise.all([takeBack(), takeBack()]);
    expect(taken.filter(({ ok }) => ok)).toHaveLength(1);
    expect(taken.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'void' });
    expect(await confirm()).toEqual({ ok: false, reason: 'void' });
    expect(await record()).toEqual({ ok: false, reason: 'void' });
    const voided = { state: 'void', voidReason: 'Sent twice', voidedByName: team.name, voidedAt: testNow };
    expect(await row()).toMatchObject(voided);
    expect(await db.select().from(notifications)).toMatchObject([{ clearedAt: testNow }]);
  });

  test('one that was reported as paid can be voided, one that was confirmed cannot', async () => {
    const { db } = await open();
    const reported = await makeInvoice(db);
    await reported.report();
    expect(await reported.takeBack()).toEqual({ ok: true });
    const confirmed = await makeInvoice(db);
    await confirmed.record();
    expect(await confirmed.takeBack()).toEqual({ ok: false, reason: 'confirmed' });
  });

  test('nothing happens to an invoice that is not there', async () => {
    const { db } = await open();
    const { team } = await makeTestProject(db);
    for (const invoiceId of ['0190a5b5-7a1e-7000-8000-000000000000', "' or 1=1", '']) {
      const notFound = { ok: false, reason: 'not-found' };
      expect(await confirmInvoice(db, services, team, invoiceId)).toEqual(notFound);
      expect(await recordPayment(db, services, team, invoiceId)).toEqual(notFound);
      expect(await voidInvoice(db, services, team, { invoiceId, reason: 'x' })).toEqual(notFound);
    }
  });
});
