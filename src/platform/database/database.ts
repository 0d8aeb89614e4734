import type { PGlite } from '@electric-sql/pglite';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A drizzle database or a transaction of one, on either engine. Functions take it as their first argument. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** Runs SQL outside every deadline, on one connection: several statements when there are no parameters. */
export type SqlSession = (text: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>;

export type Database = {
  kind: 'embedded' | 'server';
  db: Db;
  /** What the job queue needs to work on the same data. */
  driver: { kind: 'embedded'; client: PGlite } | { kind: 'server'; url: string };
  /** Returns true if the database responds now. Never throws, never takes longer than two seconds. */
  ready: () => Promise<boolean>;
  /** Returns true if there is enough free disk space to store something new. */
  hasRoom: () => Promise<boolean>;
  /**
   * Subscribes to `pg_notify(channel, payload)` of every process. `onGap`: notifications may have been missed, so query
   * the state. Resolves with an unsubscribe function once it listens.
   */
  listen: (
    channel: string,
    handlers: { onPayload: (payload: string) => void; onGap: () => void },
  ) => Promise<() => Promise<void>>;
  /**
   * Acquires a lock across processes. Resolves with its release function, or null if another process holds it. The lock
   * is lost with the notification connection, so acquire it again after a gap.
   */
  tryLock: (name: string) => Promise<(() => Promise<void>) | null>;
  /**
   * Removes deleted rows from disk (embedded engine only). A server vacuums by itself, and its log is its operator's
   * responsibility.
   */
  forgetDeleted: () => Promise<void>;
  /**
   * Copies a consistent snapshot of the embedded engine's files to `<folder>/database`, which opens like after a power
   * cut. Blocks everything else during the copy. Throws, leaving nothing, if the disk is full or too slow. Returns null
   * if there are no such files.
   */
  copyTo: ((folder: string) => Promise<void>) | null;
  /** One connection held under the installation's migration lock. */
  withMigrationSession: <T>(run: (session: SqlSession) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

export type DatabaseOptions = {
  /** How long one statement may take. */
  deadlineMs: number;
  /** Called when the embedded engine hangs: leave the process to its supervisor. */
  onHung: () => void;
  /**
   * Called when the embedded engine's disk is almost full: it stores nothing until there is space. If it is not open
   * yet, opening waits for space; without this callback opening fails.
   */
  onFullDisk?: () => void;
  /**
   * Called when a migration session has to wait because another process migrates the database or reads it for a backup.
   */
  onLocked?: () => void;
  /** Returns the free bytes of a folder's disk; replaced in tests. */
  freeBytes?: (folder: string) => number;
  /**
   * Another address of the same PostgreSQL server for features that need a session of their own; defaults to the usual
   * one.
   */
  sessionUrl?: string | null;
  /** Whether each statement is a span of its request or job. */
  isTraced?: boolean;
};

export class DatabaseInUseError extends Error {
  override name = 'DatabaseInUseError';
}
