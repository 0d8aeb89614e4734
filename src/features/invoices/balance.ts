import { sql } from 'drizzle-orm';
import type { PaymentKind } from './invoice.table.ts';

/** What arrived for an invoice less what went back, in a query on `invoices`; payments recorded by mistake do not count. */
export const paidMinor =
  sql<number>`(select coalesce(sum(case kind when 'payment' then amount_minor when 'refund' then -amount_minor
  else 0 end), 0) from payments where payments.invoice_id = invoices.id and undone_at is null)`.mapWith(
    Number,
  );

/** What was given up of an invoice. */
const writtenOffMinor =
  sql<number>`(select coalesce(sum(amount_minor), 0) from payments where payments.invoice_id = invoices.id
  and kind = 'write-off' and undone_at is null)`.mapWith(Number);

/** What credit notes took back of an invoice. */
const creditedMinor =
  sql<number>`(select coalesce(sum(amount_minor), 0) from credit_notes where credit_notes.invoice_id = invoices.id)`.mapWith(
    Number,
  );

/** What is left to pay; below zero if too much was paid. Nothing is left of a void invoice. */
export const openMinor =
  sql<number>`(case invoices.state when 'void' then 0 else invoices.amount_cents - ${creditedMinor} - ${paidMinor} - ${writtenOffMinor} end)`.mapWith(
    Number,
  );

/** The columns with an invoice's balance, in minor units of its currency. */
export const balanceColumns = { paidMinor, writtenOffMinor, creditedMinor, openMinor };

export type Balance = { readonly [Name in keyof typeof balanceColumns]: number };

/** A payment, as an invoice lists it. */
export type ListedPayment = {
  readonly id: string;
  readonly kind: PaymentKind;
  readonly amountMinor: number;
  /** YYYY-MM-DD. */
  readonly paidOn: string;
  readonly method: string;
  readonly reference: string;
};

/** The payments of an invoice that count, oldest first, in a query on `invoices`. */
export const listedPayments = sql<
  readonly ListedPayment[]
>`(select coalesce(json_agg(json_build_object('id', id, 'kind', kind,
  'amountMinor', amount_minor, 'paidOn', paid_on, 'method', method, 'reference', reference) order by recorded_at, id), '[]')
  from payments where payments.invoice_id = invoices.id and undone_at is null)`;
