import { sql } from 'drizzle-orm';
import { boolean, date, integer, pgTable, text, timestamp, unique, uuid, json } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { bytea } from '#src/platform/database/bytea.ts';
import { formNames } from './form-names.ts';
import { leadStatuses } from './lead-status.ts';

/** One person with any number of submissions. */
export const leads = pgTable('leads', {
  id: uuid().primaryKey(),
  /** The lowercase address, which identifies a person. */
  emailKey: text('email_key').notNull().unique(),
  email: text().notNull(),
  name: text().notNull(),
  status: text({ enum: leadStatuses }).notNull(),
  isHeld: boolean('is_held').notNull(),
  /** The forms they have sent, except held ones. */
  sources: text({ enum: formNames })
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** Start of the current wait; null if they are not waiting. */
  waitingSince: timestamp('waiting_since', { withTimezone: true }),
  /** When a team member last opened their new submissions. */
  openedAt: timestamp('opened_at', { withTimezone: true }),
  answeredAt: timestamp('answered_at', { withTimezone: true }),
  answeredByName: text('answered_by_name'),
  /** The day to contact them again, YYYY-MM-DD in the studio's calendar; null for none. */
  followUpOn: date('follow_up_on', { mode: 'string' }),
  followUpNote: text('follow_up_note').notNull().default(''),
  isSample: boolean('is_sample').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/** One accepted post. `fields` holds every value exactly as typed. */
export const submissions = pgTable('submissions', {
  id: uuid().primaryKey(),
  leadId: uuid('lead_id')
    .notNull()
    .references(() => leads.id, { onDelete: 'cascade' }),
  form: text({ enum: formNames }).notNull(),
  formSource: text('form_source').notNull(),
  fields: json().$type<Entries>().notNull(),
  fingerprint: text().notNull(),
  isHeld: boolean('is_held').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/** The text of a submission without case and accents, for the inbox search; filled by a trigger. */
export const submissionSearch = pgTable('submission_search', {
  submissionId: uuid('submission_id')
    .primaryKey()
    .references(() => submissions.id, { onDelete: 'cascade' }),
  leadId: uuid('lead_id').notNull(),
  content: text().notNull(),
});

/** The text of notes and replies in the same form; filled by triggers. */
export const leadSearch = pgTable('lead_search', {
  /** The id of the note or reply. */
  sourceId: uuid('source_id').primaryKey(),
  leadId: uuid('lead_id')
    .notNull()
    .references(() => leads.id, { onDelete: 'cascade' }),
  content: text().notNull(),
});

/** A browser that has sent a form, identified by the random id in its cookie. */
export const visitors = pgTable('visitors', {
  id: uuid().primaryKey(),
  status: text({ enum: ['lead', 'booked'] }).notNull(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
});

/** A team note about a lead, never visible to clients. */
export const leadNotes = pgTable('lead_notes', {
  id: uuid().primaryKey(),
  leadId: uuid('lead_id')
    .notNull()
    .references(() => leads.id, { onDelete: 'cascade' }),
  authorId: uuid('author_id').references(() => people.id),
  authorName: text('author_name').notNull(),
  content: text().notNull(),
  writtenAt: timestamp('written_at', { withTimezone: true }).notNull(),
});

/** A reply that the team sent by email; its delivery state is in the outbox. */
export const leadReplies = pgTable('lead_replies', {
  id: uuid().primaryKey(),
  leadId: uuid('lead_id')
    .notNull()
    .references(() => leads.id, { onDelete: 'cascade' }),
  authorId: uuid('author_id').references(() => people.id),
  authorName: text('author_name').notNull(),
  /** The subject of its email; empty for the usual one. */
  subject: text().notNull().default(''),
  content: text().notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
});

/** A file attached to a reply; stored before the reply, under the id that the reply will have. */
export const leadReplyFiles = pgTable(
  'lead_reply_files',
  {
    id: uuid().primaryKey(),
    leadId: uuid('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    replyId: uuid('reply_id').notNull(),
    name: text().notNull(),
    mediaType: text('media_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** Hexadecimal. */
    sha256: text().notNull(),
    content: bytea().notNull(),
    storedAt: timestamp('stored_at', { withTimezone: true }).notNull(),
  },
  (file) => [unique().on(file.replyId, file.sha256, file.name)],
);
