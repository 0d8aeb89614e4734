import { json, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { outbox } from '../outbox/outbox.table.ts';

/** The items of each email about a client's projects. */
export const emailItems = pgTable(
  'client_mail_items',
  {
    mailId: uuid('mail_id')
      .notNull()
      .references(() => outbox.id, { onDelete: 'cascade' }),
    /** A `NotificationKind` for a client's person, a `ChangeKind` for the team; it may be of a newer version. */
    kind: text().notNull(),
    subjectId: uuid('subject_id').notNull(),
    projectId: uuid('project_id'),
    details: json().$type<Readonly<Record<string, string>>>().notNull(),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
    /** Whom it is about, if its email is about several. The reference to `leads` is in the migration. */
    clientId: uuid('client_id').references(() => clients.id, { onDelete: 'cascade' }),
    leadId: uuid('lead_id'),
  },
  (table) => [primaryKey({ columns: [table.mailId, table.kind, table.subjectId] })],
);
