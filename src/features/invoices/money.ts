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
  'required' | 'unreadable' | 'nothing' | 'too-large',
  { readonly cents: number }
>;

/**
 * Reads a typed amount of dollars, "2,500.00" or "2500", as whole cents, at least 1. Commas separate thousands only; one or
 * two digits follow a point.
 */
export function readAmount(typed: string): ReadAmount {
  const text = typed.trim();
  if (text === '') return { ok: false, reason: 'required' };
  const parts = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (!parts) return { ok: false, reason: 'unreadable' };
  const dollars = (parts[1] ?? '').replaceAll(',', '').replace(/^0+(?=\d)/, '');
  const cents = Number(dollars) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
  // Sums up to this limit are exact.
  if (cents > mostCents) return { ok: false, reason: 'too-large' };
  return cents === 0 ? { ok: false, reason: 'nothing' } : { ok: true, cents };
}
