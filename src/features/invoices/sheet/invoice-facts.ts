import portal from '#content/portal.yaml';
import words from '#content/invoice-form.yaml';
import site from '#content/site.yaml';
import {
  documentOf,
  totalsOfDocument,
  type InvoiceDocument,
  type Party,
} from '#src/features/invoices/document.ts';
import { invoiceStatusOf } from '#src/features/invoices/invoice-status.ts';
import { moneyOf, plainAmountOf } from '#src/features/invoices/money.ts';
import { accountText } from '#src/features/invoices/settings/official-numbers.ts';
import { countryNameOf, percentText } from '#src/features/invoices/settings/printed-text.ts';
import { fill } from '#src/platform/fill.ts';
import { projectCodeOf } from '#src/features/projects/project-status.ts';
import { legal } from '#src/studio/legal.ts';
import { dayText, momentDayText } from '#src/workspace/time-text.ts';
import type { FoundInvoice } from './find-invoice.ts';

const { invoice: labels, invoices } = portal;
const { sheet } = words;

/** Returns the sentence below an invoice's status; null if there is nothing to add. */
function remarkOf(invoice: FoundInvoice): string | null {
  const { state, paidAt, paidByName, confirmedAt, voidReason } = invoice;
  if (state === 'void') return voidReason ? fill(labels.void, { reason: voidReason }) : null;
  if (confirmedAt) return fill(labels.confirmed, { day: momentDayText(confirmedAt) });
  if (!paidAt) return null;
  return fill(labels.reported, { day: momentDayText(paidAt), name: paidByName ?? '' });
}

/** Returns the lines of a party's address, with the country's name and its VAT number. */
function partyLines({ name, email, lines, vatId }: Party): string[] {
  const last = lines.at(-1) ?? '';
  const address = /^[A-Z]{2}$/.test(last) ? [...lines.slice(0, -1), countryNameOf(last)] : lines;
  const vat = vatId === '' ? [] : [fill(sheet.vatId, { number: vatId })];
  return [name, ...address, email, ...vat].filter((line) => line !== '');
}

/** A row of the totals. */
export type TotalRow = { readonly label: string; readonly amount: string; readonly isSum?: boolean };

function discountText(
  { discountBasisPoints, discountMinor }: Pick<InvoiceDocument, 'discountBasisPoints' | 'discountMinor'>,
  currency: string,
): string {
  if (discountBasisPoints) return `−${percentText(discountBasisPoints)}`;
  return discountMinor ? plainAmountOf(-discountMinor, currency) : '';
}

/** Returns the lines and totals of a document as texts. */
function tableOf(document: InvoiceDocument, currency: string) {
  const totals = totalsOfDocument(currency, document);
  const amountOf = (minor: number) => plainAmountOf(minor, currency);
  const lines = document.lines.map((line, at) => ({
    description: line.description,
    quantity: [line.quantity, line.unit].filter((part) => part !== '').join(' '),
    unitPrice: amountOf(line.unitPriceMinor),
    discount: discountText(line, currency),
    tax:
      line.category === 'S' ? percentText(line.taxBasisPoints) : line.category === 'O' ? '' : percentText(0),
    amount: amountOf(totals.lines[at]?.netMinor ?? 0),
  }));
  const sum = totals.lines.reduce((total, { netMinor }) => total + netMinor, 0);
  const whole = document.prices === 'net' ? totals.netMinor : totals.grossMinor;
  const nameOf = (category: string, rate: number) =>
    document.lines.find((line) => line.category === category && line.taxBasisPoints === rate)?.taxName ||
    sheet.tax;
  const rows: TotalRow[] = [
    ...(sum === whole ? [] : [{ label: sheet.reduction, amount: amountOf(whole - sum) }]),
    ...(totals.taxMinor === 0 ? [] : [{ label: sheet.net, amount: amountOf(totals.netMinor) }]),
    ...totals.taxes
      .filter(({ category }) => category !== 'O')
      .map(({ category, taxBasisPoints, basisMinor, taxMinor }) => ({
        label: fill(sheet.taxOf, { tax: nameOf(category, taxBasisPoints), basis: amountOf(basisMinor) }),
        amount: amountOf(taxMinor),
      })),
    ...(totals.roundingMinor === 0
      ? []
      : [{ label: sheet.rounding, amount: amountOf(totals.roundingMinor) }]),
    { label: sheet.total, amount: moneyOf(totals.grossMinor, currency), isSum: true },
  ];
  return {
    lines,
    rows,
    hasDiscounts: lines.some(({ discount }) => discount !== ''),
    hasTaxes: lines.some(({ tax }) => tax !== ''),
    isGross: document.prices === 'gross',
  };
}

