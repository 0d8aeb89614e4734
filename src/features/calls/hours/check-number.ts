import words from '#content/call-hours.yaml';
import type { FieldError } from '#src/features/accounts/access/take-action.ts';
import { numberText } from '#src/studio/locale.ts';
import { problem } from '#src/workspace/form-checks.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { fill } from '#src/platform/fill.ts';

type Range = { readonly min: number; readonly max: number };

/** A whole number that was typed, and what is wrong with it. */
export type Typed = { readonly value: number; readonly wrong: FieldError | null };

/** The whole number in a field, which has to lie between two others. */
export function numberOf(entries: Entries, field: string, { min, max }: Range): Typed {
  const text = entries[field]?.trim() ?? '';
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  const isFine = value >= min && value <= max;
  const range = { min: String(min), max: numberText(max) };
  return { value, wrong: isFine ? null : problem(field, fill(words.errors.number, range)) };
}
