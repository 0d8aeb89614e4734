import { currencyCodes, minorDigitsOf } from './currencies.ts';
import { fill } from '#src/platform/fill.ts';
import type { Outcome } from '#src/platform/outcome.ts';

const signs: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' };

/**
 * Returns minor units as an amount without its currency: "2,500.00", or "2,500" in a currency without a minor unit. Throws if there is
 * a fraction of a minor unit, or the currency is unknown.
 */
export function plainAmountOf(minor: number, currency: string): string {
  if (!Number.isSafeInteger(minor)) throw new Error(`${minor} is no whole number of minor units`);
  const minorDigits = minorDigitsOf(currency);
  if (minorDigits === null) throw new Error(`Unknown currency: ${currency}`);
  const digits = String(Math.abs(minor)).padStart(minorDigits + 1, '0');
  const at = digits.length - minorDigits;
  const whole = digits.slice(0, at).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${minor < 0 ? '−' : ''}${whole}${minorDigits === 0 ? '' : `.${digits.slice(at)}`}`;
}

/** Returns minor units with their currency: "$2,500.00", "CHF 120.00". */
export function moneyOf(minor: number, currency: string): string {
  const amount = plainAmountOf(Math.abs(minor), currency);
  return `${minor < 0 ? '−' : ''}${signs[currency] ?? `${currency}\u00a0`}${amount}`;
}

/** Returns whole cents as dollars: 250000 → "$2,500.00". */
export const dollarsOf = (cents: number) => moneyOf(cents, 'USD');

/** The largest amount of an invoice, in minor units: 99,999,999.99 dollars. */
export const mostCents = 9_999_999_999;

export type ReadAmount = Outcome<
  'required' | 'unreadable' | 'ambiguous' | 'nothing' | 'too-large',
  { readonly cents: number }
>;

type Written = { readonly whole: string; readonly fraction: string };

/** Removes the thousands separators; null if they are misplaced or mixed. */
function wholeOf(text: string): string | null {
  const [mark] = /[.,' ]/.exec(text) ?? [];
  if (mark === undefined) return /^\d+$/.test(text) ? text : null;
  const [first = '', ...groups] = text.split(mark);
  const isGrouped = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  return isGrouped ? first + groups.join('') : null;
}

/**
 * Parses digits with separators. A single point or comma before three digits may be either kind of separator, unless the minor unit
 * has no or three digits.
 */
function writtenOf(text: string, minorDigits: number): Written | 'unreadable' | 'ambiguous' {
  const [, head = '', point = '', tail = ''] = /^(.*)([.,])(\d{1,4})$/.exec(text) ?? [];
  const isFraction = tail.length <= minorDigits;
  const [before, fraction] = isFraction ? [head, tail] : ['', ''];
  const whole = wholeOf(fraction === '' ? text : before);
  // Rejects 1,234,56 and leading separators.
  const isMixed = fraction !== '' && before.includes(point);
  const isZero = fraction === '' && /^0+[.,' ]/.test(text);
  if (whole === null || isMixed || isZero) return 'unreadable';
  const isGrouped = minorDigits > 0 && minorDigits < 3 && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
  return isGrouped ? 'ambiguous' : { whole, fraction: fraction.padEnd(minorDigits, '0') };
}

/**
 * Parses a typed amount as minor units of a currency, at least 1: "2500", "2,500.00", "2.500,00", "2 500,00" or "922,50". Never
 * guesses: "1,845" can be 1,845 dollars, or one dollar and a fraction.
 */
export function readAmount(typed: string, currency = 'USD'): ReadAmount {
  const minorDigits = minorDigitsOf(currency);
  if (minorDigits === null) return { ok: false, reason: 'unreadable' };
  const bare = typed
    .replaceAll(/[\p{Zs}\t]/gu, ' ')
    .replaceAll('’', "'")
    .trim();
  const sign = [signs[currency], currency].find((one) => one !== undefined && bare.startsWith(one)) ?? '';
  const text = bare.slice(sign.length).replace(/^ /, '');
  if (text === '') return { ok: false, reason: 'required' };
  const written = writtenOf(text, minorDigits);
  if (typeof written === 'string') return { ok: false, reason: written };
  const minor = Number(written.whole + written.fraction);
  // Sums up to this limit are exact.
  if (minor > mostCents) return { ok: false, reason: 'too-large' };
  return minor === 0 ? { ok: false, reason: 'nothing' } : { ok: true, cents: minor };
}

/** The messages about a typed amount: its interpretation and its errors. */
export type AmountWords = Readonly<
  Record<'understood' | Exclude<ReadAmount, { ok: true }>['reason'], string>
>;

/** Returns the error of a typed amount; null if it is valid. */
export function amountError(typed: string, words: AmountWords, currency = 'USD'): string | null {
  const read = readAmount(typed, currency);
  if (read.ok) return null;
  const whole = readAmount(typed.replaceAll(/[.,]/g, ''), currency);
  const amount = whole.ok ? moneyOf(whole.cents, currency) : '';
  const plain = whole.ok ? plainAmountOf(whole.cents, currency) : '';
  return fill(words[read.reason], { typed: typed.trim(), amount, plain });
}

/** Returns how a typed amount is interpreted, or that it is ambiguous; empty if invalid or incomplete. */
export function understoodText(typed: string, words: AmountWords, currency = 'USD'): string {
  const read = readAmount(typed, currency);
  if (read.ok) return fill(words.understood, { amount: moneyOf(read.cents, currency) });
  return read.reason === 'ambiguous' ? (amountError(typed, words, currency) ?? '') : '';
}

/** An amount in minor units of a currency. */
export type Amount = { readonly currency: string; readonly minor: number };

/** Returns amounts of several currencies side by side, which are never added; nothing is zero dollars. */
export const amountsText = (amounts: readonly Amount[]): string =>
  amounts.length === 0
    ? moneyOf(0, 'USD')
    : amounts.map(({ currency, minor }) => moneyOf(minor, currency)).join(' + ');

const usual = ['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY'];

/** Returns the currencies to choose from, the usual ones first. */
export const currencyOptions = () =>
  [...usual, ...currencyCodes.filter((code) => !usual.includes(code))].map((code) => ({
    value: code,
    label: code,
  }));
