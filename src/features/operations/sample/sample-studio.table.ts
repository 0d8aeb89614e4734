import { boolean, pgTable, timestamp } from 'drizzle-orm/pg-core';

/** At most one row, written when the sample studio is created. It stays after the sample is removed. */
export const sampleStudio = pgTable('sample_studio', {
  id: boolean().primaryKey().default(true),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  removedAt: timestamp('removed_at', { withTimezone: true }),
});
