/** The largest amount that an invoice can ask for, in cents: 99,999,999.99 dollars. */
export const mostCents = 9_999_999_999;

export type ReadAmount =
  | { readonly ok: true; readonly cents: number }
  | { readonly ok: false; readonly reason: 'required' | 'unreadable' | 'nothing' | 'too-large' };

/**
 * Reads an amount of dollars as people type it, "2,500.00" or "2500", into whole cents, digit by digit. Commas part thousands
 * and nothing else; a point has one or two digits behind it.
 */
export function readAmount(typed: string): ReadAmount {
  const text = typed.trim();
  if (text === '') return { ok: false, reason: 'required' };
  const parts = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (!parts) return { ok: false, reason: 'unreadable' };
  const dollars = (parts[1] ?? '').replaceAll(',', '').replace(/^0+(?=\d)/, '');
  // Eight digits of dollars are exact in every step that follows.
  if (dollars.length > 8) return { ok: false, reason: 'too-large' };
  const cents = Number(dollars) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
  return cents === 0 ? { ok: false, reason: 'nothing' } : { ok: true, cents };
}
