import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';
import { leads } from '../lead.table.ts';

/** An answer that the team mailed from the desk; how far it got stands in the outbox. */
export const leadReplies = pgTable('lead_replies', {
  id: uuid().primaryKey(),
  leadId: uuid('lead_id')
    .notNull()
    .references(() => leads.id, { onDelete: 'cascade' }),
  authorId: uuid('author_id').references(() => people.id),
  authorName: text('author_name').notNull(),
  content: text().notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
});
