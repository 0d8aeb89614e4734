import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** A message in a project, of its client or of the team. */
export const messages = pgTable('messages', {
  /** Made by the page that sends it, so that a repeated request is stored once. */
  id: uuid().primaryKey(),
  projectId: uuid('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' }),
  authorId: uuid('author_id').references(() => people.id),
  authorName: text('author_name').notNull(),
  sender: text({ enum: ['team', 'client'] }).notNull(),
  content: text().notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
});
