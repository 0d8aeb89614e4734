import { date, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { projects } from '#src/features/projects/project.table.ts';

/** A milestone of a project. */
export const milestones = pgTable('milestones', {
  id: uuid().primaryKey(),
  projectId: uuid('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' }),
  title: text().notNull(),
  description: text().notNull(),
  dueOn: date('due_on'),
  completedAt: timestamp('completed_at', { withTimezone: true }),
  position: integer().notNull(),
});
