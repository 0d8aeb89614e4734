import { boolean, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Entries } from '#src/platform/check-fields.ts';
import { formNames } from './form-names.ts';
import { leads } from './lead.table.ts';

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

/** The typed text of a submission without case and accents, which the inbox searches; a trigger fills it. */
export const submissionSearch = pgTable('submission_search', {
  submissionId: uuid('submission_id')
    .primaryKey()
    .references(() => submissions.id, { onDelete: 'cascade' }),
  leadId: uuid('lead_id').notNull(),
  content: text().notNull(),
});

/** The texts of notes and replies in the same way; triggers fill it. */
export const leadSearch = pgTable('lead_search', {
  /** The id of the note or the reply. */
  sourceId: uuid('source_id').primaryKey(),
  leadId: uuid('lead_id')
    .notNull()
    .references(() => leads.id, { onDelete: 'cascade' }),
  content: text().notNull(),
});
