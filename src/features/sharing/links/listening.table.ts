import { boolean, integer, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { files } from '#src/features/files/store/file.table.ts';

/** Links with which a guest without an account can listen to recordings of a project. */
export const listeningLinks = pgTable('listening_links', {
  id: uuid().primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  projectId: uuid('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' }),
  /** The file that it covers. */
  fileId: uuid('file_id').references(() => files.id, { onDelete: 'cascade' }),
  /** The recording whose newest version it covers. If this and the file are null, it covers the project. */
  recordingId: uuid('recording_id'),
  /** The name in the list; guests do not see it. */
  name: text().notNull(),
  passwordHash: text('password_hash'),
  mayComment: boolean('may_comment').notNull(),
  mayDownload: boolean('may_download').notNull(),
  /** True if previews of its address may name the project. */
  namesProject: boolean('names_project').notNull(),
  madeBy: uuid('made_by').references(() => people.id, { onDelete: 'set null' }),
  madeByName: text('made_by_name').notNull(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  revokedAt: timestamp('revoked_at', { withTimezone: true }),
});

/** A browser that has used a link, identified by a cookie. */
export const listeningGuests = pgTable(
  'listening_guests',
  {
    id: uuid().primaryKey(),
    linkId: uuid('link_id')
      .notNull()
      .references(() => listeningLinks.id, { onDelete: 'cascade' }),
    /** The hash of the token in the guest's cookie. */
    tokenHash: text('token_hash').notNull(),
    /** As entered by the guest. */
    name: text(),
    userAgent: text('user_agent').notNull(),
    /** When the password was entered. */
    unlockedAt: timestamp('unlocked_at', { withTimezone: true }),
    visits: integer().notNull(),
    firstAt: timestamp('first_at', { withTimezone: true }).notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
  },
  (table) => [unique().on(table.linkId, table.tokenHash)],
);

/** The files that each guest has listened to. */
export const listeningVisits = pgTable(
  'listening_visits',
  {
    guestId: uuid('guest_id')
      .notNull()
      .references(() => listeningGuests.id, { onDelete: 'cascade' }),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    visits: integer().notNull(),
    firstAt: timestamp('first_at', { withTimezone: true }).notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.guestId, table.fileId] })],
);
