import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** A person or company that the studio knows and that is no client; only the team sees it. */
export const contacts = pgTable('contacts', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  company: text().notNull().default(''),
  /** What they do, such as "Mastering engineer". */
  role: text().notNull().default(''),
  email: text().notNull().default(''),
  /** The address in lower case; empty without one. Several contacts may share it. */
  emailKey: text('email_key').notNull().default(''),
  phone: text().notNull().default(''),
  address: text().notNull().default(''),
  notes: text().notNull().default(''),
  tags: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
