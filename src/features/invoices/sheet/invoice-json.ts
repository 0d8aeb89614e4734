import { documentOf, totalsOfDocument } from '#src/features/invoices/document.ts';
import { invoiceStatusOf } from '#src/features/invoices/invoice-status.ts';
import type { FoundInvoice } from './find-invoice.ts';

/** Returns an invoice as data. Amounts are in minor units of its currency; `today` is YYYY-MM-DD. */
export function invoiceJsonOf(invoice: FoundInvoice, today: string) {
  const { code, currency, issuedOn, dueOn, paidMinor, openMinor } = invoice;
  const document = documentOf(invoice);
  const { lines, ...totals } = totalsOfDocument(currency, document);
  return {
    number: code,
    kind: 'invoice',
    status: invoiceStatusOf(invoice, today),
    currency,
    prices: document.prices,
    issuedOn,
    dueOn,
    seller: document.seller,
    buyer: document.buyer,
    lines: document.lines.map((line, at) => ({ ...line, netMinor: lines[at]?.netMinor ?? 0 })),
    discountBasisPoints: document.discountBasisPoints ?? null,
    discountMinor: document.discountMinor ?? null,
    ...totals,
    paidMinor,
    openMinor,
  };
}
