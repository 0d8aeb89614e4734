import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { findInvoicesPage } from '#src/features/invoices/portal/find-invoices-page.ts';
import { findInvoice } from '#src/features/invoices/sheet/find-invoice.ts';
import { invoices } from './invoice.table.ts';
import { issueInvoice } from './issue-invoice.ts';
import { markPaid } from './mark-paid.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';
import {
  makePerson,
  makeTestProject,
  testServices,
  testNow,
} from '#src/features/projects/test-project.fixture.ts';
import { voidInvoice } from './void-invoice.ts';

const services = testServices();
/** Weeks before, so that what was issued then can be late now. */
const earlier = testServices(new Date('2026-10-01T09:00:00Z'));
const notFound = { ok: false, reason: 'not-found' };

async function makeInvoices(db: Db) {
  const studio = await makeTestProject(db);
  const { team, client, projectId } = studio;
  return {
    ...studio,
    issue: async (amountCents: number, dueOn: string) => {
      const terms = { projectId, amountCents, description: 'Mix', dueOn };
      const issued = await db.transaction((tx) => issueInvoice(tx, earlier, team, terms));
      if (!issued.ok) throw new Error(issued.reason);
      return issued.invoiceId;
    },
    pay: (invoiceId: string, by = client) => markPaid(db, services, by, invoiceId),
    payments: () => db.select().from(activity).where(eq(activity.kind, 'invoice-paid')),
  };
}

describeOnEachDatabase('a client who says that an invoice is paid', (open) => {
  test('is recorded with name and time, and the invoice waits no more', async () => {
    const { db } = await open();
    const { client, issue, pay, payments } = await makeInvoices(db);
    for (const dueOn of ['2026-12-12', '2026-11-10']) {
      const invoiceId = await issue(250_000, dueOn);
      expect(await pay(invoiceId)).toEqual({ ok: true });
      const [row] = await db.select().from(invoices).where(eq(invoices.id, invoiceId));
      expect(row).toMatchObject({
        state: 'paid',
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

  test('twice or twenty times at once is recorded once', async () => {
    const { db } = await open();
    const { issue, pay, payments } = await makeInvoices(db);
    const invoiceId = await issue(250_000, '2026-12-12');
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(invoiceId)));
    expect(answers).toEqual(Array.from({ length: 20 }, () => ({ ok: true })));
    expect(await pay(invoiceId)).toEqual({ ok: true });
    expect(await payments()).toHaveLength(1);
  });

  test('changes nothing where the invoice is void, somebody else’s or not there', async () => {
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
});

describeOnEachDatabase('a client’s invoices', (open) => {
  test('are summed to the cent: pending, overdue from the day after, paid this year', async () => {
    const { db } = await open();
    const { client, team, issue, pay } = await makeInvoices(db);
    const page = (today: string) => findInvoicesPage(db, client.id, { today, before: null });
    const none = { count: 0, cents: 0, firstDueOn: null };
    expect((await page('2026-11-20')).sums).toEqual({ pending: none, overdue: none, paid: none });
    await issue(10, '2026-11-20');
    await issue(20, '2026-11-21');
    await pay(await issue(9_007_199_254_000, '2026-11-01'));
    const voided = await issue(777, '2026-11-01');
    await voidInvoice(db, services, team, { invoiceId: voided, reason: 'x' });
    const paid = { count: 1, cents: 9_007_199_254_000, firstDueOn: '2026-11-01' };
    expect((await page('2026-11-20')).sums).toEqual({
      pending: { count: 2, cents: 30, firstDueOn: '2026-11-20' },
      overdue: none,
      paid,
    });
    expect((await page('2026-11-21')).sums).toEqual({
      pending: { count: 1, cents: 20, firstDueOn: '2026-11-21' },
      overdue: { count: 1, cents: 10, firstDueOn: '2026-11-20' },
      paid,
    });
    expect((await page('2027-01-01')).sums.paid).toEqual(none);
  });

  test('are theirs alone, newest first, page by page', async () => {
    const { db } = await open();
    const { client, projectId } = await makeInvoices(db);
    const stranger = await makePerson(db, 'client', 'Osric Vane');
    const rowOf = (number: number) => ({
      id: uuidv7(),
      number,
      projectId,
      clientId: client.id,
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
    const first = await findInvoicesPage(db, client.id, { today, before: null });
    const numbers = first.invoices.map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => 2104 - index));
    expect(first.earlierThan).toBe(2005);
    const second = await findInvoicesPage(db, client.id, { today, before: first.earlierThan });
    expect(second.invoices.map(({ number }) => number)).toEqual([2004, 2003, 2002, 2001, 2000]);
    expect(second.earlierThan).toBeNull();
    const theirs = await findInvoicesPage(db, stranger.id, { today, before: null });
    expect(theirs.invoices).toEqual([]);
    expect(theirs.sums.pending.count).toBe(0);
    const id = rows[0]?.id ?? '';
    expect(await findInvoice(db, client.id, id)).toMatchObject({ number: 2000 });
    expect(await findInvoice(db, stranger.id, id)).toBeNull();
    expect(await findInvoice(db, client.id, 'x')).toBeNull();
    expect(await findInvoice(db, client.id, undefined)).toBeNull();
  });
});
