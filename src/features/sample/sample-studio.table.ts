import { boolean, pgTable, timestamp } from 'drizzle-orm/pg-core';

/** That the sample studio was made, in one row at most; it stays after the studio was removed. */
export const sampleStudio = pgTable('sample_studio', {
  id: boolean().primaryKey().default(true),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  removedAt: timestamp('removed_at', { withTimezone: true }),
});
