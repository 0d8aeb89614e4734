import { currencyCodes } from './currencies.ts';
import { fill } from '#src/platform/fill.ts';
import type { Outcome } from '#src/platform/outcome.ts';

/** Returns whole cents as dollars: 250000 → "$2,500.00". Throws if there is a fraction of a cent. */
export function dollarsOf(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new Error(`${cents} is no whole number of cents`);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const dollars = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${cents < 0 ? '−' : ''}$${dollars}.${digits.slice(-2)}`;
}

/** The largest amount of an invoice, in cents: 99,999,999.99 dollars. */
export const mostCents = 9_999_999_999;

export type ReadAmount = Outcome<
  'required' | 'unreadable' | 'ambiguous' | 'nothing' | 'too-large',
  { readonly cents: number }
>;

type Written = { readonly dollars: string; readonly cents: string };

/** Removes the thousands separators; null if they are misplaced or mixed. */
function wholeOf(text: string): string | null {
  const [mark] = /[.,' ]/.exec(text) ?? [];
  if (mark === undefined) return /^\d+$/.test(text) ? text : null;
  const [first = '', ...groups] = text.split(mark);
  const isGrouped = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  return isGrouped ? first + groups.join('') : null;
}

/** Parses digits with separators. A single point or comma before three digits may be either kind of separator. */
function writtenOf(text: string): Written | 'unreadable' | 'ambiguous' {
  const [, whole = '', point = '', fraction = ''] = /^(.*)([.,])(\d{1,2})$/.exec(text) ?? [];
  const dollars = wholeOf(fraction === '' ? text : whole);
  // Rejects 1,234,56 and leading separators.
  const isMixed = fraction !== '' && whole.includes(point);
  const isZero = fraction === '' && /^0+[.,' ]/.test(text);
  if (dollars === null || isMixed || isZero) return 'unreadable';
  const isGrouped = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
  return isGrouped ? 'ambiguous' : { dollars, cents: fraction.padEnd(2, '0') };
}

/**
 * Parses a typed amount of dollars as whole cents, at least 1: "2500", "2,500.00", "2.500,00", "2 500,00" or "922,50".
 * Never guesses: "1,845" can be 1,845 dollars, or one dollar and a fraction.
 */
export function readAmount(typed: string): ReadAmount {
  const text = typed
    .replaceAll(/[\p{Zs}\t]/gu, ' ')
    .replaceAll('’', "'")
    .trim()
    .replace(/^\$ ?/, '');
  if (text === '') return { ok: false, reason: 'required' };
  const written = writtenOf(text);
  if (typeof written === 'string') return { ok: false, reason: written };
  const cents = Number(written.dollars) * 100 + Number(written.cents);
  // Sums up to this limit are exact.
  if (cents > mostCents) return { ok: false, reason: 'too-large' };
  return cents === 0 ? { ok: false, reason: 'nothing' } : { ok: true, cents };
}

/** The messages about a typed amount: its interpretation and its errors. */
export type AmountWords = Readonly<
  Record<'understood' | Exclude<ReadAmount, { ok: true }>['reason'], string>
>;

/** Returns the error of a typed amount; null if it is valid. */
export function amountError(typed: string, words: AmountWords): string | null {
  const read = readAmount(typed);
  if (read.ok) return null;
  const whole = readAmount(typed.replaceAll(/[.,]/g, ''));
  const amount = whole.ok ? dollarsOf(whole.cents) : '';
  return fill(words[read.reason], { typed: typed.trim(), amount, plain: amount.replace('$', '') });
}

/** Returns how a typed amount is interpreted, or that it is ambiguous; empty if invalid or incomplete. */
export function understoodText(typed: string, words: AmountWords): string {
  const read = readAmount(typed);
  if (read.ok) return fill(words.understood, { amount: dollarsOf(read.cents) });
  return read.reason === 'ambiguous' ? (amountError(typed, words) ?? '') : '';
}

const usual = ['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY'];

/** Returns the currencies to choose from, the usual ones first. */
export const currencyOptions = () =>
  [...usual, ...currencyCodes.filter((code) => !usual.includes(code))].map((code) => ({
    value: code,
    label: code,
  }));
