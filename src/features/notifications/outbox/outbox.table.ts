import { integer, pgTable, text, timestamp, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';

/** Every email or forward and its state. Only sign-in emails are not stored here. */
export const outbox = pgTable('outbox', {
  id: uuid().primaryKey(),
  /** The kind, by which the feature that queued it decides what to send. */
  kind: text().notNull(),
  state: text({ enum: ['queued', 'sent', 'skipped', 'failed'] })
    .notNull()
    .default('queued'),
  /** A word for its subject, such as the form that was sent; never anything that was typed. */
  topic: text(),
  /** The id of its subject: a submission, a reply, a file … */
  subjectId: uuid('subject_id'),
  /** The lead or client it belongs to; it is erased with them. The reference to `leads` is in the migration. */
  leadId: uuid('lead_id'),
  clientId: uuid('client_id').references(() => clients.id, { onDelete: 'cascade' }),
  /** The recipient, if they can sign in; it is erased with them, too. */
  personId: uuid('person_id').references(() => people.id, { onDelete: 'cascade' }),
  attempts: integer().notNull().default(0),
  lastError: text('last_error'),
  /** The Message-ID of the sent mail. */
  messageId: text('message_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** When its first attempt began; from then on no items are added. */
  takenAt: timestamp('taken_at', { withTimezone: true }),
  settledAt: timestamp('settled_at', { withTimezone: true }),
  /** The summary to the team that replaces it. */
  summaryId: uuid('summary_id').references((): AnyPgColumn => outbox.id, { onDelete: 'set null' }),
});

export type OutboxMail = typeof outbox.$inferSelect;
