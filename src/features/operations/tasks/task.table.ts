import { bigint, boolean, integer, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const taskKinds = ['backup', 'export', 'restore-test'] as const;

export type TaskKind = (typeof taskKinds)[number];

/** Backups, exports of everything and restore tests: those started at the desk, and what commands report. */
export const installationTasks = pgTable('installation_tasks', {
  id: uuid().primaryKey(),
  kind: text({ enum: taskKinds }).notNull(),
  isFromCommand: boolean('is_from_command').notNull().default(false),
  state: text({ enum: ['waiting', 'running', 'done', 'failed'] }).notNull(),
  askedBy: uuid('asked_by').references(() => people.id, { onDelete: 'set null' }),
  askedAt: moment('asked_at').notNull(),
  finishedAt: moment('finished_at'),
  percent: smallint().notNull().default(0),
  /** Why it failed, without personal data. */
  problem: text(),
  /** Where a command wrote its archive. */
  place: text(),
  /** The archive in the file store; null once it is deleted. */
  storageKey: text('storage_key').unique(),
  sha256: text(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }),
  rowCount: bigint('row_count', { mode: 'number' }),
  fileCount: bigint('file_count', { mode: 'number' }),
  /** Files that the database names and that were missing, or had changed. */
  missingCount: integer('missing_count').notNull().default(0),
  damagedCount: integer('damaged_count').notNull().default(0),
  /** Of a restore test: the backup, if it was made here, and the moment that it holds. */
  testedId: uuid('tested_id'),
  testedAt: moment('tested_at'),
});

export type InstallationTask = typeof installationTasks.$inferSelect;
