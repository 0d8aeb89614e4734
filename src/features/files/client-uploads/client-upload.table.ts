import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { files, type FileKind } from '../store/file.table.ts';

/** A file that a client has sent to the studio, in the inbox of a project; its bytes lie in the file store. */
export const clientUploads = pgTable('sent_files', {
  id: uuid().primaryKey(),
  projectId: uuid('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' }),
  /** With its folders, as the sender's disk called it; never a path of ours. */
  name: text().notNull(),
  kind: text().$type<FileKind>().notNull(),
  mediaType: text('media_type').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  /** Hexadecimal. */
  sha256: text().notNull(),
  storageKey: text('storage_key').notNull().unique(),
  sentBy: uuid('sent_by').references(() => people.id, { onDelete: 'set null' }),
  sentByName: text('sent_by_name').notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
  /** When a team member first downloaded it. */
  fetchedAt: timestamp('fetched_at', { withTimezone: true }),
  fetchedByName: text('fetched_by_name'),
  /** The recording that the team made of it. */
  takenAs: uuid('taken_as').references(() => files.id, { onDelete: 'set null' }),
});

/** An upload of a client's that is not a file yet; it keeps its space in the project. */
export const pendingClientUploads = pgTable('sent_uploads', {
  id: uuid().primaryKey(),
  projectId: uuid('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' }),
  /** The person who has begun it; null once they are removed. */
  begunBy: uuid('begun_by').references(() => people.id, { onDelete: 'set null' }),
  /** As it was declared. */
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  begunAt: timestamp('begun_at', { withTimezone: true }).notNull(),
});
