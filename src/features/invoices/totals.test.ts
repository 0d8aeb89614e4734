import { array, assert, constantFrom, integer, option, property, record, type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { currencyCodes, minorDigitsOf } from './currencies.ts';
import { taxCategories, totalsOf, type DocumentLine, type DocumentToTotal } from './totals.ts';

const line: DocumentLine = { quantity: '1', unitPriceMinor: 10_000, taxBasisPoints: 1900, category: 'S' };
const euros: DocumentToTotal = { currency: 'EUR', prices: 'net', lines: [line] };

const withLine = (changed: Partial<DocumentLine>) => totalsOf({ ...euros, lines: [{ ...line, ...changed }] });

test('adds tax once per rate on the sum of its lines', () => {
  const lines = Array.from({ length: 50 }, () => ({ ...line, unitPriceMinor: 103, taxBasisPoints: 2000 }));
  // 50 × 20.6 rounded per line would be 1050.
  expect(totalsOf({ ...euros, lines: [...lines, { ...line, category: 'E', taxBasisPoints: 0 }] })).toEqual({
    lines: [...lines.map(() => ({ netMinor: 103 })), { netMinor: 10_000 }],
    taxes: [
      { category: 'S', taxBasisPoints: 2000, basisMinor: 5150, taxMinor: 1030 },
      { category: 'E', taxBasisPoints: 0, basisMinor: 10_000, taxMinor: 0 },
    ],
    netMinor: 15_150,
    taxMinor: 1030,
    roundingMinor: 0,
    grossMinor: 16_180,
  });
});

test('rounds half away from zero', () => {
  expect(withLine({ quantity: '0.5', unitPriceMinor: 1 }).netMinor).toBe(1);
  expect(withLine({ quantity: '0.4999', unitPriceMinor: 1 }).netMinor).toBe(0);
  expect(withLine({ quantity: '-0.5', unitPriceMinor: 1 }).netMinor).toBe(-1);
  expect(withLine({ quantity: '1.005', unitPriceMinor: 100 }).netMinor).toBe(101);
});

test('subtracts a discount of a line', () => {
  expect(withLine({ discountBasisPoints: 333 }).netMinor).toBe(9667);
  expect(withLine({ discountMinor: 10_000 }).grossMinor).toBe(0);
  expect(withLine({ discountBasisPoints: 5000, discountMinor: 5000 }).netMinor).toBe(0);
});

test('spreads a discount of the document over the rates, the largest remainder first', () => {
  const lines = [1900, 700, 0].map((taxBasisPoints) => ({ ...line, unitPriceMinor: 100, taxBasisPoints }));
  const { taxes, netMinor } = totalsOf({ ...euros, lines, discountMinor: 100 });
  expect(taxes.map(({ basisMinor }) => basisMinor)).toEqual([66, 67, 67]);
  expect(netMinor).toBe(200);
});

test('keeps gross prices as typed and shows what rounding is missing', () => {
  const { netMinor, taxMinor, roundingMinor, grossMinor } = totalsOf({
    ...euros,
    prices: 'gross',
    lines: [{ ...line, unitPriceMinor: 3 }],
  });
  expect({ netMinor, taxMinor, roundingMinor, grossMinor }).toEqual({
    netMinor: 3,
    taxMinor: 1,
    roundingMinor: -1,
    grossMinor: 3,
  });
});

test.each<[string, () => unknown]>([
  ['no lines', () => totalsOf({ ...euros, lines: [] })],
  ...['', '1,5', '1.23456', '1.', '.5', '1e3', ' 1', '+1', '0x1', '٣', '--1', 'NaN'].map(
    (quantity): [string, () => unknown] => [`the quantity "${quantity}"`, () => withLine({ quantity })],
  ),
  ['a fraction of a minor unit', () => withLine({ unitPriceMinor: 0.5 })],
  ['a fraction in a discount', () => withLine({ discountMinor: 0.5 })],
  ['a negative discount', () => withLine({ discountMinor: -1 })],
  ['a discount above the line', () => withLine({ discountMinor: 10_001 })],
  ['discounts above the line', () => withLine({ discountMinor: 5001, discountBasisPoints: 5000 })],
  ['a discount above 100 %', () => withLine({ discountBasisPoints: 10_001 })],
  ['a discount above the document', () => totalsOf({ ...euros, discountMinor: 10_001 })],
  ['a discount above 100 % of the document', () => totalsOf({ ...euros, discountBasisPoints: 10_001 })],
  ['an unknown currency', () => totalsOf({ ...euros, currency: 'XXX' })],
  ['a currency in lower case', () => totalsOf({ ...euros, currency: 'eur' })],
  ['a rate outside category S', () => withLine({ category: 'AE' })],
  ['a negative rate', () => withLine({ taxBasisPoints: -1 })],
  ['an unknown category', () => withLine({ category: 'X' as 'S', taxBasisPoints: 0 })],
  ['unknown prices', () => totalsOf({ ...euros, prices: 'both' as 'net' })],
  ['a result beyond safe integers', () => withLine({ quantity: '2', unitPriceMinor: 2 ** 53 - 1 })],
  ['a sum beyond safe integers', () => withLine({ unitPriceMinor: 2 ** 53 - 1 })],
])('rejects %s', (_, total) => {
  expect(total).toThrow(RangeError);
});

test('knows the minor digits of ISO 4217', () => {
  expect(['EUR', 'HUF', 'JPY', 'KWD', 'CLF', 'XXX', 'constructor'].map(minorDigitsOf)).toEqual([
    2,
    2,
    0,
    3,
    4,
    null,
    null,
  ]);
  expect(new Set(currencyCodes).size).toBe(currencyCodes.length);
  expect(currencyCodes.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
});

const anyLine: Arbitrary<DocumentLine> = record({
  quantity: integer({ min: 0, max: 10_000_000 }).map((size) => String(size / 10_000)),
  unitPriceMinor: integer({ min: 0, max: 10_000_000 }),
  discountBasisPoints: option(integer({ min: 0, max: 10_000 }), { nil: undefined, freq: 3 }),
  category: constantFrom(...taxCategories, 'S' as const, 'S' as const),
  taxBasisPoints: constantFrom(0, 500, 700, 1900, 2000, 2550, 1234),
}).map((drawn) => (drawn.category === 'S' ? drawn : { ...drawn, taxBasisPoints: 0 }));

const anyDocument: Arbitrary<DocumentToTotal> = record({
  currency: constantFrom(...currencyCodes),
  prices: constantFrom('net' as const, 'gross' as const),
  lines: array(anyLine, { minLength: 1, maxLength: 8 }),
  discountBasisPoints: option(integer({ min: 0, max: 10_000 }), { nil: undefined, freq: 2 }),
});

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** What is left of an amount after a share is taken off, rounded half away from zero. */
const lessShare = (amount: number, basisPoints: number) =>
  amount - Number((BigInt(amount) * BigInt(basisPoints) * 2n + 10_000n) / 20_000n);

test('sums the parts to the whole, for 100,000 documents in every currency and both kinds of prices', () => {
  const wrong: DocumentToTotal[] = [];
  assert(
    property(anyDocument, (document) => {
      const { lines, taxes, netMinor, taxMinor, roundingMinor, grossMinor } = totalsOf(document);
      const expected = lessShare(sumOf(lines.map((one) => one.netMinor)), document.discountBasisPoints ?? 0);
      const isWhole =
        (document.prices === 'net' ? netMinor : grossMinor) === expected &&
        sumOf(taxes.map(({ basisMinor }) => basisMinor)) === netMinor &&
        sumOf(taxes.map((one) => one.taxMinor)) === taxMinor &&
        netMinor + taxMinor + roundingMinor === grossMinor &&
        (document.prices === 'gross' || roundingMinor === 0) &&
        Math.abs(roundingMinor) <= taxes.length &&
        taxes.every(
          ({ basisMinor, taxBasisPoints, taxMinor: ofRate }) =>
            Math.abs(basisMinor * taxBasisPoints - ofRate * 10_000) <= 5000,
        );
      if (!isWhole) wrong.push(document);
    }),
    { numRuns: 100_000 },
  );
  expect(wrong).toEqual([]);
});
