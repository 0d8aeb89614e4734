import words from '#content/invoice-form.yaml';
import desk from '#content/desk-projects.yaml';
import type { FieldError } from '#src/features/accounts/access/action.ts';
import { minorDigitsOf } from '#src/features/invoices/currencies.ts';
import type { InvoiceDocument, InvoiceLine } from '#src/features/invoices/document.ts';
import { amountError, moneyOf, mostCents, readAmount } from '#src/features/invoices/money.ts';
import { basisPointsOf } from '#src/features/invoices/settings/settings-actions.ts';
import { isQuantity, totalsOf, type DocumentLine } from '#src/features/invoices/totals.ts';
import { isDay } from '#src/platform/calendar.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { fill } from '#src/platform/fill.ts';
import { checkText, present, problem, type Checked } from '#src/workspace/form-checks.ts';

const { errors } = words;

/** The most lines of an invoice. */
const mostLines = 100;

/** The fields of a line, with its number behind them: "quantity-1". */
export const lineFields = ['description', 'quantity', 'unit', 'unitPrice', 'discount', 'tax'] as const;

const lineNumbersOf = (entries: Entries) =>
  Object.keys(entries).flatMap((name) => {
    const [, field = '', number = ''] = /^(\w+)-(\d{1,4})$/.exec(name) ?? [];
    return lineFields.some((one) => one === field) ? [Number(number)] : [];
  });

/** Returns true if a form has the fields of a line, empty ones included. */
export const hasLines = (entries: Entries) => lineNumbersOf(entries).length > 0;

/** Returns the number of lines that a form shows: those with text, those posted, and at least one. */
export function lineCountOf(entries: Entries): number {
  return Math.min(mostLines, Math.max(1, ...lineNumbersOf(entries)));
}

/** Returns a form with one more empty line. */
export const withOneMoreLine = (entries: Entries): Entries => ({
  ...entries,
  [`description-${Math.min(mostLines, lineCountOf(entries) + 1)}`]: '',
});

/** A tax to choose on a line. */
export type OfferedTax = {
  readonly id: string;
  readonly name: string;
  readonly basisPoints: number;
  readonly category: DocumentLine['category'];
  readonly sentence: string;
};

const noTax: OfferedTax = { id: '', name: '', basisPoints: 0, category: 'O', sentence: '' };

type Discounts = Pick<DocumentLine, 'discountBasisPoints' | 'discountMinor'>;

/** Parses a discount: a percentage, an amount, or nothing; null if it is none of these. */
function discountOf(typed: string, currency: string): Discounts | null {
  if (typed === '') return {};
  if (typed.endsWith('%')) {
    const discountBasisPoints = basisPointsOf(typed);
    return discountBasisPoints === null ? null : { discountBasisPoints };
  }
  const read = readAmount(typed, currency);
  if (read.ok) return { discountMinor: read.cents };
  return read.reason === 'nothing' ? {} : null;
}

/** Returns true if a document's discounts are not above what they are on. */
function isTotal(document: Parameters<typeof totalsOf>[0]): boolean {
  try {
    totalsOf(document);
    return true;
  } catch {
    return false;
  }
}

type Reading = {
  readonly currency: string;
  readonly taxes: readonly OfferedTax[];
  readonly wrong: FieldError[];
};

/** Parses one line; null if it is empty or wrong, which is added to the errors. */
function readLine(entries: Entries, at: number, { currency, taxes, wrong }: Reading) {
  const of = (name: (typeof lineFields)[number]) => entries[`${name}-${at}`]?.trim() ?? '';
  const [description, price, typedDiscount] = [of('description'), of('unitPrice'), of('discount')];
  if (description === '' && price === '' && typedDiscount === '') return null;
  const quantity = (of('quantity') || '1').replace(',', '.');
  const read = readAmount(price, currency);
  const unitPriceMinor = read.ok ? read.cents : 0;
  const isPriced = read.ok || read.reason === 'nothing';
  const discount = discountOf(typedDiscount, currency);
  const tax = of('tax') === '' ? noTax : taxes.find(({ id }) => id === of('tax'));
  const isCounted = isQuantity(quantity) && !quantity.startsWith('-');
  const line: DocumentLine = {
    quantity,
    unitPriceMinor,
    ...discount,
    taxBasisPoints: tax?.basisPoints ?? 0,
    category: tax?.category ?? 'O',
  };
  const problems = present([
    checkText(entries, `description-${at}`, { max: 1000, missing: errors.description }),
    isCounted ? null : problem(`quantity-${at}`, errors.quantity),
    checkText(entries, `unit-${at}`, { max: 40, isLine: true, missing: null }),
    isPriced
      ? null
      : problem(`unitPrice-${at}`, amountError(price, desk.errors.amount, currency) ?? errors.line),
    discount === null || (isCounted && isPriced && !isTotal({ currency, prices: 'net', lines: [line] }))
      ? problem(`discount-${at}`, errors.discount)
      : null,
    tax ? null : problem(`tax-${at}`, errors.tax),
  ]);
  wrong.push(...problems);
  if (problems.length > 0 || !tax) return null;
  const full: InvoiceLine = { ...line, description, unit: of('unit'), taxName: tax.name };
  return { line: full, tax };
}

