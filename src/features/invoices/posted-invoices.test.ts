import { expect, test } from 'vitest';
import type { Action } from '#src/features/accounts/access/action.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { createRateLimiter } from '#src/platform/limits/rate-limit.ts';
import type { Services } from '#src/platform/services/services.ts';
import { invoiceActions } from './desk/invoice-actions.ts';
import { invoices } from './invoice.table.ts';
import { paymentActions } from './portal/payment-actions.ts';
import { voidInvoice } from './invoices.ts';
import { makeTestInvoices } from './test-invoices.fixture.ts';

/** Returns a function that posts as a person and returns the status. */
function postsTo(db: Db) {
  const { clock, ...services } = testServices();
  const rateLimiter = createRateLimiter({ clock, secret: 'secret', log: { warn: () => undefined } });
  const all = { ...services, clock, db, rateLimiter } as unknown as Services;
  return async (
    action: Action | undefined,
    person: Person,
    { id, ...entries }: Readonly<Record<string, string>>,
  ) => {
    const session = { id: '', person, isComplete: true, isRecent: true };
    const outcome = await action?.({ services: all, session, entries, params: { id } });
    return outcome?.ok === false ? outcome.status : 303;
  };
}

describeOnOneDatabase('a posted invoice', (open) => {
  test('is found on the pages of its own project and of all invoices, and not on another project’s', async () => {
    const { db } = await open();
    const { issue, pay, team, projectId } = await makeTestInvoices(db);
    const elsewhere = await makeTestInvoices(db);
    const post = postsTo(db);
    const invoiceId = await issue(250_000, '2026-12-12');
    await pay(invoiceId);
    const state = async () => (await db.select().from(invoices)).find(({ id }) => id === invoiceId)?.state;
    for (const id of [elsewhere.projectId, 'no-uuid']) {
      const fields = { id, invoiceId, reason: 'Sent twice' };
      for (const action of Object.values(invoiceActions)) expect(await post(action, team, fields)).toBe(404);
    }
    expect(await state()).toBe('reported');
    expect(await post(invoiceActions['payment-missing'], team, { invoiceId })).toBe(303);
    expect(await post(invoiceActions['record-payment'], team, { id: projectId, invoiceId })).toBe(422);
    expect(await state()).toBe('pending');
    const payment = { amount: '2,500.00', paidOn: '2026-11-20' };
    const record = (change: object) =>
      post(invoiceActions['record-payment'], team, { id: projectId, invoiceId, ...payment, ...change });
    for (const wrong of [{ amount: '0' }, { amount: '2,500' }, { paidOn: '2026-11-21' }, { paidOn: 'today' }])
      expect(await record(wrong)).toBe(422);
    expect(await state()).toBe('pending');
    expect(await record({})).toBe(303);
    expect(await state()).toBe('paid');
  });

  test('is reported as paid and withdrawn up to a daily limit, which ignores requests without effect', async () => {
    const { db } = await open();
    const { issue, client, team } = await makeTestInvoices(db);
    const theirs = await (await makeTestInvoices(db)).issue(250_000, '2026-12-12');
    const post = postsTo(db);
    const [invoiceId, voided] = [await issue(250_000, '2026-12-12'), await issue(250_000, '2026-12-12')];
    await voidInvoice(db, testServices(), team, { invoiceId: voided, reason: 'Sent twice' });
    const report = (id: string) => post(paymentActions['mark-paid'], client, { invoiceId: id });
    for (let n = 0; n < 20; n += 1)
      expect(await Promise.all(['none', theirs, voided].map(report))).toEqual([404, 404, 409]);
    const answers: number[] = [];
    for (let n = 0; n < 51; n += 1) {
      answers.push(await report(invoiceId));
      // Already reported.
      if (n === 0) expect(await report(invoiceId)).toBe(303);
      expect(await post(paymentActions['withdraw-payment'], client, { invoiceId })).toBe(303);
    }
    expect(answers).toEqual([...Array.from({ length: 50 }, () => 303), 429]);
  });
});
