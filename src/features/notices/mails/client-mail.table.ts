import { integer, json, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';

/** What a mail is about: one kind of thing at once, or what was gathered. */
export const clientMailKinds = [
  'file-waiting',
  'invoice-issued',
  'invoice-overdue',
  'messages',
  'daily',
  'file-approved',
  'invoice-paid',
] as const;

export type ClientMailKind = (typeof clientMailKinds)[number];

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

/** A mail that a change in a client's projects causes, to the client or to the team, and how far it got. */
export const clientMails = pgTable('client_mails', {
  id: uuid().primaryKey(),
  /** Whose projects it is about; the one who reads it where the audience is the client. */
  clientId: uuid('client_id')
    .notNull()
    .references(() => people.id, { onDelete: 'cascade' }),
  audience: text({ enum: ['client', 'team'] })
    .notNull()
    .default('client'),
  kind: text({ enum: clientMailKinds }).notNull(),
  /** What it is about, where that is one thing. */
  subjectId: uuid('subject_id'),
  state: text({ enum: ['queued', 'sent', 'skipped', 'failed'] })
    .notNull()
    .default('queued'),
  attempts: integer().notNull().default(0),
  lastError: text('last_error'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** From then on it gathers nothing more. */
  takenAt: timestamp('taken_at', { withTimezone: true }),
  settledAt: timestamp('settled_at', { withTimezone: true }),
});

/** What a mail tells of. */
export const clientMailItems = pgTable(
  'client_mail_items',
  {
    mailId: uuid('mail_id')
      .notNull()
      .references(() => clientMails.id, { onDelete: 'cascade' }),
    kind: text({ enum: mailItemKinds }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    projectId: uuid('project_id'),
    details: json().$type<Readonly<Record<string, string>>>().notNull(),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.mailId, table.kind, table.subjectId] })],
);
