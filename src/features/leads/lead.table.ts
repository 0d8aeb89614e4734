import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { formNames } from './form-names.ts';
import { leadStatuses } from './lead-status.ts';

/** One person with any number of submissions. */
export const leads = pgTable('leads', {
  id: uuid().primaryKey(),
  /** The address in lower case, by which a person is known again. */
  emailKey: text('email_key').notNull().unique(),
  email: text().notNull(),
  name: text().notNull(),
  status: text({ enum: leadStatuses }).notNull(),
  isHeld: boolean('is_held').notNull(),
  /** The forms that they have sent, held ones left out. */
  sources: text({ enum: formNames })
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** Since when they wait for an answer; null when they do not. */
  waitingSince: timestamp('waiting_since', { withTimezone: true }),
  /** When a member of the team last opened what is new of them. */
  openedAt: timestamp('opened_at', { withTimezone: true }),
  answeredAt: timestamp('answered_at', { withTimezone: true }),
  answeredByName: text('answered_by_name'),
  isSample: boolean('is_sample').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
