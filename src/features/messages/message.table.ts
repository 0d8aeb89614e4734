import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v5 as uuidv5 } from 'uuid';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { clientUploads } from '#src/features/files/client-uploads/client-upload.table.ts';
import { allFiles } from '#src/features/files/store/file.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** A message of a client or of the team, in a project or in the general conversation of the client. */
export const messages = pgTable('messages', {
  /** Made by the page that sends it, so that a repeated request is stored once. */
  id: uuid().primaryKey(),
  /** Null in a general conversation. */
  projectId: uuid('project_id').references(() => projects.id, { onDelete: 'cascade' }),
  /** The client of a general conversation; null in a project. */
  clientId: uuid('client_id').references(() => clients.id, { onDelete: 'cascade' }),
  authorId: uuid('author_id').references(() => people.id),
  authorName: text('author_name').notNull(),
  sender: text({ enum: ['team', 'client'] }).notNull(),
  content: text().notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
  /** When a team member said that it needs no answer. */
  settledAt: timestamp('settled_at', { withTimezone: true }),
});

/** Returns the id of the file at this position of a message, from 0. */
export const attachmentIdOf = (messageId: string, position: number): string =>
  uuidv5(String(position), messageId);

/** A file of a message: a file of the project, or in a general conversation bytes of its own. */
export const messageFiles = pgTable('message_files', {
  id: uuid().primaryKey(),
  messageId: uuid('message_id')
    .notNull()
    .references(() => messages.id, { onDelete: 'cascade' }),
  position: integer().notNull(),
  /** As it was attached. */
  name: text().notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  /** What the team attached in a project; null once it was deleted. */
  fileId: uuid('file_id').references(() => allFiles.id, { onDelete: 'set null' }),
  /** What the client attached in a project; null once it was withdrawn. */
  sentFileId: uuid('sent_file_id').references(() => clientUploads.id, { onDelete: 'set null' }),
  sha256: text(),
  storageKey: text('storage_key'),
});

/** The conversations whose last message is the client's and needs an answer; triggers keep it. */
export const unansweredMessages = pgTable('unanswered_messages', {
  /** The project, or in a general conversation the client. */
  conversationId: uuid('conversation_id').primaryKey(),
  projectId: uuid('project_id').references(() => projects.id, { onDelete: 'cascade' }),
  clientId: uuid('client_id').references(() => clients.id, { onDelete: 'cascade' }),
  /** When the first and the last message since the team's last one were sent. */
  since: timestamp({ withTimezone: true }).notNull(),
  newest: timestamp({ withTimezone: true }).notNull(),
  count: integer().notNull(),
});