/** Returns what was paid of an invoice and what is open, as rows below its total; none for an untouched one. */
function balanceRows(invoice: FoundInvoice): TotalRow[] {
  const { paidMinor, creditedMinor, writtenOffMinor, openMinor, currency } = invoice;
  const part = (label: string, minor: number) =>
    minor === 0 ? [] : [{ label, amount: moneyOf(-minor, currency) }];
  const parts = [
    ...part(sheet.credited, creditedMinor),
    ...part(sheet.paid, paidMinor),
    ...part(sheet.writtenOff, writtenOffMinor),
  ];
  if (parts.length === 0) return [];
  const open = { amount: moneyOf(Math.abs(openMinor), currency), isSum: true };
  return [...parts, { label: openMinor < 0 ? sheet.overpaid : sheet.open, ...open }];
}

function serviceText({ serviceFrom, serviceTo }: InvoiceDocument): string | null {
  if (serviceFrom === null) return serviceTo && dayText(serviceTo);
  if (serviceTo === null || serviceTo === serviceFrom) return dayText(serviceFrom);
  return fill(sheet.servicePeriod, { from: dayText(serviceFrom), to: dayText(serviceTo) });
}

/** Returns how to transfer the money, one text per line. */
const bankLines = ({ seller }: InvoiceDocument) =>
  seller.accounts.map(({ holder, iban, bic, bank }) =>
    [holder, accountText(iban), bic && fill(sheet.bic, { bic }), bank]
      .filter((part) => part !== '')
      .join(', '),
  );

/** Returns the texts of an invoice for its page and PDF. `today` is YYYY-MM-DD. */
export function invoiceFactsOf(invoice: FoundInvoice, today: string) {
  const status = invoiceStatusOf(invoice, today);
  const { code, currency } = invoice;
  const document = documentOf(invoice);
  const service = serviceText(document);
  const { reference } = document.buyer;
  const isPlain = invoice.document === null;
  return {
    code,
    title: fill(labels.title, { invoice: code }),
    status,
    statusText: invoices.statuses[status],
    remark: remarkOf(invoice),
    billTo: partyLines(document.buyer),
    from: isPlain ? [legal.entity, ...legal.address, site.contactEmail] : partyLines(document.seller),
    dates: [
      { label: labels.issued, text: dayText(invoice.issuedOn) },
      { label: labels.due, text: dayText(invoice.dueOn) },
      { label: labels.project, text: `${projectCodeOf(invoice.projectNumber)} ${invoice.project}` },
      ...(service === null ? [] : [{ label: sheet.service, text: service }]),
      ...(reference === '' ? [] : [{ label: sheet.reference, text: reference }]),
    ],
    description: invoice.description,
    amount: moneyOf(invoice.amountCents, currency),
    /** Null for an invoice of one amount. */
    table: isPlain ? null : tableOf(document, currency),
    balance: balanceRows(invoice),
    sentences: document.sentences,
    notes: document.notes,
    bank: bankLines(document),
    registration: document.seller.taxNumber,
  };
}

export type InvoiceFacts = ReturnType<typeof invoiceFactsOf>;
