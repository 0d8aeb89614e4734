import { boolean, pgTable, timestamp } from 'drizzle-orm/pg-core';

/** At most one row: that the sample studio was made. It stays after the sample was removed. */
export const sampleStudio = pgTable('sample_studio', {
  id: boolean().primaryKey().default(true),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  removedAt: timestamp('removed_at', { withTimezone: true }),
});
