import { expect, test } from 'vitest';
import portal from '#content/portal.yaml';
import { readPdf } from '#src/platform/pdf/read-pdf.fixture.ts';
import type { FoundInvoice } from './find-invoice.ts';
import { invoiceFactsOf } from './invoice-facts.ts';
import { invoicePdf } from './invoice-pdf.ts';

const invoice: FoundInvoice = {
  id: '0190a5b5-7a1e-7000-8000-000000000000',
  number: 1042,
  code: 'INV-1042',
  currency: 'USD',
  document: null,
  paidMinor: 0,
  writtenOffMinor: 0,
  creditedMinor: 0,
  openMinor: 250_000,
  projectId: '0190a5b5-7a1e-7000-8000-000000000001',
  clientId: '0190a5b5-7a1e-7000-8000-000000000002',
  isReported: false,
  amountCents: 250_000,
  description: 'Tidewater, reel 3 mix',
  issuedOn: '2026-11-12',
  dueOn: '2026-12-12',
  state: 'pending',
  billToName: 'Runa Vestergaard',
  billToEmail: 'runa@sample.example',
  paidAt: null,
  paidOn: null,
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

const pdfOf = async (change: Partial<FoundInvoice>) =>
  readPdf(await invoicePdf(invoiceFactsOf({ ...invoice, ...change }, '2026-11-20')));

const bare = (text: string) => text.replaceAll(/\s/g, '');

test('an invoice is one small A4 page with all its data', async () => {
  const { title, sheets, text, bytes } = await pdfOf({});
  expect(title).toBe('Invoice INV-1042');
  expect(sheets).toEqual([{ width: 595.28, height: 841.89 }]);
  for (const part of [
    'INV-1042',
    'Runa Vestergaard',
    'runa@sample.example',
    'Tidewater, reel 3 mix',
    '$2,500.00',
  ])
    expect(text).toContain(bare(part));
  expect(text).toContain(bare('12 Dec 2026'));
  expect(text).toContain(bare(portal.invoices.statuses.pending));
  expect(bytes).toBeLessThan(30_000);
});

test.each([
  ['Latin', 'Łukasz Ørsted-Ñandú “Ő” œuvre ₿ 5 €'],
  ['Greek', 'Ελληνικά κείμενο, Ώ ΐ'],
  ['Cyrillic', 'Привет, Ђурђевић, ґ Ұ'],
  ['Vietnamese', 'Nguyễn Thị Ngọc Ầm, đường Lê Lợi ok'],
  ['Arabic', 'مرحبا بالعالم فاتورة'],
  ['Persian', 'گچپژ شرکت'],
  ['Hebrew', 'מיקס של עברית'],
  ['Japanese', '株式会社東京スタジオ、さくら'],
  ['Simplified Chinese', '北京音乐工作室'],
  ['Traditional Chinese', '臺北錄音室體驗'],
  ['Korean', '서울 녹음실 주식회사'],
  ['Thai', 'ห้องบันทึกเสียง กรุงเทพ ผู้ที่'],
  ['Armenian', 'Հայաստան, ձայնագրություն'],
  ['Georgian', 'საქართველო, თბილისი'],
  ['Devanagari', 'नेपाली १२३'],
  ['symbols', 'Mix 🔊 🎹 ❤ ✓'],
])('a name in %s is in the file as written, and the file stays small', async (_language, name) => {
  const { text, bytes, sheets } = await pdfOf({ billToName: name, project: name, description: name });
  expect(text.split(bare(name)).length - 1).toBe(3);
  expect(text).not.toContain('?');
  expect(bytes).toBeLessThan(100_000);
  expect(sheets).toHaveLength(1);
});

test('a PDF uses the house typefaces, and others only for missing characters', async () => {
  const fontsOf = async (description: string) => {
    const bytes = await invoicePdf(invoiceFactsOf({ ...invoice, description }, '2026-11-20'));
    const names = Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/BaseFont \/[A-Z]+\+([\w-]+)/g);
    return [...new Set(Array.from(names, ([, name = '']) => name))].toSorted();
  };
  expect(await fontsOf('Tidewater, reel 3 mix')).toEqual(['Archivo-Medium', 'STIXTwoText-Italic']);
  expect(await fontsOf('Микс')).toEqual(['Archivo-Medium', 'NotoSans-Regular', 'STIXTwoText-Italic']);
});

