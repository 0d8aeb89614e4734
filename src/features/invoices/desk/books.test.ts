import { expect, test } from 'vitest';
import { bookResponse, periodOf } from './books.ts';
import { makeTestInvoices } from '#src/features/invoices/test-invoices.fixture.ts';
import { recordPayment } from '#src/features/invoices/payments.ts';
import { testNow, testServices } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';

describeOnOneDatabase('the books', (open) => {
  test('list invoices, lines, taxes and payments of a period', async () => {
    const { db } = await open();
    const { issue, team } = await makeTestInvoices(db);
    const invoiceId = await issue(250_000, '2026-12-12');
    const paid = { invoiceId, amountMinor: 100_000, paidOn: '2026-11-19', method: '=1+1' };
    await recordPayment(db, testServices(), team, paid);
    const bookOf = async (name: Parameters<typeof bookResponse>[1], query = '') => {
      const url = new URL(`https://studio.example/desk/${name}.csv${query}`);
      const answer = await bookResponse({ db, now: testNow, url }, name);
      return { status: answer.status, lines: (await answer.text()).trim().split('\r\n') };
    };
    const period = '?from=2026-10-01&to=2026-10-01';
    expect((await bookOf('invoices', period)).lines).toHaveLength(2);
    expect((await bookOf('invoices', '?from=2026-10-02')).lines).toHaveLength(1);
    expect((await bookOf('lines', period)).lines[1]).toBe(
      '"INV-1001","2026-10-01","1","Mix","1","","2500.00","","","O","0","net","2500.00","USD"',
    );
    expect((await bookOf('taxes', period)).lines[1]).toBe(
      '"INV-1001","2026-10-01","Runa Vestergaard","","O","0","2500.00","0.00","USD"',
    );
    expect((await bookOf('payments', period)).lines).toHaveLength(1);
    expect((await bookOf('payments', '?from=2026-11-19&to=2026-11-19')).lines[1]).toContain(
      `"INV-1001","payment","2026-11-19","1000.00","USD","'=1+1"`,
    );
    expect(await bookOf('lines', '?from=2026-02-30')).toMatchObject({ status: 400 });
  });
});

test('reads a period, and rejects a malformed one', () => {
  const of = (query: string) => periodOf(new URLSearchParams(query));
  expect(of('')).toEqual({ from: null, to: null });
  expect(of('from=2026-01-01&to=2026-01-01')).toEqual({ from: '2026-01-01', to: '2026-01-01' });
  for (const wrong of ['from=x', 'to=2026-13-01', 'from=2026-02-01&to=2026-01-31'])
    expect(of(wrong)).toBeNull();
});
