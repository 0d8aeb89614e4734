import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { createHash } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ReadableStream as WebStream } from 'node:stream/web';
import { storedPathOf } from '#src/features/files/store/file-folder.ts';
import type { FileStore } from '#src/features/files/store/stored-bytes.ts';
import type { Database, SqlSession } from '#src/platform/database/database.ts';
import { whyUnknown } from '#src/platform/database/migrate.ts';
import { isDatabaseAway } from '#src/platform/database/sql-state.ts';
import { syncTree } from '#src/platform/database/sync-tree.ts';
import { isEmptyDatabase, type RowWriter, startWriting } from '#src/platform/database/write-rows.ts';
import {
  BackupRefusal,
  type EntrySum,
  type Head,
  headName,
  headSchema,
  keyIn,
  type Manifest,
  manifestName,
  manifestSchema,
  tableIn,
} from './archive-format.ts';
import { sendFiles } from './restore-place.ts';

/** Limit for entries that are read into memory; real ones are far smaller. */
const longestText = 512 * 1024 * 1024;

export type ArchiveEntry = {
  readonly name: string;
  readonly size: number;
  /** Reads the whole entry, once. */
  readonly text: () => Promise<{ readonly text: string; readonly sum: EntrySum }>;
  /** Passes on its bytes as they arrive, once. */
  readonly copy: (write: (piece: Uint8Array) => Promise<unknown>) => Promise<EntrySum>;
};

const faultOf = (error: unknown) =>
  error instanceof BackupRefusal
    ? error
    : new BackupRefusal('The archive is cut off, altered, or none of ours.', { cause: error });

async function copy(
  { body }: ParsedTarEntry,
  write: (piece: Uint8Array) => Promise<unknown>,
): Promise<EntrySum> {
  const hash = createHash('sha256');
  let bytes = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw faultOf(error);
    });
    if (done) return { bytes, sha256: hash.digest('hex') };
    hash.update(value);
    bytes += value.length;
    await write(value);
  }
}

function entryOf(entry: ParsedTarEntry): ArchiveEntry {
  const { name, size } = entry.header;
  return {
    name,
    size,
    copy: (write) => copy(entry, write),
    async text() {
      if (size > longestText) throw new BackupRefusal(`The archive's ${name} is too long.`);
      const pieces: Uint8Array[] = [];
      const sum = await copy(entry, async (piece) => pieces.push(piece));
      return { text: Buffer.concat(pieces).toString('utf8'), sum };
    },
  };
}

/**
 * Yields the files of an archive in order; each must be read before the next is requested. Throws if the archive is
 * truncated, contains anything but files, or is not an archive.
 */
async function* readArchive(source: Readable): AsyncGenerator<ArchiveEntry> {
  // Not Readable.toWeb, which throws an uncatchable error if it is cancelled while data arrives.
  const bytes = WebStream.from<Uint8Array>(source) as ReadableStream<Uint8Array>;
  const reader = bytes.pipeThrough(createTarDecoder({ strict: true })).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw faultOf(error);
      });
      if (done) return;
      if (value.header.type !== 'file') throw new BackupRefusal('The archive holds more than files.');
      yield entryOf(value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

export type RestoreInto = {
  readonly dataDir: string;
  readonly store: FileStore;
  /** The staging folder, on the same disk as `dataDir`; created here and removed by the caller. */
  readonly draft: string;
  readonly migrationsDirectory: string;
  /** Throws if the archive is not for this installation. */
  readonly accept: (head: Head) => void;
  /** Opens the empty database, once the archive has been accepted. */
  readonly openTarget: () => Promise<Database>;
  /**
   * For a test of the archive, which is not put in place: its files are read and compared with their hashes, but not
   * stored; this runs on the filled database.
   */
  readonly test?: (target: Database) => Promise<void>;
};

export type RestoreReport = {
  readonly head: Head;
  readonly rows: number;
  readonly files: number;
  readonly missing: readonly string[];
  readonly damaged: readonly string[];
};

type Arrived = { readonly entries: Map<string, EntrySum>; files: number };

const fault = (what: string) => new BackupRefusal(`The archive is altered or cut off: ${what}.`);

function parsed<T>(schema: { safeParse: (value: unknown) => { data?: T } }, text: string, name: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault(`${name} cannot be read`);
  }
  const { data } = schema.safeParse(value);
  if (data === undefined) throw fault(`${name} is not as expected`);
  return data;
}

async function readHead(entries: AsyncIterator<ArchiveEntry>, arrived: Arrived): Promise<Head> {
  const first = await entries.next();
  if (first.done || first.value.name !== headName)
    throw new BackupRefusal(`This is no backup of Antinode: it does not begin with ${headName}.`);
  const { text, sum } = await first.value.text();
  arrived.entries.set(headName, sum);
  return parsed(headSchema, text, headName);
}

async function keepFile(path: string, entry: ArchiveEntry): Promise<EntrySum> {
  const handle = await open(path, 'wx', 0o600);
  try {
    const sum = await entry.copy((piece) => handle.appendFile(piece));
    await handle.sync();
    return sum;
  } finally {
    await handle.close();
  }
}

const linesIn = (text: string) => text.split('\n').length - 1;

