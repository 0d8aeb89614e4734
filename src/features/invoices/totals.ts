import { minorDigitsOf } from './currencies.ts';

/** UNCL5305: standard, zero, exempt, reverse charge, within the EU, export, outside the scope of tax. */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;

export type TaxCategory = (typeof taxCategories)[number];

export type DocumentLine = {
  /** A decimal number with at most 4 digits after the point: "1.5". */
  readonly quantity: string;
  readonly unitPriceMinor: number;
  /** 10000 is 100 %. */
  readonly discountBasisPoints?: number | undefined;
  readonly discountMinor?: number | undefined;
  /** 1900 is 19 %. Other than 0 only in category S. */
  readonly taxBasisPoints: number;
  readonly category: TaxCategory;
};

export type DocumentToTotal = {
  /** ISO 4217. */
  readonly currency: string;
  readonly prices: 'net' | 'gross';
  readonly discountBasisPoints?: number | undefined;
  readonly discountMinor?: number | undefined;
  readonly lines: readonly DocumentLine[];
};

export type DocumentTax = {
  readonly category: TaxCategory;
  readonly taxBasisPoints: number;
  readonly basisMinor: number;
  readonly taxMinor: number;
};

export type Totals = {
  /** In the order of the document's; amounts after the line's discount, with tax if prices are gross. */
  readonly lines: readonly { readonly netMinor: number }[];
  /** One per category and rate, in order of their first line. */
  readonly taxes: readonly DocumentTax[];
  readonly netMinor: number;
  readonly taxMinor: number;
  /** What is missing from net and tax to the gross sum, if prices are gross; otherwise 0. */
  readonly roundingMinor: number;
  readonly grossMinor: number;
};

const whole = 10_000n;

/** Quantities have at most 4 digits after the point. */
const quantityDigits = 4;

const quantityPattern = /^(-?)(\d{1,16})(?:\.(\d{1,4}))?$/;

/** Returns true if a text is a quantity that `totalsOf` accepts. */
export const isQuantity = (text: string) => quantityPattern.test(text);

/** Returns a whole amount or rate. Throws if it has a fraction, or is negative where that has no meaning. */
function integerOf(value: number, name: string, isSigned = false): bigint {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${name} is not a whole number: ${value}`);
  if (value < 0 && !isSigned) throw new RangeError(`${name} is negative: ${value}`);
  return BigInt(value);
}

/** Returns a result as a number. Throws beyond 2^53 − 1. */
function numberOf(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`Beyond safe integers: ${value}`);
  return number;
}

/** Divides by a positive number and rounds half away from zero. */
function divide(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * size + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}

type Discounts = Pick<DocumentToTotal, 'discountBasisPoints' | 'discountMinor'>;

/** Returns the discount on an amount. Throws if it is above the amount or 100 %. */
function discountOf(amount: bigint, { discountBasisPoints = 0, discountMinor = 0 }: Discounts): bigint {
  const share = integerOf(discountBasisPoints, 'discountBasisPoints');
  const fixed = integerOf(discountMinor, 'discountMinor');
  if (share > whole) throw new RangeError('A discount above 100 %');
  if (fixed > 0n && fixed > amount) throw new RangeError('A discount above its amount');
  const discount = divide(amount * share, whole) + fixed;
  if (fixed > 0n && discount > amount) throw new RangeError('Discounts above their amount');
  return discount;
}

function lineAmountOf(line: DocumentLine): bigint {
  const [, sign = '', units = '', fraction = ''] = quantityPattern.exec(line.quantity) ?? [];
  if (units === '') throw new RangeError(`A malformed quantity: ${line.quantity.slice(0, 40)}`);
  const quantity = BigInt(`${sign}${units}${fraction.padEnd(quantityDigits, '0')}`);
  const price = integerOf(line.unitPriceMinor, 'unitPriceMinor', true);
  const amount = divide(quantity * price, whole);
  return amount - discountOf(amount, line);
}

type Group = Pick<DocumentTax, 'category' | 'taxBasisPoints'> & { amount: bigint };

/** Adds up the lines of each category and rate. Throws if a rate does not fit its category. */
function groupsOf(lines: readonly DocumentLine[], amounts: readonly bigint[]): Group[] {
  const groups = new Map<string, Group>();
  for (const [at, { category, taxBasisPoints }] of lines.entries()) {
    if (!taxCategories.includes(category)) throw new RangeError(`Unknown tax category: ${category}`);
    const rate = integerOf(taxBasisPoints, 'taxBasisPoints');
    if (rate > 0n && category !== 'S') throw new RangeError(`Category ${category} has no rate`);
    const key = `${category} ${rate}`;
    const group = groups.get(key) ?? { category, taxBasisPoints, amount: 0n };
    group.amount += amounts[at] ?? 0n;
    groups.set(key, group);
  }
  return [...groups.values()];
}

/**
 * Spreads a discount over amounts in proportion. Every share is rounded down; the rest goes one by one to the shares with the largest
 * remainders, so that the shares sum to the discount.
 */
function sharesOf(discount: bigint, amounts: readonly bigint[]): bigint[] {
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  if (sum === 0n) return amounts.map(() => 0n);
  const divisor = sum < 0n ? -sum : sum;
  const parts = amounts.map((amount, at) => {
    const dividend = discount * (sum < 0n ? -amount : amount);
    const remainder = ((dividend % divisor) + divisor) % divisor;
    return { at, share: (dividend - remainder) / divisor, remainder };
  });
  let rest = discount - parts.reduce((total, { share }) => total + share, 0n);
  for (const part of parts.toSorted((a, b) => Number(b.remainder - a.remainder) || a.at - b.at)) {
    if (rest === 0n) break;
    part.share += 1n;
    rest -= 1n;
  }
  return parts.map(({ share }) => share);
}

/**
 * Returns the amounts of an invoice, a credit note or a quote, in minor units. Tax is rounded once per rate, on the sum of its lines
 * (EN 16931, BR-CO-17); every rounding is half away from zero.
 *
 * Throws a RangeError if there are no lines, if a quantity, amount, rate, discount, category or currency is invalid, or if a result is
 * beyond safe integers.
 */
export function totalsOf(document: DocumentToTotal): Totals {
  const { currency, prices, lines } = document;
  if (minorDigitsOf(currency) === null) throw new RangeError(`Unknown currency: ${currency}`);
  if (prices !== 'net' && prices !== 'gross')
    throw new RangeError(`Unknown kind of prices: ${String(prices)}`);
  if (lines.length === 0) throw new RangeError('A document without lines');
  const amounts = lines.map(lineAmountOf);
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  const discount = discountOf(sum, document);
  const groups = groupsOf(lines, amounts);
  const shares = sharesOf(
    discount,
    groups.map(({ amount }) => amount),
  );
  let net = 0n;
  let tax = 0n;
  const taxes = groups.map(({ category, taxBasisPoints, amount }, at) => {
    const rate = BigInt(taxBasisPoints);
    const discounted = amount - (shares[at] ?? 0n);
    const basis = prices === 'net' ? discounted : divide(discounted * whole, whole + rate);
    const ofRate = divide(basis * rate, whole);
    net += basis;
    tax += ofRate;
    return { category, taxBasisPoints, basisMinor: numberOf(basis), taxMinor: numberOf(ofRate) };
  });
  const gross = prices === 'net' ? net + tax : sum - discount;
  return {
    lines: amounts.map((amount) => ({ netMinor: numberOf(amount) })),
    taxes,
    netMinor: numberOf(net),
    taxMinor: numberOf(tax),
    roundingMinor: numberOf(gross - net - tax),
    grossMinor: numberOf(gross),
  };
}
