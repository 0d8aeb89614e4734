import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import portal from '#content/portal.yaml';
import { writableText } from '#src/platform/pdf/text-lines.ts';
import type { FoundInvoice } from './find-invoice.ts';
import { invoiceFactsOf } from './invoice-facts.ts';
import { invoicePdf } from './invoice-pdf.ts';

const invoice: FoundInvoice = {
  id: '0190a5b5-7a1e-7000-8000-000000000000',
  number: 1042,
  projectId: '0190a5b5-7a1e-7000-8000-000000000001',
  clientId: '0190a5b5-7a1e-7000-8000-000000000002',
  amountCents: 250_000,
  description: 'Tidewater, reel 3 mix',
  issuedOn: '2026-11-12',
  dueOn: '2026-12-12',
  state: 'pending',
  billToName: 'Runa Vestergaard',
  billToEmail: 'runa@sample.example',
  paidAt: null,
  paidBy: null,
  paidByName: null,
  confirmedAt: null,
  confirmedByName: null,
  voidedAt: null,
  voidedByName: null,
  voidReason: null,
  createdAt: new Date('2026-11-12T10:00:00Z'),
  projectNumber: 214,
  project: 'Tidewater, reel 3',
};

const pdfOf = async (change: Partial<FoundInvoice>) => {
  const bytes = await invoicePdf(invoiceFactsOf({ ...invoice, ...change }, '2026-11-20'));
  return PDFDocument.load(bytes);
};

test('an invoice is one A4 page', async () => {
  const document = await pdfOf({});
  expect(document.getTitle()).toBe('Invoice INV-1042');
  expect(document.getPages().map((page) => page.getSize())).toEqual([{ width: 595.28, height: 841.89 }]);
});

test('any name and text can be written, however strange or long', async () => {
  const strange = [
    '東京\u{1F50A}',
    '\u202eevil\u0000\u0007',
    'a\r\n\tb',
    'W'.repeat(1_000),
    'Ő'.repeat(300),
    '',
  ];
  for (const text of strange) {
    const document = await pdfOf({ billToName: text, project: text, description: text });
    expect(document.getPageCount()).toBeGreaterThan(0);
  }
  expect((await pdfOf({ description: 'word '.repeat(4_000) })).getPageCount()).toBeGreaterThan(1);
});

test('a letter that the font lacks loses its marks, or becomes a question mark', async () => {
  const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
  expect(writableText('Ruña Ørsted – “Ő” 5 €', font)).toBe('Ruña Ørsted – “O” 5 €');
  expect(writableText('東京 \u{1F50A}\ufe0f\u200b', font)).toBe('?? ?');
  expect(writableText('a\u00a0\n\tb', font)).toBe('a b');
});

test('the sentence under the status says who, when and why', () => {
  const remarkOf = (change: Partial<FoundInvoice>) =>
    invoiceFactsOf({ ...invoice, ...change }, '2026-12-13').remark;
  const reported = {
    state: 'reported',
    paidAt: new Date('2026-11-20T10:00:00Z'),
    paidByName: 'Runa $&',
  } as const;
  expect(remarkOf(reported)).toBe('Reported on 20 Nov 2026 by Runa $&');
  expect(remarkOf({ ...reported, state: 'paid', confirmedAt: new Date('2026-11-21T10:00:00Z') })).toBe(
    'Payment received on 21 Nov 2026',
  );
  expect(remarkOf({ state: 'void', voidReason: 'Sent twice' })).toBe('Void: Sent twice');
  expect(remarkOf({})).toBeNull();
  expect(invoiceFactsOf(invoice, '2026-12-12').statusText).toBe(portal.invoices.statuses.pending);
  expect(invoiceFactsOf(invoice, '2026-12-13').statusText).toBe(portal.invoices.statuses.overdue);
});