/** Stores one entry of the archive; returns the manifest, which must be the last. */
async function takeEntry(
  entry: ArchiveEntry,
  { draft, test }: Pick<RestoreInto, 'draft' | 'test'>,
  { writer, arrived }: { readonly writer: RowWriter; readonly arrived: Arrived },
): Promise<Manifest | null> {
  const { name } = entry;
  if (arrived.entries.has(name)) throw fault(`${name} is in it twice`);
  if (name === manifestName) return parsed(manifestSchema, (await entry.text()).text, name);
  const key = keyIn(name);
  const table = tableIn(name);
  if (key !== null) {
    const sum = test ? entry.copy(async () => undefined) : keepFile(storedPathOf(draft, key), entry);
    arrived.entries.set(name, await sum);
    arrived.files += 1;
  } else if (table !== null) {
    const { text, sum } = await entry.text();
    arrived.entries.set(name, sum);
    await writer.write({ table, rows: linesIn(text), text }).catch((error: unknown) => {
      throw new BackupRefusal(`The rows of ${table} cannot be stored.`, { cause: error });
    });
  } else throw fault(`${name} does not belong in it`);
  return null;
}

/** Throws if the entries are not exactly those of the manifest. */
function requireWhole(manifest: Manifest, { entries }: Arrived): void {
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.entries)) {
    const sum = entries.get(name);
    if (!sum) throw fault(`${name} is missing`);
    if (sum.bytes !== bytes || sum.sha256 !== sha256) throw fault(`${name} is another one than was written`);
  }
  const named = Object.keys(manifest.entries).length;
  if (entries.size !== named) throw fault(`it holds ${entries.size} files in place of ${named}`);
}

async function readInto(
  session: SqlSession,
  { head, entries, arrived }: { head: Head; entries: AsyncIterator<ArchiveEntry>; arrived: Arrived },
  into: RestoreInto,
): Promise<Manifest> {
  const { migrationsDirectory } = into;
  const writer = await startWriting(session, head, migrationsDirectory);
  let manifest: Manifest | null = null;
  for (let next = await entries.next(); !next.done; next = await entries.next()) {
    if (manifest) throw fault(`something follows ${manifestName}`);
    manifest = await takeEntry(next.value, into, { writer, arrived });
  }
  if (!manifest) throw fault(`it has no ${manifestName}`);
  requireWhole(manifest, arrived);
  await writer.finish(new Map(Object.entries(manifest.rows)), head.sequences);
  return manifest;
}

/** Puts the folder of files in place; returns a function that undoes it. */
async function placeFiles(into: RestoreInto): Promise<() => Promise<void>> {
  const { dataDir, draft, store } = into;
  if (store.pathOf('0'.repeat(32)) === null) return sendFiles(store, draft);
  const [from, to] = [join(draft, 'files'), join(dataDir, 'files')];
  await syncTree(from, { recursive: false });
  await rename(from, to);
  await syncTree(dataDir, { recursive: false });
  return () => rename(to, from);
}

async function restoreRows(
  session: SqlSession,
  into: RestoreInto,
  from: Parameters<typeof readInto>[1] & { readonly isServer: boolean },
): Promise<Manifest> {
  await session('begin');
  let takeAway: (() => Promise<void>) | null = null;
  let isCommitting = false;
  try {
    if (!(await isEmptyDatabase(session)))
      throw new BackupRefusal('The database named by DATABASE_URL has tables. A restore needs an empty one.');
    const manifest = await readInto(session, from, into);
    // On a database server rows become visible at the commit, so the files must be in place first.
    if (from.isServer && !into.test) takeAway = await placeFiles(into);
    isCommitting = true;
    await session('commit');
    // Committing a transaction that has failed reports no error, but stores nothing.
    if (await isEmptyDatabase(session))
      throw new BackupRefusal('The database has not kept what was written.');
    return manifest;
  } catch (error) {
    if (isCommitting && from.isServer && isDatabaseAway(error))
      throw new BackupRefusal(
        'The connection to the database ended at the very end. Whether the rows are there is not known: look. The files stay in their place.',
        { cause: error },
      );
    await session('rollback').catch(() => undefined);
    await takeAway?.();
    throw error;
  }
}

/** Restores into this database, then closes it. */
async function restoreInto(
  target: Database,
  into: RestoreInto,
  from: Parameters<typeof readInto>[1],
): Promise<Manifest> {
  const isServer = target.kind === 'server';
  try {
    const manifest = await target.withMigrationSession((session) =>
      restoreRows(session, into, { ...from, isServer }),
    );
    await into.test?.(target);
    return manifest;
  } finally {
    await target.close();
  }
}

/**
 * Restores an archive into an installation without a database and files. Everything is read and checked against the
 * manifest before any of it is put in place; if this throws, the installation is still empty.
 */
export async function restoreBackup(source: Readable, into: RestoreInto): Promise<RestoreReport> {
  const entries = readArchive(source);
  try {
    const arrived: Arrived = { entries: new Map(), files: 0 };
    const head = await readHead(entries, arrived);
    const unknown = await whyUnknown(head.migrations, into.migrationsDirectory);
    if (unknown !== null)
      throw new BackupRefusal(`The archive cannot be restored by this program: ${unknown}.`);
    into.accept(head);
    await mkdir(join(into.draft, 'files'), { recursive: true, mode: 0o700 });
    const target = await into.openTarget();
    const manifest = await restoreInto(target, into, { head, entries, arrived });
    if (target.kind === 'embedded' && !into.test) {
      const takeAway = await placeFiles(into);
      await rename(join(into.draft, 'database'), join(into.dataDir, 'database')).catch(
        async (error: unknown) => {
          await takeAway();
          throw error;
        },
      );
      await syncTree(into.dataDir, { recursive: false });
    }
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    return { head, rows, files: arrived.files, missing: manifest.missing, damaged: manifest.damaged };
  } finally {
    await entries.return(undefined);
    source.destroy();
  }
}
