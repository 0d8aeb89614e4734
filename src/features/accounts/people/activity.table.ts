import { json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The activity log: who did what and when, with names as they were then. */
export const activity = pgTable('activity', {
  id: uuid().primaryKey(),
  at: timestamp({ withTimezone: true }).notNull(),
  actorId: uuid('actor_id'),
  actorName: text('actor_name').notNull(),
  kind: text().notNull(),
  leadId: uuid('lead_id'),
  clientId: uuid('client_id'),
  projectId: uuid('project_id'),
  subjectId: uuid('subject_id'),
  details: json().$type<Readonly<Record<string, string>>>().notNull(),
});
