import { json, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { outbox } from '#src/features/outbox/outbox.table.ts';

export const mailItemKinds = [
  'file-waiting',
  'message-received',
  'comment-received',
  'invoice-issued',
  'invoice-overdue',
  'message-sent',
  'comment-added',
  'file-approved',
  'invoice-paid',
] as const;

/** What one line of a mail says: what waits for the client, or for the team what their client did. */
export type MailItemKind = (typeof mailItemKinds)[number];

/** What a mail about a client's projects tells of. */
export const clientMailItems = pgTable(
  'client_mail_items',
  {
    mailId: uuid('mail_id')
      .notNull()
      .references(() => outbox.id, { onDelete: 'cascade' }),
    kind: text({ enum: mailItemKinds }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    projectId: uuid('project_id'),
    details: json().$type<Readonly<Record<string, string>>>().notNull(),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.mailId, table.kind, table.subjectId] })],
);
