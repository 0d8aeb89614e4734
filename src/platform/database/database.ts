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
  /** Does it answer now? Never throws, never takes longer than two seconds. */
  ready: () => Promise<boolean>;
  /** Is there enough free disk to take on something new? */
  hasRoom: () => Promise<boolean>;
  /**
   * Hears what commits with `pg_notify(channel, payload)`, in whatever process. `onGap`: something may have been missed, look
   * for yourself. Resolves once it hears, with how to stop.
   */
  listen: (
    channel: string,
    handlers: { onPayload: (payload: string) => void; onGap: () => void },
  ) => Promise<() => Promise<void>>;
  /**
   * Takes a lock that no other process can have meanwhile; answers with what gives it back, or null where another has it. A lock is
   * lost with the connection on which notifications come: after a gap it has to be taken again.
   */
  tryLock: (name: string) => Promise<(() => Promise<void>) | null>;
  /**
   * Takes deleted rows off the disk too, where that is ours to do: the embedded engine. A server vacuums by itself, and its
   * log is its operator's.
   */
  forgetDeleted: () => Promise<void>;
  /**
   * Copies the embedded engine's files, as they are at one moment, to `<folder>/database`, where they can be opened as after a
   * power cut. Everything else waits meanwhile: it throws, leaving nothing, where the disk has no room or takes too long. Null
   * where there are no such files.
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
  /** Called when the disk of the embedded engine has next to no room: it stores nothing until there is some. Where it is not open yet it waits for that; without this it would not open. */
  onFullDisk?: () => void;
  /** Called when a migration session has to wait, because another process migrates a server's database or reads it for a backup. */
  onLocked?: () => void;
  /** How many bytes are free on the disk of a folder; asked of the system but in tests. */
  freeBytes?: (folder: string) => number;
  /** Another address of the same PostgreSQL server, for what needs a session of its own; the usual one without it. */
  sessionUrl?: string | null;
  /** Is each statement a span of the request or the job that asks for it? */
  isTraced?: boolean;
};

export class DatabaseInUseError extends Error {
  override name = 'DatabaseInUseError';
}
