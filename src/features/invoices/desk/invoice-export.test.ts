import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import words from '#content/desk-projects.yaml';
import { issueInvoice } from '#src/features/invoices/issue-invoice.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { reportPayment, voidInvoice } from '#src/features/invoices/invoices.ts';
import { confirmPayment, recordPayment } from '#src/features/invoices/payments.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { exportedInvoiceOf, invoicesCsv } from './invoice-export.ts';
import { listAllInvoices, listInvoices } from './invoice-list.ts';
import { InvoiceTable } from './invoice-table.tsx';

const services = testServices();
const hostile = ['=HYPERLINK("https://evil.example")', '"quoted", and\r\nbroken', '@SUM(A1)', 'ünï 🎹 מיקס'];

/** Parses a CSV file as RFC 4180, character by character. */
function parseCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    lines.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted && sign === '"' && text[at + 1] === '"') cell += text[++at];
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === ',') endCell();
    else if (!isQuoted && sign === '\r' && text[at + 1] === '\n') {
      endCell();
      lines.push([]);
      at++;
    } else cell += sign;
  }
  return lines.filter((line) => line.length > 0);
}

async function issueAll(db: Db) {
  const { team, projectId } = await makeTestProject(db);
  const ids: string[] = [];
  for (const [index, description] of hostile.entries()) {
    const terms = { projectId, amountCents: 5 + index * 123_456, description, dueOn: '2026-12-12' };
    const issued = await db.transaction((tx) => issueInvoice(tx, services, team, terms));
    if (issued.ok) ids.push(issued.invoiceId);
  }
  const [first = ''] = ids;
  await voidInvoice(db, services, team, { invoiceId: first, reason: '+1' });
}

describeOnOneDatabase('invoices at the desk', (open) => {
  test('are exported as CSV that round-trips through a parser and contains no formulas', async () => {
    const { db } = await open();
    await issueAll(db);
    const [names = [], ...lines] = parseCsv(invoicesCsv(await listAllInvoices(db), '2026-12-13'));
    const read = lines.map((line) => Object.fromEntries(names.map((name, index) => [name, line[index]])));
    expect(read.map(({ description, amount, status }) => [description, amount, status])).toEqual([
      [`'${hostile[0]}`, '0.05', 'void'],
      [hostile[1], '1234.61', 'overdue'],
      [`'${hostile[2]}`, '2469.17', 'overdue'],
      [hostile[3], '3703.73', 'overdue'],
    ]);
    expect(read[0]?.['voidReason']).toBe("'+1");
    for (const cell of lines.flat()) expect(cell).not.toMatch(/^[=+\-@]/);
  });

  test('are exported as JSON with every text exactly as typed', async () => {
    const { db } = await open();
    await issueAll(db);
    const rows = await listAllInvoices(db);
    const exported = rows.map((row) => exportedInvoiceOf(row, '2026-11-20').description);
    expect(exported).toEqual(hostile);
  });

  test('are exported as reported once the client reports payment, and as paid once confirmed', async () => {
    const { db } = await open();
    const { team, client, projectId } = await makeTestProject(db);
    const terms = { projectId, amountCents: 5, description: 'Mix', dueOn: '2026-12-12' };
    const issued = await db.transaction((tx) => issueInvoice(tx, services, team, terms));
    if (!issued.ok) throw new Error(issued.reason);
    const exported = async () => {
      const [row] = await listAllInvoices(db);
      if (!row) throw new Error('no invoice');
      const { status, reportedBy, paidBy, paidAt, confirmedBy } = exportedInvoiceOf(row, '2026-12-20');
      return { status, reportedBy, paidBy, isPaid: paidAt !== null, confirmedBy };
    };
    await reportPayment(db, services, client, issued.invoiceId);
    const reportedBy = client.name;
    const said = { status: 'reported', reportedBy, paidBy: null, isPaid: false, confirmedBy: null };
    expect(await exported()).toEqual(said);
    await confirmPayment(db, testServices(new Date('2026-12-01T00:00:00Z')), team, issued.invoiceId);
    const paid = { status: 'paid', paidBy: client.name, isPaid: true, confirmedBy: team.name };
    expect(await exported()).toEqual({ ...said, ...paid });
  });

  test('name the person who reported a payment, even if a namesake confirmed it at once', async () => {
    const { db } = await open();
    const { team, client, projectId } = await makeTestProject(db);
    const namesake = { ...client, name: team.name };
    const terms = { projectId, amountCents: 5, description: 'Mix', dueOn: '2026-12-12' };
    const issue = () => db.transaction((tx) => issueInvoice(tx, services, team, terms));
    const [reported, recorded] = [await issue(), await issue()];
    if (!reported.ok || !recorded.ok) throw new Error('no invoices');
    await reportPayment(db, services, namesake, reported.invoiceId);
    await confirmPayment(db, services, team, reported.invoiceId);
    await recordPayment(db, services, team, {
      invoiceId: recorded.invoiceId,
      amountMinor: terms.amountCents,
      paidOn: '2026-11-19',
    });
    const rows = await listAllInvoices(db);
    const exported = () => rows.map((row) => exportedInvoiceOf(row, '2026-12-20').reportedBy);
    expect(exported()).toEqual([team.name, null]);
    expect(rows.map((row) => exportedInvoiceOf(row, '2026-12-20').paidOn)).toEqual([null, '2026-11-19']);
    const html = renderToStaticMarkup(
      createElement(InvoiceTable, { rows, today: '2026-12-20', refused: null }),
    );
    const [said = ''] = words.invoices.reportedBy.split('{');
    expect(html.split(said)).toHaveLength(2);
    await db.update(invoices).set({ paidBy: null });
    const erased = await listAllInvoices(db);
    expect(erased.map(({ invoice }) => invoice.isReported)).toEqual([true, false]);
  });

  test('have a next page only if there are more', async () => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    const first = { projectId, amountCents: 5, description: 'Mix', dueOn: '2026-12-12' };
    await db.transaction((tx) => issueInvoice(tx, services, team, first));
    const [row] = await listAllInvoices(db);
    if (!row) throw new Error('no invoice');
    const { invoice } = row;
    const copies = Array.from({ length: 99 }, (_, n) => ({
      ...invoice,
      id: uuidv7(),
      number: 5000 + n,
      code: `INV-${5000 + n}`,
    }));
    await db.insert(invoices).values(copies);
    const page = () => listInvoices(db, { state: null, page: 1, today: '2026-12-12' });
    expect(await page()).toMatchObject({ rows: { length: 100 }, hasMore: false });
    await db.insert(invoices).values({ ...invoice, id: uuidv7(), number: 6000, code: 'INV-6000' });
    expect(await page()).toMatchObject({ rows: { length: 100 }, hasMore: true });
  });

  test('are filtered and summed by their state on a day', async () => {
    const { db } = await open();
    await issueAll(db);
    const due = await listInvoices(db, { state: 'pending', page: 1, today: '2026-12-12' });
    expect(due.rows.map(({ invoice }) => invoice.description)).toEqual(hostile.slice(1).toReversed());
    expect(due.sums.find(({ state }) => state === 'pending')).toMatchObject({
      count: 3,
      amounts: [{ currency: 'USD', minor: 740_751 }],
    });
    const late = await listInvoices(db, { state: 'pending', page: 1, today: '2026-12-13' });
    expect(late.rows).toEqual([]);
    expect(late.sums.map(({ state }) => state).toSorted()).toEqual(['overdue', 'void']);
  });
});
