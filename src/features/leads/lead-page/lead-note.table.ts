import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';
import { leads } from '../lead.table.ts';

/** A note of the team about a lead; no client ever sees it. */
export const leadNotes = pgTable('lead_notes', {
  id: uuid().primaryKey(),
  leadId: uuid('lead_id')
    .notNull()
    .references(() => leads.id, { onDelete: 'cascade' }),
  authorId: uuid('author_id').references(() => people.id),
  authorName: text('author_name').notNull(),
  content: text().notNull(),
  writtenAt: timestamp('written_at', { withTimezone: true }).notNull(),
});
