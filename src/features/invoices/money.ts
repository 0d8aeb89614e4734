import { fill } from '#src/platform/fill.ts';
import type { Outcome } from '#src/platform/outcome.ts';

/** Whole cents as dollars: 250000 → "$2,500.00". Throws for a fraction of a cent. */
export function dollarsOf(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new Error(`${cents} is no whole number of cents`);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const dollars = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${cents < 0 ? '−' : ''}$${dollars}.${digits.slice(-2)}`;
}

/** The largest amount that an invoice can ask for, in cents: 99,999,999.99 dollars. */
export const mostCents = 9_999_999_999;

export type ReadAmount = Outcome<
  'required' | 'unreadable' | 'ambiguous' | 'nothing' | 'too-large',
  { readonly cents: number }
>;

type Written = { readonly dollars: string; readonly cents: string };

/** Takes the separators out of the thousands; null if they are not in their places, or not all the same. */
function wholeOf(text: string): string | null {
  const [mark] = /[.,' ]/.exec(text) ?? [];
  if (mark === undefined) return /^\d+$/.test(text) ? text : null;
  const [first = '', ...groups] = text.split(mark);
  const isGrouped = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  return isGrouped ? first + groups.join('') : null;
}

/** Reads digits with their separators. One point or comma before three digits may be either kind of separator. */
function writtenOf(text: string): Written | 'unreadable' | 'ambiguous' {
  const [, whole = '', point = '', fraction = ''] = /^(.*)([.,])(\d{1,2})$/.exec(text) ?? [];
  const dollars = wholeOf(fraction === '' ? text : whole);
  // Not 1,234,56, nor a thousand that begins with nothing.
  const isMixed = fraction !== '' && whole.includes(point);
  const isZero = fraction === '' && /^0+[.,' ]/.test(text);
  if (dollars === null || isMixed || isZero) return 'unreadable';
  const isGrouped = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
  return isGrouped ? 'ambiguous' : { dollars, cents: fraction.padEnd(2, '0') };
}

/**
 * Reads a typed amount of dollars as whole cents, at least 1: "2500", "2,500.00", "2.500,00", "2 500,00" or "922,50". Nothing is
 * guessed: "1,845" can mean 1,845 dollars, or one dollar and a fraction of it.
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

/** The sentences about a typed amount: how it was understood, and why it was not. */
export type AmountWords = Readonly<
  Record<'understood' | Exclude<ReadAmount, { ok: true }>['reason'], string>
>;

/** Returns what is wrong with a typed amount, in a sentence; null where nothing is. */
export function amountError(typed: string, words: AmountWords): string | null {
  const read = readAmount(typed);
  if (read.ok) return null;
  const whole = readAmount(typed.replaceAll(/[.,]/g, ''));
  const amount = whole.ok ? dollarsOf(whole.cents) : '';
  return fill(words[read.reason], { typed: typed.trim(), amount, plain: amount.replace('$', '') });
}

/** Returns how a typed amount is understood, or that it can be understood in two ways; empty where it is neither, or not yet. */
export function understoodText(typed: string, words: AmountWords): string {
  const read = readAmount(typed);
  if (read.ok) return fill(words.understood, { amount: dollarsOf(read.cents) });
  return read.reason === 'ambiguous' ? (amountError(typed, words) ?? '') : '';
}
