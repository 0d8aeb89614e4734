import { sql } from 'drizzle-orm';
import { bigint, boolean, date, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { InvoiceDocument } from './document.ts';
import { projects } from '#src/features/projects/project.table.ts';

const invoiceStates = ['pending', 'reported', 'paid', 'void'] as const;

export type InvoiceState = (typeof invoiceStates)[number];

/** An issued invoice; only its state changes. */
export const invoices = pgTable('invoices', {
  id: uuid().primaryKey(),
  /** What is printed on it: INV-1042. From the studio's series, without gaps; the database derives it from `number` if it is left out. */
  code: text()
    .notNull()
    .unique()
    .default(sql`null`),
  /** From a sequence; orders them. */
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
  /** The gross amount in minor units of its currency. */
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  /** ISO 4217. */
  currency: text().notNull().default('USD'),
  /** Null for an invoice of one amount, from before there were lines. */
  document: json().$type<InvoiceDocument>(),
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

/** An invoice that is not issued yet; it has no number, and clients never see it. */
export const invoiceDrafts = pgTable('invoice_drafts', {
  id: uuid().primaryKey(),
  projectId: uuid('project_id').references(() => projects.id, { onDelete: 'cascade' }),
  /** The fields of its form as typed. */
  entries: json().$type<Readonly<Record<string, string>>>().notNull(),
  updatedByName: text('updated_by_name').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

/** A credit note, which takes back an invoice or a part of it. */
export const creditNotes = pgTable('credit_notes', {
  id: uuid().primaryKey(),
  invoiceId: uuid('invoice_id')
    .notNull()
    .references(() => invoices.id, { onDelete: 'cascade' }),
  code: text().notNull().unique(),
  issuedOn: date('issued_on').notNull(),
  reason: text().notNull(),
  amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  document: json().$type<InvoiceDocument>().notNull(),
  issuedByName: text('issued_by_name').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

const paymentKinds = ['payment', 'refund', 'write-off'] as const;

export type PaymentKind = (typeof paymentKinds)[number];

/** Money that arrived, went back or is given up. */
export const payments = pgTable('payments', {
  id: uuid().primaryKey(),
  invoiceId: uuid('invoice_id')
    .notNull()
    .references(() => invoices.id, { onDelete: 'cascade' }),
  kind: text({ enum: paymentKinds }).notNull(),
  /** In minor units of the invoice's currency. */
  amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  /** YYYY-MM-DD. */
  paidOn: date('paid_on').notNull(),
  method: text().notNull(),
  reference: text().notNull(),
  recordedByName: text('recorded_by_name').notNull(),
  recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull(),
  /** When it was marked as recorded by mistake; it no longer counts. */
  undoneAt: timestamp('undone_at', { withTimezone: true }),
  undoneByName: text('undone_by_name'),
});
