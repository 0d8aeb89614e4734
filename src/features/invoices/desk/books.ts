import { and, asc, eq, gte, isNull, lte, ne, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { documentOf, totalsOfDocument } from '#src/features/invoices/document.ts';
import { invoices, payments } from '#src/features/invoices/invoice.table.ts';
import { isDay } from '#src/platform/calendar.ts';
import { csvOf } from '#src/platform/csv.ts';
import type { Db } from '#src/platform/database/database.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';
import { decimalOf, invoicesCsv } from './invoice-export.ts';
import { listAllInvoices } from './invoice-list.ts';

/** A period of days, YYYY-MM-DD, both included; null is open. */
type Period = { readonly from: string | null; readonly to: string | null };

/** Returns the period in the query parameters; null if a day is malformed or the end is before the start. */
export function periodOf(parameters: URLSearchParams): Period | null {
  const [from, to] = ['from', 'to'].map((name) => parameters.get(name) || null) as [
    string | null,
    string | null,
  ];
  if ([from, to].some((day) => day !== null && !isDay(day))) return null;
  return from !== null && to !== null && to < from ? null : { from, to };
}

const isIn = (day: PgColumn, { from, to }: Period): SQL | undefined =>
  and(from === null ? undefined : gte(day, from), to === null ? undefined : lte(day, to));

/** Returns the invoices of a period that count, with their documents and totals, oldest first. */
async function listDocuments(db: Db, period: Period) {
  const rows = await db
    .select()
    .from(invoices)
    .where(and(isIn(invoices.issuedOn, period), ne(invoices.state, 'void')))
    .orderBy(asc(invoices.issuedOn), asc(invoices.number));
  return rows.map((invoice) => {
    const document = documentOf(invoice);
    return { invoice, document, totals: totalsOfDocument(invoice.currency, document) };
  });
}

const percentOf = (basisPoints: number) => String(basisPoints / 100);

/** Returns the lines of the invoices of a period, one per row. */
async function linesCsv(db: Db, period: Period): Promise<string> {
  const rows = (await listDocuments(db, period)).flatMap(({ invoice, document, totals }) =>
    document.lines.map((line, at) => [
      invoice.code,
      invoice.issuedOn,
      String(at + 1),
      line.description,
      line.quantity,
      line.unit,
      decimalOf(line.unitPriceMinor, invoice.currency),
      line.discountBasisPoints === undefined ? '' : percentOf(line.discountBasisPoints),
      line.discountMinor === undefined ? '' : decimalOf(line.discountMinor, invoice.currency),
      line.category,
      percentOf(line.taxBasisPoints),
      document.prices,
      decimalOf(totals.lines[at]?.netMinor ?? 0, invoice.currency),
      invoice.currency,
    ]),
  );
  const discounts = ['discountPercent', 'discount'];
  const numbers = ['quantity', 'unit', 'unitPrice', ...discounts, 'taxCategory', 'taxPercent', 'prices'];
  return csvOf([['number', 'issuedOn', 'line', 'description', ...numbers, 'amount', 'currency'], ...rows]);
}

/** Returns the taxes of the invoices of a period: a row per invoice and rate. */
async function taxesCsv(db: Db, period: Period): Promise<string> {
  const rows = (await listDocuments(db, period)).flatMap(({ invoice, document, totals }) =>
    totals.taxes.map(({ category, taxBasisPoints, basisMinor, taxMinor }) => [
      invoice.code,
      invoice.issuedOn,
      document.buyer.name,
      document.buyer.vatId,
      category,
      percentOf(taxBasisPoints),
      decimalOf(basisMinor, invoice.currency),
      decimalOf(taxMinor, invoice.currency),
      invoice.currency,
    ]),
  );
  const buyer = ['buyer', 'buyerVatId'];
  const tax = ['taxCategory', 'taxPercent', 'basis', 'tax', 'currency'];
  return csvOf([['number', 'issuedOn', ...buyer, ...tax], ...rows]);
}

/** Returns the payments, refunds and write-offs of a period. */
async function paymentsCsv(db: Db, period: Period): Promise<string> {
  const found = await db
    .select({ payment: payments, code: invoices.code, currency: invoices.currency })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(and(isIn(payments.paidOn, period), isNull(payments.undoneAt)))
    .orderBy(asc(payments.paidOn), asc(payments.id));
  const rows = found.map(({ payment, code, currency }) => [
    code,
    payment.kind,
    payment.paidOn,
    decimalOf(payment.amountMinor, currency),
    currency,
    payment.method,
    payment.reference,
    payment.recordedByName,
    payment.recordedAt.toISOString(),
  ]);
  const money = ['number', 'kind', 'date', 'amount', 'currency', 'method', 'reference'];
  return csvOf([[...money, 'recordedBy', 'recordedAt'], ...rows]);
}

const books = {
  invoices: async (db: Db, { from, to }: Period, today: string) =>
    invoicesCsv(
      (await listAllInvoices(db)).filter(
        ({ invoice: { issuedOn } }) => (from === null || issuedOn >= from) && (to === null || issuedOn <= to),
      ),
      today,
    ),
  lines: linesCsv,
  payments: paymentsCsv,
  taxes: taxesCsv,
};

/** Responds with a CSV file of the books for the period in the address; 400 for a malformed period. */
export async function bookResponse(
  { db, now, url }: { readonly db: Db; readonly now: Date; readonly url: URL },
  name: keyof typeof books,
): Promise<Response> {
  const period = periodOf(url.searchParams);
  if (!period) {
    const text =
      'Please give the days as ?from=YYYY-MM-DD&to=YYYY-MM-DD, the first one not after the last.\n';
    return new Response(text, { status: 400 });
  }
  return new Response(await books[name](db, period, studioDayOf(now)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
  });
}
