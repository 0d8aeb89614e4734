import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { uploadRequests } from '../upload-requests/upload-request.table.ts';
import { files, type FileKind } from '../store/file.table.ts';

/** A file that a client sent to the studio, in the inbox of a project; its bytes are in the file store. */
export const clientUploads = pgTable('sent_files', {
  id: uuid().primaryKey(),
  projectId: uuid('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' }),
  /** The file name with its folders on the sender's disk; never a server path. */
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
  /** Time of the first download by a team member. */
  fetchedAt: timestamp('fetched_at', { withTimezone: true }),
  fetchedByName: text('fetched_by_name'),
  /** The request that it answers. */
  requestId: uuid('request_id').references(() => uploadRequests.id, { onDelete: 'set null' }),
  /** The recording that the team created from it. */
  takenAs: uuid('taken_as').references(() => files.id, { onDelete: 'set null' }),
});

/** An unfinished client upload; it reserves space in the project. */
export const pendingClientUploads = pgTable('sent_uploads', {
  id: uuid().primaryKey(),
  projectId: uuid('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' }),
  /** The person who started it; null once they are removed. */
  begunBy: uuid('begun_by').references(() => people.id, { onDelete: 'set null' }),
  /** As declared. */
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  begunAt: timestamp('begun_at', { withTimezone: true }).notNull(),
});
