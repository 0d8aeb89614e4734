import { bigint, boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { taxCategories } from '#src/features/invoices/totals.ts';

/** Who the studio is on invoices, in one row; without a row nothing is filled in. */
export const moneySettings = pgTable('money_settings', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  legalName: text('legal_name').notNull().default(''),
  street: text().notNull().default(''),
  postalCode: text('postal_code').notNull().default(''),
  city: text().notNull().default(''),
  /** ISO 3166. */
  country: text().notNull().default(''),
  vatId: text('vat_id').notNull().default(''),
  taxNumber: text('tax_number').notNull().default(''),
  /** ISO 4217. */
  currency: text().notNull().default('USD'),
  paymentDays: integer('payment_days').notNull().default(30),
  /** Printed below every invoice. */
  notes: text().notNull().default(''),
  /** True if invoices were issued before there were settings: the site's name and address stand in for missing ones. */
  usesSiteAddress: boolean('uses_site_address').notNull().default(false),
  isSample: boolean('is_sample').notNull().default(false),
});

export const bankAccounts = pgTable('bank_accounts', {
  id: uuid().primaryKey(),
  holder: text().notNull(),
  /** An IBAN, or the number of an account in a country without them. */
  iban: text().notNull().unique(),
  bic: text().notNull(),
  bank: text().notNull(),
  isSample: boolean('is_sample').notNull().default(false),
});

export const taxRates = pgTable('tax_rates', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  /** 1900 is 19 %. */
  basisPoints: integer('basis_points').notNull(),
  category: text({ enum: taxCategories }).notNull(),
  /** Printed on invoices with this rate. */
  sentence: text().notNull(),
  /** When it was last offered; documents keep their own copy. */
  retiredAt: timestamp('retired_at', { withTimezone: true }),
  isSample: boolean('is_sample').notNull().default(false),
});

export const seriesKinds = ['invoice', 'credit-note'] as const;

/** The next number of each kind of document. */
export const invoiceSeries = pgTable('invoice_series', {
  kind: text({ enum: seriesKinds }).primaryKey(),
  prefix: text().notNull(),
  next: bigint({ mode: 'number' }).notNull(),
});

/** What a client wants on invoices. */
export const clientBilling = pgTable('client_billing', {
  clientId: uuid('client_id')
    .primaryKey()
    .references(() => clients.id, { onDelete: 'cascade' }),
  street: text().notNull(),
  postalCode: text('postal_code').notNull(),
  city: text().notNull(),
  country: text().notNull(),
  vatId: text('vat_id').notNull(),
  /** Invoices are also emailed here; empty if only to the client's people. */
  email: text().notNull(),
  /** The reference to quote, such as a purchase order. */
  reference: text().notNull(),
});