test('similar characters are those of each file, whatever was written before', async () => {
  for (const name of ['ΑΒΕΗ', 'АВЕН', 'ABEH', 'ΑΒΕΗ'])
    expect((await pdfOf({ billToName: name })).text).toContain(name);
});

test('right-to-left text keeps its direction among other text, with its numbers and brackets', async () => {
  const { text } = await pdfOf({ description: 'Mix (ערבוב 12 של הסרט) final' });
  expect(text).toContain('Mix(');
  expect(text).toContain(')final');
  for (const word of ['ערבוב', '12', 'הסרט']) expect(text).toContain(word);
  const arabic = await pdfOf({ description: 'فاتورة ١٢٣ شركة ۴۵۶' });
  for (const word of ['فاتورة', '١٢٣', 'شركة', '۴۵۶']) expect(arabic.text).toContain(word);
});

test('any name and text can be written, however unusual or long', async () => {
  const strange = [
    '\u202eevil\u0000\u0007',
    'a\r\n\tb',
    '\ud800x',
    '\ue000',
    '👩‍🎤👍🏽🇳🇴',
    'a\u0301\u0300\u0302',
    '',
    ' ',
  ];
  for (const text of strange) {
    const { sheets } = await pdfOf({ billToName: text, project: text, description: text });
    expect(sheets.length).toBeGreaterThan(0);
  }
  expect((await pdfOf({ description: '\u202eevil' })).text).toContain('evil');
  expect((await pdfOf({ description: '\ue000' })).text).toContain('?');
});

// The longest allowed text, and others that fill more than one page.
test.each(['word '.repeat(1500), 'W'.repeat(5000), '東'.repeat(20_000), 'مرحبا '.repeat(1000)])(
  'a text of many pages is complete (%#)',
  async (description) => {
    const { sheets, text } = await pdfOf({ description });
    expect(sheets.length).toBeGreaterThan(1);
    expect(text.split(description.trim().slice(-1)).length).toBeGreaterThanOrEqual(
      description.split(description.trim().slice(-1)).length,
    );
  },
);

test('an invoice with lines prints them with taxes, seller, buyer, bank and what is open', async () => {
  const line = { quantity: '1.5', unit: 'day', unitPriceMinor: 96_000, taxName: 'VAT' } as const;
  const address = { email: '', vatId: 'GB123456789' };
  const account = { holder: 'Half Moon', iban: 'GB82WEST12345698765432', bic: 'WESTGB22', bank: '' };
  const { text, sheets } = await pdfOf({
    currency: 'EUR',
    amountCents: 172_800,
    paidMinor: 50_000,
    openMinor: 122_800,
    document: {
      prices: 'net',
      lines: [{ ...line, description: 'Foley', taxBasisPoints: 2000, category: 'S' }],
      seller: {
        ...address,
        name: 'Half Moon',
        lines: ['Uferstraße 8', 'DE'],
        taxNumber: '12/3',
        accounts: [account],
      },
      buyer: { ...address, name: 'Runa', lines: ['Hafen 1', 'DK'], reference: 'PO 7' },
      sentences: ['Exempt under § 4.'],
      notes: 'Thank you.',
      serviceFrom: '2026-11-02',
      serviceTo: null,
    },
  });
  expect(sheets).toHaveLength(1);
  for (const part of [
    'Foley',
    '1.5 day',
    '20 %',
    '1,440.00',
    'VAT on 1,440.00',
    '288.00',
    '€1,728.00',
    '−€500.00',
    '€1,228.00',
    'Germany',
    'Denmark',
    'VAT GB123456789',
    'PO 7',
    '2 Nov 2026',
    'GB82 WEST 1234 5698 7654 32',
    'Exempt under § 4.',
    'Thank you.',
    '12/3',
  ])
    expect(text).toContain(bare(part));
});

test('the sentence below the status states who, when and why', () => {
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
