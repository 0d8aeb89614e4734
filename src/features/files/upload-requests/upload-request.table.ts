import { date, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** Files that the team asked a client for. */
export const uploadRequests = pgTable('upload_requests', {
  id: uuid().primaryKey(),
  projectId: uuid('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' }),
  /** What is asked for. */
  title: text().notNull(),
  /** YYYY-MM-DD. */
  dueOn: date('due_on').notNull(),
  requestedBy: uuid('requested_by').references(() => people.id, { onDelete: 'set null' }),
  requestedByName: text('requested_by_name').notNull(),
  requestedAt: timestamp('requested_at', { withTimezone: true }).notNull(),
  /** When the client was reminded; null if they were not. */
  remindedAt: timestamp('reminded_at', { withTimezone: true }),
  state: text({ enum: ['open', 'done', 'cancelled'] })
    .notNull()
    .default('open'),
  /** Who said that all files are there, or cancelled it. */
  closedBy: uuid('closed_by').references(() => people.id, { onDelete: 'set null' }),
  closedByName: text('closed_by_name'),
  closedAt: timestamp('closed_at', { withTimezone: true }),
});
