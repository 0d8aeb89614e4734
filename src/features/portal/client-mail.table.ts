import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/person.table.ts';

/** A mail to a client about what waits for them, and how far it got. */
export const clientMails = pgTable('client_mails', {
  id: uuid().primaryKey(),
  clientId: uuid('client_id')
    .notNull()
    .references(() => people.id, { onDelete: 'cascade' }),
  kind: text().notNull(),
  subjectId: uuid('subject_id'),
  state: text({ enum: ['queued', 'sent', 'skipped', 'failed'] })
    .notNull()
    .default('queued'),
  attempts: integer().notNull().default(0),
  lastError: text('last_error'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  settledAt: timestamp('settled_at', { withTimezone: true }),
});
