import { json, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';

/** A client's notification, once per kind, subject and person. */
export const notifications = pgTable('notifications', {
  id: uuid().primaryKey(),
  clientId: uuid('client_id')
    .notNull()
    .references(() => clients.id, { onDelete: 'cascade' }),
  /** The person it is for, such as one who is mentioned; null if it is for everyone of the client. */
  personId: uuid('person_id').references(() => people.id, { onDelete: 'cascade' }),
  /** A `NotificationKind`; after a downgrade possibly an unknown one. */
  kind: text().notNull(),
  projectId: uuid('project_id'),
  subjectId: uuid('subject_id').notNull(),
  details: json().$type<Readonly<Record<string, string>>>().notNull(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  /** When it was settled for everyone. */
  clearedAt: timestamp('cleared_at', { withTimezone: true }),
});

/** Which person has cleared which notification; it is hidden from that person only. */
export const notificationClearings = pgTable(
  'notification_clearings',
  {
    notificationId: uuid('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    clearedAt: timestamp('cleared_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.notificationId, table.personId] })],
);
