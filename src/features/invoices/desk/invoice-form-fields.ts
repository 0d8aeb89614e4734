import words from '#content/desk-projects.yaml';
import type { FieldError } from '#src/features/accounts/access/take-action.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { readAmount } from './invoice-amount.ts';
import { checkText, isDay, type Checked } from '#src/features/workspace/form-checks.ts';

const { errors } = words;

export type InvoiceValues = {
  readonly amountCents: number;
  readonly description: string;
  readonly dueOn: string;
};

/** The terms of a new invoice. Whether its day lies ahead is asked when it is issued. */
export function checkInvoiceForm(entries: Entries): Checked<InvoiceValues> {
  const { amount = '', description = '', dueOn = '' } = entries;
  const read = readAmount(amount);
  const wrong: FieldError[] = [];
  if (!read.ok) wrong.push({ field: 'amount', code: 'option', message: errors.amount[read.reason] });
  const text = checkText(entries, 'description', { missing: errors.description });
  if (text) wrong.push(text);
  if (!isDay(dueOn)) wrong.push({ field: 'dueOn', code: 'option', message: errors.dayNeeded });
  if (!read.ok || wrong.length > 0) return { ok: false, errors: wrong };
  return { ok: true, values: { amountCents: read.cents, description, dueOn } };
}
