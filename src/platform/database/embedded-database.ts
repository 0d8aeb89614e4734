import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database, DatabaseOptions } from './database.ts';
import { freeBytesNow, freeBytesOf } from '../disk-room.ts';
import { hourMs, minuteMs } from '../durations.ts';
import { traceStatements } from '../tracing/traced-statements.ts';
import { answersInTime, withQueryDeadline } from './query-deadline.ts';
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The disk space that the embedded engine keeps free for itself. */
export const floorBytes = 256 * 1024 * 1024;
/** Other statements wait during the copy, which is aborted after fifteen seconds. */
const limitMs = 8000;

type Found = { readonly path: string; readonly size: number | null };

/** Lists everything in a folder, parents first; the size of a folder is null. */
async function listBelow(folder: string): Promise<Found[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path, size: entry.isDirectory() ? null : (await stat(path)).size };
    }),
  );
  return found.toSorted(
    (a, b) => Number(a.size !== null) - Number(b.size !== null) || a.path.length - b.path.length,
  );
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const free = await freeBytesOf(folder);
  if (free >= bytes + floorBytes) return;
  throw new Error(
    `A copy of the database needs ${Math.ceil((bytes + floorBytes) / 1e6)} MB of free disk, and there are ${Math.floor(free / 1e6)} MB.`,
  );
}

