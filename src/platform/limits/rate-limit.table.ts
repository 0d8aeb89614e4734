import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const rateLimits = pgTable('rate_limits', {
  /** A keyed hash of the limit's name and its subject: no address is stored. */
  key: text().primaryKey(),
  hits: integer().notNull(),
  windowStartedAt: timestamp('window_started_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});
