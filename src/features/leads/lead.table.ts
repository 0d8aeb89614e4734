import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { leadStatuses } from './visitor-status.ts';

/** One person with any number of submissions. */
export const leads = pgTable('leads', {
  id: uuid().primaryKey(),
  /** The address in lower case, by which a person is known again. */
  emailKey: text('email_key').notNull().unique(),
  email: text().notNull(),
  name: text().notNull(),
  status: text({ enum: leadStatuses }).notNull(),
  isHeld: boolean('is_held').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