/** Copies a folder of the paused embedded engine to `<folder>/database`; see `Database.copyTo`. */
async function copyCluster(directory: string, folder: string, withinMs = limitMs): Promise<void> {
  const until = performance.now() + withinMs;
  const found = await listBelow(directory);
  const target = join(folder, 'database');
  await mkdir(target, { recursive: true, mode: 0o700 });
  try {
    await requireRoom(
      folder,
      found.reduce((sum, { size }) => sum + (size ?? 0), 0),
    );
    for (const { path, size } of found) {
      if (performance.now() > until)
        throw new Error(`The database cannot be copied within ${withinMs / 1000} seconds.`);
      const to = join(target, relative(directory, path));
      if (size === null) await mkdir(to, { mode: 0o700 });
      else await copyFile(path, to, constants.COPYFILE_FICLONE);
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

const checkpointEveryMs = minuteMs;
const vacuumEveryMs = hourMs;
/** Below this free disk space nothing is stored: space for two WAL segments, which even reads may write to. */
export const leastWritableBytes = 64 * 1024 * 1024;

export type EmbeddedEngine = DatabaseOptions & {
  client: PGlite;
  /** Grows with what is written, so that an idle engine needs no checkpoint. */
  writeCount: () => number;
  hasRoom: () => Promise<boolean>;
  /** The folder of its files; null for a database in memory. */
  directory: string | null;
  onClosed: () => void;
};

/**
 * Makes the engine read-only while its disk is almost full: an engine that cannot write its log crashes, and then
 * cannot be read either. Checked before each statement, as another program may fill a disk within moments.
 */
function createWriteStop(
  client: Pick<PGlite, 'exec'>,
  directory: string | null,
  { onFullDisk = () => {}, freeBytes = freeBytesNow }: Pick<DatabaseOptions, 'onFullDisk' | 'freeBytes'>,
) {
  let isFull = false;
  const look = () => {
    if (directory === null) return;
    const isFullNow = freeBytes(directory) < leastWritableBytes;
    if (isFullNow === isFull) return;
    isFull = isFullNow;
    if (isFull) onFullDisk();
    // The engine runs statements one after the other, so the next one sees the change.
    client
      .exec(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`)
      .catch(() => (isFull = !isFullNow));
  };
  return { look, isFull: () => isFull };
}

/**
 * The embedded engine has no background workers: without this its write-ahead log and dead rows grow without bound.
 * Runs a checkpoint a minute while there are writes, and a vacuum an hour.
 */
function startMaintenance(engine: {
  client: Pick<PGlite, 'exec'>;
  writeCount: () => number;
  isFull: () => boolean;
}): {
  /**
   * Runs statements outside transactions, with no vacuum in between, which would fail in an open transaction and abort
   * it.
   */
  hold: <T>(work: () => Promise<T>) => Promise<T>;
  stop: () => Promise<void>;
} {
  let seenWrites = engine.writeCount();
  let running: Promise<unknown> = Promise.resolve();
  // A failure here also fails the next query; the next round retries.
  const run = (statement: string) => {
    running = running.then(() => engine.client.exec(statement)).catch(() => undefined);
  };
  const checkpoints = setInterval(() => {
    // After a checkpoint each page that is read may be written to the log again.
    if (engine.writeCount() === seenWrites || engine.isFull()) return;
    seenWrites = engine.writeCount();
    run('checkpoint');
  }, checkpointEveryMs);
  let held = 0;
  const vacuums = setInterval(() => {
    if (held === 0 && !engine.isFull()) run('vacuum (analyze)');
  }, vacuumEveryMs);
  checkpoints.unref();
  vacuums.unref();
  return {
    async hold(work) {
      held += 1;
      try {
        await running;
        return await work();
      } finally {
        held -= 1;
      }
    },
    async stop() {
      clearInterval(checkpoints);
      clearInterval(vacuums);
      await running;
    },
  };
}

const ownTables = `select format('%I.%I', nspname, relname) as name from pg_class
  join pg_namespace on pg_namespace.oid = relnamespace where relkind = 'r' and nspname in ('public', 'pgboss')`;

/**
 * Removes deleted rows from disk: from the embedded engine's tables and statistics, which keep them until their space
 * is reused, and from its log, which keeps them until the next segment. Each table is locked only while it is
 * processed.
 */
async function forgetDeleted(client: Pick<PGlite, 'exec' | 'query'>): Promise<void> {
  // Statistics contain frequent values: they are rebuilt before the old ones are deleted.
  await client.exec('analyze');
  const { rows } = await client.query<{ name: string }>(ownTables);
  for (const name of [...rows.map((row) => row.name), 'pg_catalog.pg_statistic'])
    await client.exec(`vacuum full ${name}`);
  await client.exec('checkpoint');
  await client.exec('select pg_switch_wal()');
  await client.exec('checkpoint');
}

/** Wraps an open PGlite in the interface that both engines share, and maintains it until it is closed. */
export function embeddedDatabase({
  client,
  writeCount,
  hasRoom,
  directory,
  onClosed,
  isTraced = false,
  ...options
}: EmbeddedEngine): Database {
  const { look, isFull } = createWriteStop(client, directory, options);
  const guarded = withQueryDeadline(client, { ...options, onBegin: look });
  const maintenance = startMaintenance({ client, writeCount, isFull });
  return {
    kind: 'embedded',
    db: drizzle(isTraced ? traceStatements(guarded) : guarded),
    driver: { kind: 'embedded', client: guarded },
    ready: () => answersInTime(client.query('select 1')),
    hasRoom,
    // There is no other process, so no connection can break.
    listen: async (channel, { onPayload }) => {
      const stop = await client.listen(channel, onPayload);
      return () => stop();
    },
    tryLock: async () => async () => undefined,
    forgetDeleted: () => forgetDeleted(client),
    // The engine runs only when called, and no other statement runs while this transaction is open.
    copyTo:
      directory === null
        ? null
        : async (folder) => {
            await client.exec('checkpoint');
            await client.transaction(() => copyCluster(directory, folder));
          },
    withMigrationSession: (run) =>
      maintenance.hold(() =>
        run(async (text, parameters) => {
          if (parameters) return (await client.query<Record<string, unknown>>(text, parameters)).rows;
          return (await client.exec(text)).at(-1)?.rows ?? [];
        }),
      ),
    async close() {
      await maintenance.stop();
      await client.close();
      onClosed();
    },
  };
}
