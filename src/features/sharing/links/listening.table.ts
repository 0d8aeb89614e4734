import {
  bit,
  boolean,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
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
  /** True if it covers the project, false if it covers its entries. */
  coversProject: boolean('covers_project').notNull(),
  /** The name in the list; guests do not see it. */
  name: text().notNull(),
  /** The title for guests; null for the project's name. */
  title: text(),
  /** The picture on the cover of a playlist; null for the figure of its first title. */
  coverFileId: uuid('cover_file_id').references(() => files.id, { onDelete: 'set null' }),
  passwordHash: text('password_hash'),
  mayComment: boolean('may_comment').notNull(),
  mayDownload: boolean('may_download').notNull(),
  /** True if previews of its address may name the project. */
  namesProject: boolean('names_project').notNull(),
  /** True if guests enter a name before they listen. */
  asksName: boolean('asks_name').notNull().default(false),
  /** True if guests see all comments, false if they see their own and the replies to them. */
  showsAllComments: boolean('shows_all_comments').notNull().default(false),
  madeBy: uuid('made_by').references(() => people.id, { onDelete: 'set null' }),
  madeByName: text('made_by_name').notNull(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  revokedAt: timestamp('revoked_at', { withTimezone: true }),
});

/** What a link covers, in order: a file, or the newest version of a recording. */
export const listeningEntries = pgTable(
  'listening_entries',
  {
    linkId: uuid('link_id')
      .notNull()
      .references(() => listeningLinks.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    fileId: uuid('file_id').references(() => files.id, { onDelete: 'cascade' }),
    recordingId: uuid('recording_id'),
    /** The title for guests; null for the file's name. */
    title: text(),
  },
  (table) => [primaryKey({ columns: [table.linkId, table.position] })],
);

/** A browser that has opened a link, identified by a cookie. */
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
    /** How often it opened the link. */
    visits: integer().notNull(),
    firstAt: timestamp('first_at', { withTimezone: true }).notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
  },
  (table) => [unique().on(table.linkId, table.tokenHash)],
);

/** The files that each guest has opened, and what they played of them. */
export const listeningVisits = pgTable(
  'listening_visits',
  {
    guestId: uuid('guest_id')
      .notNull()
      .references(() => listeningGuests.id, { onDelete: 'cascade' }),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    opens: integer().notNull().default(0),
    /** How often it was played. */
    visits: integer().notNull(),
    playedAt: timestamp('played_at', { withTimezone: true }),
    /** One digit for each hundredth of the file: 1 if it was played. Null without scripts. */
    heard: bit({ dimensions: 100 }),
    /** Where playing last stopped, in milliseconds. */
    stoppedMs: integer('stopped_ms'),
    firstAt: timestamp('first_at', { withTimezone: true }).notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.guestId, table.fileId] })],
);

/** An email with the address of a link. */
export const listeningMails = pgTable('listening_mails', {
  id: uuid().primaryKey(),
  linkId: uuid('link_id')
    .notNull()
    .references(() => listeningLinks.id, { onDelete: 'cascade' }),
  /** The recipient. */
  email: text().notNull(),
  message: text().notNull(),
  /** Where replies go; null for the studio's inbox. */
  replyTo: text('reply_to'),
  sentBy: uuid('sent_by').references(() => people.id, { onDelete: 'set null' }),
  sentByName: text('sent_by_name').notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
});
