import { dayText } from '#src/workspace/time-text.ts';

/** Returns a moment in UTC, as receipts state it: "28 Nov 2026, 16:46:06 UTC". */
export function momentUtcText(moment: Date): string {
  const iso = moment.toISOString();
  return `${dayText(iso.slice(0, 10))}, ${iso.slice(11, 19)} UTC`;
}
