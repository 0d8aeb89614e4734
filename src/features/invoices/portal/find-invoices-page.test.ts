import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { createCalendar } from '#src/platform/calendar.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { voidInvoice } from '#src/features/invoices/invoices.ts';
import { confirmPayment } from '#src/features/invoices/payments.ts';
import { findInvoice } from '#src/features/invoices/sheet/find-invoice.ts';
import { makeTestInvoices } from '#src/features/invoices/test-invoices.fixture.ts';
import { makePerson, testNow, testServices } from '#src/features/projects/test-project.fixture.ts';
import { findInvoicesPage } from './find-invoices-page.ts';

const services = testServices();
describeOnOneDatabase('a client’s invoices', (open) => {
  test('are summed to the cent: pending, overdue from the day after the due date, reported, paid once confirmed', async () => {
    const { db } = await open();
    const { client, team, issue, pay } = await makeTestInvoices(db);
    const page = (today: string) => findInvoicesPage(db, client.clientId, { today, before: null });
    const usd = (minor: number) => [{ currency: 'USD', minor }];
    const none = { count: 0, amounts: [], firstDueOn: null };
    expect((await page('2026-11-20')).sums).toEqual({
      pending: none,
      overdue: none,
      reported: none,
      paid: none,
    });
    await issue(10, '2026-11-20');
    await issue(20, '2026-11-21');
    const large = await issue(9_007_199_254_000, '2026-11-01');
    await pay(large);
    const sum = { count: 1, amounts: usd(9_007_199_254_000), firstDueOn: '2026-11-01' };
    expect((await page('2026-11-20')).sums).toMatchObject({ reported: sum, paid: none });
    await confirmPayment(db, services, team, large);
    const voided = await issue(777, '2026-11-01');
    await voidInvoice(db, services, team, { invoiceId: voided, reason: 'x' });
    expect((await page('2026-11-20')).sums).toEqual({
      pending: { count: 2, amounts: usd(30), firstDueOn: '2026-11-20' },
      overdue: none,
      reported: none,
      paid: sum,
    });
    expect((await page('2026-11-21')).sums).toEqual({
      pending: { count: 1, amounts: usd(20), firstDueOn: '2026-11-21' },
      overdue: { count: 1, amounts: usd(10), firstDueOn: '2026-11-20' },
      reported: none,
      paid: sum,
    });
    expect((await page('2027-01-01')).sums.paid).toEqual(none);
  });

  test.each([
    ['America/New_York', '2027-01-01T04:59:59Z', '2027-01-01T05:00:00Z'],
    ['Asia/Tokyo', '2026-12-31T14:59:59Z', '2026-12-31T15:00:00Z'],
  ])('in %s belong to the local year in which they were confirmed', async (zone, before, after) => {
    const { db } = await open();
    const { client, issue, pay } = await makeTestInvoices(db);
    const calendar = createCalendar(zone);
    for (const [cents, confirmedAt] of [
      [10, before],
      [20, after],
    ] as const) {
      const id = await issue(cents, '2026-12-01');
      await pay(id);
      const confirmed = { state: 'paid', confirmedAt: new Date(confirmedAt) } as const;
      await db.update(invoices).set(confirmed).where(eq(invoices.id, id));
    }
    const paidOn = async (today: string) =>
      (await findInvoicesPage(db, client.clientId, { today, before: null, calendar })).sums.paid.amounts;
    expect(await paidOn('2026-12-31')).toEqual([{ currency: 'USD', minor: 30 }]);
    expect(await paidOn('2027-01-01')).toEqual([{ currency: 'USD', minor: 20 }]);
  });

  test('are only their own, newest first, page by page', async () => {
    const { db } = await open();
    const { client, projectId } = await makeTestInvoices(db);
    const stranger = await makePerson(db, 'client', 'Osric Vane');
    const rowOf = (number: number) => ({
      id: uuidv7(),
      number,
      projectId,
      clientId: client.clientId,
      amountCents: 100,
      description: 'Mix',
      issuedOn: '2026-11-20',
      dueOn: '2026-12-01',
      state: 'pending' as const,
      billToName: client.name,
      billToEmail: client.email,
      createdAt: testNow,
    });
    const rows = Array.from({ length: 105 }, (_, index) => rowOf(2000 + index));
    await db.insert(invoices).values(rows);
    const today = '2026-11-20';
    const first = await findInvoicesPage(db, client.clientId, { today, before: null });
    const numbers = first.invoices.map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => 2104 - index));
    expect(first.earlierThan).toBe(2005);
    const second = await findInvoicesPage(db, client.clientId, { today, before: first.earlierThan });
    expect(second.invoices.map(({ number }) => number)).toEqual([2004, 2003, 2002, 2001, 2000]);
    expect(second.earlierThan).toBeNull();
    const theirs = await findInvoicesPage(db, stranger.clientId, { today, before: null });
    expect(theirs.invoices).toEqual([]);
    expect(theirs.sums.pending.count).toBe(0);
    const id = rows[0]?.id ?? '';
    expect(await findInvoice(db, client.clientId, id)).toMatchObject({ number: 2000 });
    expect(await findInvoice(db, stranger.clientId, id)).toBeNull();
    expect(await findInvoice(db, client.clientId, 'x')).toBeNull();
    expect(await findInvoice(db, client.clientId, undefined)).toBeNull();
  });
});
