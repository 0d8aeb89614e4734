import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PlaceChange } from '#src/audio/alignment/place-change.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

const fileKinds = ['audio', 'document', 'data', 'image', 'video', 'other'] as const;

export type FileKind = (typeof fileKinds)[number];

/** The stages of a version, in the order in which they are made. */
export const versionStages = ['rough', 'mix', 'master'] as const;

export type VersionStage = (typeof versionStages)[number];

/** The groups of a project's files, in the order of the list. */
export const fileGroups = ['mixes', 'masters', 'stems', 'video', 'documents', 'other'] as const;

export type FileGroup = (typeof fileGroups)[number];

const fileColumns = () => ({
  id: uuid().primaryKey(),
  projectId: uuid('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' }),
  /** The display name: at first the name on the uploader's disk; never a server path. */
  name: text().notNull(),
  /** The name on the uploader's disk; null until the team renames the file. */
  originalName: text('original_name'),
  /** The team's description of the file. */
  note: text().notNull().default(''),
  /** The folder on the uploader's disk, with slashes. */
  folder: text().notNull().default(''),
  /** The group that the team set; null if `groupOf` derives it. */
  group: text('list_group', { enum: fileGroups }),
  /** The team's own order within a project, the same for all versions of a recording; null if the name decides. */
  position: integer(),
  /** The file that has the same recording in another format. The reference to `files` is in the migration. */
  formatOf: uuid('format_of'),
  /** The file that it looks like another format of, until the team decides. */
  formatProposedFor: uuid('format_proposed_for'),
  /** True once the team said that it is not another format of the proposed file. */
  isFormatDeclined: boolean('is_format_declined').notNull().default(false),
  kind: text({ enum: fileKinds }).notNull(),
  mediaType: text('media_type').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  /** Hexadecimal. */
  sha256: text().notNull(),
  storageKey: text('storage_key').notNull().unique(),
  needsApproval: boolean('needs_approval').notNull(),
  durationMs: integer('duration_ms'),
  /** Loudest sample in each of 400 slices, one byte each, as base64. */
  peaks: text(),
  /** The newer version that superseded its approval request. The reference to `files` is in the migration. */
  supersededBy: uuid('superseded_by'),
  /** The id that all versions of a recording share; a trigger sets it to the file's own id if none is given. */
  recordingId: uuid('recording_id')
    .notNull()
    .default(sql`null`),
  /** Unique within its recording; the newest has the highest. */
  version: integer().notNull().default(1),
  stage: text({ enum: versionStages }),
  /** True for the version that the player opens. */
  isPinned: boolean('is_pinned').notNull().default(false),
  /** The suggested recording by name, until the team decides. */
  proposedFor: uuid('proposed_for'),
  /** True if the team made it from a file that the client sent. */
  isFromClient: boolean('is_from_client').notNull().default(false),
  uploadedBy: uuid('uploaded_by').references(() => people.id),
  uploadedByName: text('uploaded_by_name').notNull(),
  uploadedAt: timestamp('uploaded_at', { withTimezone: true }).notNull(),
});

/** A file of a project; its bytes are in the file store under `storageKey`. A view of `all_files` without removed files. */
export const files = pgTable('files', fileColumns());

/**
 * Every stored file, including removed ones: for what deletes, restores, backs up or exports them. Everything else reads
 * `files`.
 */
export const allFiles = pgTable('all_files', {
  ...fileColumns(),
  /** When it was removed; it can be restored for 30 days. Null if it was not. */
  removedAt: timestamp('removed_at', { withTimezone: true }),
  removedBy: uuid('removed_by').references(() => people.id, { onDelete: 'set null' }),
  removedByName: text('removed_by_name'),
});

/** A client's approval of exactly these bytes, with their measurements. */
export const fileApprovals = pgTable('file_approvals', {
  fileId: uuid('file_id')
    .primaryKey()
    .references(() => files.id, { onDelete: 'restrict' }),
  sha256: text().notNull(),
  approvedBy: uuid('approved_by').references(() => people.id),
  approvedByName: text('approved_by_name').notNull(),
  approvedAt: timestamp('approved_at', { withTimezone: true }).notNull(),
  /** The approved delivery report as its exact JSON text; null if there was none. */
  sheet: text(),
  /** The SHA-256 of that text, hexadecimal. */
  sheetSha256: text('sheet_sha256'),
  /** The names at the approval, which its receipt states; null for an approval stored by an older version. */
  fileName: text('file_name'),
  projectName: text('project_name'),
  /** The file that this one was approved with, as a format of it. The reference to approvals is in the migration. */
  approvedWith: uuid('approved_with'),
  /** True if anyone who has exactly these bytes can look up the approval. */
  isPublished: boolean('is_published').notNull().default(false),
});

/** A client's request for changes to exactly these bytes; the comments on the file say which. */
export const changeRequests = pgTable('change_requests', {
  id: uuid().primaryKey(),
  fileId: uuid('file_id')
    .notNull()
    .references(() => files.id, { onDelete: 'cascade' }),
  /** Hexadecimal. */
  sha256: text().notNull(),
  requestedBy: uuid('requested_by').references(() => people.id, { onDelete: 'set null' }),
  requestedByName: text('requested_by_name').notNull(),
  requestedAt: timestamp('requested_at', { withTimezone: true }).notNull(),
  /** What should change, in a sentence. */
  content: text().notNull(),
  /** When the team asked for approval again; null while the request counts. At most one of a file is null. */
  closedAt: timestamp('closed_at', { withTimezone: true }),
});

/** A person mentioned in a text, by the name written there. */
export type Mention = { readonly id: string; readonly name: string };

/** A comment on a moment or a range of an audio or video file, or a reply to one. */
export const fileComments = pgTable('file_comments', {
  id: uuid().primaryKey(),
  fileId: uuid('file_id')
    .notNull()
    .references(() => files.id, { onDelete: 'cascade' }),
  authorId: uuid('author_id').references(() => people.id),
  authorName: text('author_name').notNull(),
  sender: text({ enum: ['team', 'client', 'guest'] }).notNull(),
  /** The guest who wrote it by a listening link. The reference to `listening_guests` is in the migration. */
  guestId: uuid('guest_id'),
  /** A reply has the position of its parent comment. */
  atMs: integer('at_ms').notNull(),
  /** The end of the range; null for a moment. */
  untilMs: integer('until_ms'),
  /** The parent comment. The reference to `file_comments` is in the migration. */
  replyTo: uuid('reply_to'),
  content: text().notNull(),
  mentions: jsonb().$type<readonly Mention[]>().notNull().default([]),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  /** The number of edits, plus one. */
  version: integer().notNull().default(1),
  editedAt: timestamp('edited_at', { withTimezone: true }),
  /** Replies are resolved with their parent. */
  doneAt: timestamp('done_at', { withTimezone: true }),
  doneByName: text('done_by_name'),
});

/** The position of a comment on a newer version than the one it was made on. */
export const carriedComments = pgTable(
  'carried_comments',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => fileComments.id, { onDelete: 'cascade' }),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    /** The previous version that it was carried from. */
    fromFileId: uuid('from_file_id').references(() => files.id, { onDelete: 'set null' }),
    atMs: integer('at_ms').notNull(),
    untilMs: integer('until_ms'),
    /** True if the newer version no longer has the passage; the position is then that on the older version. */
    isCut: boolean('is_cut').notNull().default(false),
    /** What changed there since the version it was made on; null until they were compared. */
    change: json().$type<PlaceChange>(),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.fileId] })],
);