/** The values of an invoice's form. */
export type InvoiceForm = Pick<
  InvoiceDocument,
  'prices' | 'lines' | 'discountBasisPoints' | 'discountMinor' | 'sentences' | 'serviceFrom' | 'serviceTo'
> & {
  readonly currency: string;
  readonly dueOn: string;
  readonly reference: string;
  readonly notes: string;
  /** The gross total in minor units. */
  readonly totalMinor: number;
  readonly taxMinor: number;
};

const dayOf = (entries: Entries, name: string) => {
  const typed = entries[name]?.trim() ?? '';
  return { day: typed === '' ? null : typed, isWrong: typed !== '' && !isDay(typed) };
};

/** Validates the form of an invoice. `today` is YYYY-MM-DD, the earliest due date. */
export function readInvoiceForm(
  entries: Entries,
  { today, taxes }: { readonly today: string; readonly taxes: readonly OfferedTax[] },
): Checked<InvoiceForm> {
  const typedCurrency = entries['currency'] ?? '';
  const currency = minorDigitsOf(typedCurrency) === null ? 'USD' : typedCurrency;
  const prices = entries['prices'] === 'gross' ? 'gross' : 'net';
  const wrong: FieldError[] = [];
  const read = Array.from({ length: lineCountOf(entries) }, (_, index) =>
    readLine(entries, index + 1, { currency, taxes, wrong }),
  ).filter((one) => one !== null);
  const lines = read.map(({ line }) => line);
  const reduction = discountOf(entries['reduction']?.trim() ?? '', currency);
  const [from, to] = [dayOf(entries, 'serviceFrom'), dayOf(entries, 'serviceTo')];
  const { dueOn = '' } = entries;
  if (lines.length === 0 && wrong.length === 0) wrong.push(problem('description-1', errors.line));
  if (lineNumbersOf(entries).some((number) => number > mostLines))
    wrong.push(problem('description-1', fill(errors.tooMany, { count: String(mostLines) })));
  const whole = { currency, prices, lines, ...reduction } as const;
  const isWhole = lines.length > 0 && reduction !== null && isTotal(whole);
  wrong.push(
    ...present([
      isWhole || lines.length === 0 ? null : problem('reduction', errors.reduction),
      !isDay(dueOn)
        ? problem('dueOn', desk.errors.dayNeeded)
        : dueOn < today
          ? problem('dueOn', desk.errors.pastDay)
          : null,
      from.isWrong ? problem('serviceFrom', errors.day) : null,
      to.isWrong ? problem('serviceTo', errors.day) : null,
      from.day && to.day && to.day < from.day ? problem('serviceTo', errors.backwards) : null,
      checkText(entries, 'reference', { max: 100, isLine: true, missing: null }),
      checkText(entries, 'notes', { max: 2000, missing: null }),
    ]),
  );
  if (wrong.length > 0 || !isWhole) return { ok: false, errors: wrong };
  const { grossMinor, taxMinor } = totalsOf(whole);
  if (grossMinor <= 0 || grossMinor > mostCents) {
    const message = fill(errors.total, { amount: moneyOf(mostCents, currency) });
    return { ok: false, errors: [problem('unitPrice-1', message)] };
  }
  return {
    ok: true,
    values: {
      prices,
      lines,
      ...reduction,
      sentences: [...new Set(read.map(({ tax }) => tax.sentence).filter((sentence) => sentence !== ''))],
      serviceFrom: from.day,
      serviceTo: to.day ?? null,
      currency,
      dueOn,
      reference: entries['reference']?.trim() ?? '',
      notes: entries['notes']?.trim().replaceAll('\r', '') ?? '',
      totalMinor: grossMinor,
      taxMinor,
    },
  };
}
