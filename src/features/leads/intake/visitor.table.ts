import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** A browser that has sent a form, by the random id in its cookie. */
export const visitors = pgTable('visitors', {
  id: uuid().primaryKey(),
  status: text({ enum: ['lead', 'booked'] }).notNull(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
});
