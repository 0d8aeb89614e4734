import { sql } from 'drizzle-orm';
import { bigint, boolean, date, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

const invoiceStates = ['pending', 'reported', 'paid', 'void'] as const;

export type InvoiceState = (typeof invoiceStates)[number];

/** An invoice in US dollars. Once issued, only its state changes. */
export const invoices = pgTable('invoices', {
  id: uuid().primaryKey(),
  /** From a sequence; displayed as INV-1042. */
  number: integer()
    .notNull()
    .unique()
    .default(sql`nextval('invoice_numbers')`),
  projectId: uuid('project_id')
    .notNull()
    .references(() => projects.id),
  clientId: uuid('client_id')
    .notNull()
    .references(() => clients.id),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  description: text().notNull(),
  /** YYYY-MM-DD. */
  issuedOn: date('issued_on').notNull(),
  dueOn: date('due_on').notNull(),
  /**
   * Overdue is derived from the due date. `reported`: the client reports payment. `paid`: the studio has confirmed it.
   */
  state: text({ enum: invoiceStates }).notNull(),
  billToName: text('bill_to_name').notNull(),
  billToEmail: text('bill_to_email').notNull(),
  /** When the client reported the payment, or the team recorded it without a report. */
  paidAt: timestamp('paid_at', { withTimezone: true }),
  /** YYYY-MM-DD: the day the money arrived, as recorded by the team; null if it only confirmed a report. */
  paidOn: date('paid_on'),
  /** True if the client reported the payment, false if the team recorded it. */
  isReported: boolean('is_reported').notNull().default(false),
  paidBy: uuid('paid_by').references(() => people.id),
  paidByName: text('paid_by_name'),
  /** When the team confirmed the payment. */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  confirmedByName: text('confirmed_by_name'),
  voidedAt: timestamp('voided_at', { withTimezone: true }),
  voidedByName: text('voided_by_name'),
  voidReason: text('void_reason'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
