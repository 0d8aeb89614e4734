/** Whole cents as dollars, digit by digit: 250000 → "$2,500.00". Money is never a fraction here. */
export function dollarsOf(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new Error(`${cents} is no whole number of cents`);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const dollars = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${cents < 0 ? '−' : ''}$${dollars}.${digits.slice(-2)}`;
}
