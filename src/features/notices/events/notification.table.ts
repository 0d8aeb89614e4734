import { json, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';

/** A notification on a client's dashboard. Clearing it hides it; what it points at stays. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** A `NotificationKind`; after a step back to an older version perhaps one that it does not know. */
    kind: text().notNull(),
    projectId: uuid('project_id'),
    subjectId: uuid('subject_id').notNull(),
    details: json().$type<Readonly<Record<string, string>>>().notNull(),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
    clearedAt: timestamp('cleared_at', { withTimezone: true }),
  },
  (table) => [unique().on(table.clientId, table.kind, table.subjectId)],
);
