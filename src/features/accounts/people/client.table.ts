import { sql } from 'drizzle-orm';
import { bigint, boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** A client that was merged into another. Its own row has been deleted. */
export const mergedClients = pgTable('merged_clients', {
  id: uuid().primaryKey(),
  /** The client that it was merged into. */
  intoId: uuid('into_id')
    .notNull()
    .references(() => clients.id, { onDelete: 'cascade' }),
  /** The lead that it came from. The reference is in the migration. */
  leadId: uuid('lead_id').unique(),
  mergedAt: timestamp('merged_at', { withTimezone: true }).notNull(),
});

/** A client: a company or a single person. Its people are the rows of `people` with its id. */
export const clients = pgTable('clients', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  phone: text().notNull().default(''),
  /** The postal address, on several lines. */
  address: text().notNull().default(''),
  /** Only the team sees the notes and tags. */
  notes: text().notNull().default(''),
  tags: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** The lead that became this client. The reference is in the migration. */
  leadId: uuid('lead_id').unique(),
  isSample: boolean('is_sample').notNull().default(false),
  /** The number of the latest event; publishing the next one locks the row. */
  eventSeq: bigint('event_seq', { mode: 'number' }).notNull().default(0),
  erasedAt: timestamp('erased_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
