import { existsSync, fsyncSync, statSync } from 'node:fs';
import { rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import '../keep-wasm-code.ts';
import { floorBytes, embeddedDatabase, leastWritableBytes } from './embedded-database.ts';
import { freeBytesNow } from '../disk-room.ts';
import { DatabaseInUseError, type Database, type DatabaseOptions } from './database.ts';
import { makeFolder, UnusableDataError } from '../make-folder.ts';
import { requireNotMoved } from './moved-database.ts';
import { syncTree } from './sync-tree.ts';
import { takeLock, type FileLock } from '../file-lock.ts';

const roomIsFreshMs = 1000;
const lookAgainMs = 1000;

// PGlite's own parameters without -F, which would disable fsync; its fdatasync does nothing, fsync works. Finished log
// segments are deleted instead of recycled, because erased data must not remain in them.
export const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=16MB', 'wal_recycle=off'].flatMap((setting) => [
    '-c',
    setting,
  ]),
];

/** The engine's extensions, which migrations may use. */
export const extensions = { pg_trgm };

const clusterIn = (dataDir: string) => join(dataDir, 'database');

/** Runs this and adds the file name to its error, which SQLite's message lacks. */
function named<Made>(path: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    throw new UnusableDataError(`${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/**
 * Creates the data directory if missing, and acquires the exclusive lock on its embedded database, `database.lock`.
 * Throws `DatabaseInUseError` if another process holds it.
 */
export async function lockDataDir(dataDir: string): Promise<FileLock> {
  await makeFolder(dataDir);
  const path = `${clusterIn(dataDir)}.lock`;
  const lock = named(path, () => takeLock(path));
  if (lock) return lock;
  throw new DatabaseInUseError(
    `Another process is using the data in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

type FileSystemInit = NodeFS['init'];
type SetAttributes = (at: unknown, attributes: { mode?: number }) => void;
type EmscriptenModule = {
  NODEFS: {
    node_ops: { setattr: SetAttributes };
    stream_ops: { setattr: SetAttributes; fsync?: (stream: { nfd: number }) => number };
  };
};

/** Emscripten creates files with mode 0666, whatever the umask; these are readable by their owner only. */
function keepModesPrivate({ NODEFS }: EmscriptenModule): void {
  for (const operations of [NODEFS.node_ops, NODEFS.stream_ops]) {
    const { setattr } = operations;
    operations.setattr = (at, attributes) => {
      const { mode } = attributes;
      setattr(at, mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 });
    };
  }
}

/** PGlite's file system on disk with the missing fsync; counts its calls. */
export class DurableNodeFS extends NodeFS {
  fsyncCount = 0;

  override async init(...[client, options]: Parameters<FileSystemInit>): ReturnType<FileSystemInit> {
    const { emscriptenOpts } = await super.init(client, options);
    const addFsync = (module: unknown) => {
      (module as EmscriptenModule).NODEFS.stream_ops.fsync = (stream) => {
        fsyncSync(stream.nfd);
        this.fsyncCount += 1;
        return 0;
      };
    };
    const keepPrivate = (module: unknown) => keepModesPrivate(module as EmscriptenModule);
    const preRun = [...(emscriptenOpts.preRun ?? []), addFsync, keepPrivate];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

type OpenedEngine = { client: PGlite; files: DurableNodeFS };

async function openEngine(directory: string): Promise<OpenedEngine> {
  const files = new DurableNodeFS(directory);
  const client = new PGlite({ fs: files, startParams, extensions });
  await client.waitReady;
  return { client, files };
}

/** Creates a new cluster in a temporary folder and renames it, so that a crash cannot leave half of one. */
async function createCluster(directory: string): Promise<void> {
  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  const { client } = await openEngine(draft);
  await client.exec('checkpoint');
  await client.close();
  await syncTree(draft);
  await rename(draft, directory);
  await syncTree(join(directory, '..'), { recursive: false });
}

/** The engine's own table in the database. */
export const proofTable = 'durability_proof';

/** Commits once and throws if commits do not reach fsync: an upgrade could break that unnoticed. */
async function proveDurability({ client, files }: OpenedEngine): Promise<void> {
  await client.exec(`create table if not exists ${proofTable} (proven_at timestamptz not null)`);
  const before = files.fsyncCount;
  await client.exec(`begin; delete from ${proofTable}; insert into ${proofTable} values (now()); commit`);
  if (files.fsyncCount > before) return;
  throw new Error('The embedded database does not sync its commits to disk; refusing to start');
}

function createRoomCheck(directory: string): () => Promise<boolean> {
  let checkedAt = -Infinity;
  let hadRoom = true;
  return async () => {
    if (performance.now() - checkedAt < roomIsFreshMs) return hadRoom;
    const { bavail, bsize } = await statfs(directory);
    checkedAt = performance.now();
    hadRoom = bavail * bsize >= floorBytes;
    return hadRoom;
  };
}

/** Waits for enough space to open the engine: one that hits a full disk during log replay cannot be opened at all. */
async function untilRoom(dataDir: string, options: DatabaseOptions): Promise<void> {
  const { onFullDisk, freeBytes = freeBytesNow } = options;
  if (!onFullDisk) return;
  for (let isTold = false; freeBytes(dataDir) < leastWritableBytes; isTold = true) {
    if (!isTold) onFullDisk();
    await wait(lookAgainMs);
  }
}

/**
 * Opens the embedded database in `<dataDir>/database`, locked and durable; creates it on the first start. Throws if it
 * was moved to PostgreSQL.
 */
export async function openEmbedded(dataDir: string, options: DatabaseOptions): Promise<Database> {
  requireNotMoved(dataDir);
  await makeFolder(dataDir);
  await untilRoom(dataDir, options);
  const lock = await lockDataDir(dataDir);
  try {
    const directory = clusterIn(dataDir);
    // The engine itself reports nothing.
    if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === false)
      throw new Error(`${directory} is a file, and should be the folder of the database`);
    if (!existsSync(directory)) await createCluster(directory);
    const engine = await openEngine(directory);
    await proveDurability(engine);
    return embeddedDatabase({
      client: engine.client,
      writeCount: () => engine.files.fsyncCount,
      hasRoom: createRoomCheck(directory),
      directory,
      onClosed: lock.release,
      ...options,
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}
