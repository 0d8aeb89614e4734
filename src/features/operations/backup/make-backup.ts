import { createTarPacker } from 'modern-tar';
import { createHash, createHmac } from 'node:crypto';
import type { FileStore } from '#src/features/files/store/stored-bytes.ts';
import { queueOwnTables } from '#src/platform/database/boss-options.ts';
import type { Database, SqlSession } from '#src/platform/database/database.ts';
import { findApplied } from '#src/platform/database/migrate.ts';
import { atOneMoment, readRows } from '#src/platform/database/write-rows.ts';
import { listTables, readSequences } from '#src/platform/database/table-catalogue.ts';
import type { ReadableFile } from '#src/platform/readable-file.ts';
import { version } from '#src/platform/version.ts';
import {
  BackupRefusal,
  type EntrySum,
  type Head,
  headName,
  type Manifest,
  manifestName,
  nameOfFile,
  nameOfRows,
} from './archive-format.ts';
import { listStoredFiles, type NamedFile } from './list-stored-files.ts';

export type ArchiveWriter = {
  /** The archive's bytes, produced as they are read. */
  readonly stream: ReadableStream<Uint8Array>;
  readonly addText: (name: string, text: string) => Promise<EntrySum>;
  readonly addFile: (name: string, file: ReadableFile) => Promise<EntrySum>;
  /** Adds the manifest and ends the archive. */
  readonly finish: (known: Omit<Manifest, 'entries'>) => Promise<void>;
  /** Ends the stream with this error, so that the archive is not mistaken for a complete one. */
  readonly fail: (error: unknown) => void;
};

/** Creates a streamed archive in the pax format, which every tar reads. Checksums of all entries are recorded. */
function createArchive(madeAt: Date): ArchiveWriter {
  const { readable, controller } = createTarPacker();
  const entries: Record<string, EntrySum> = {};
  const add = async (
    name: string,
    size: number,
    pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ) => {
    const hash = createHash('sha256');
    const writer = controller.add({ name, size, mode: 0o600, mtime: madeAt, type: 'file' }).getWriter();
    for await (const piece of pieces) {
      hash.update(piece);
      await writer.write(piece);
    }
    await writer.close();
    return { bytes: size, sha256: hash.digest('hex') };
  };
  const addText = async (name: string, text: string) => {
    const bytes = Buffer.from(text);
    return (entries[name] = await add(name, bytes.length, [bytes]));
  };
  return {
    stream: readable,
    addText,
    async addFile(name, file) {
      return (entries[name] = await add(name, file.sizeBytes, file.pieces()));
    },
    async finish(known) {
      const manifest: Manifest = { ...known, entries: { ...entries } };
      await addText(manifestName, JSON.stringify(manifest, null, 1));
      controller.finalize();
    },
    fail: (error) => controller.error(error),
  };
}

/**
 * Tables whose rows are in no backup: sessions, and every code and link to sign in with. A session that was ended since
 * the backup, perhaps because it was stolen, must not become valid again with a restore. Neither are archives, whose bytes
 * would hold each other, and the log of the last day.
 */
export const leftOut: readonly string[] = [
  'public.sessions',
  'public.sign_in_codes',
  'public.sign_in_requests',
  'public.installation_tasks',
  'public.installation_checks',
  'public.log_lines',
  ...queueOwnTables,
];

/** Files that are requested at once. */
const atOnce = 16;

/** Returns a fingerprint that identifies a secret without revealing it. */
export const secretMarkOf = (secret: string): string =>
  createHmac('sha256', secret).update('the secret of a backup').digest('hex').slice(0, 16);

export type Installation = {
  readonly store: FileStore;
  /** PUBLIC_URL. */
  readonly address: string | null;
  readonly secretMark: string;
};

export type BackupOf = Installation & {
  readonly database: Pick<Database, 'kind' | 'withMigrationSession' | 'close'>;
  readonly now: Date;
  /** Throws if there is not enough space for so many bytes. */
  readonly requireRoom: (bytes: number) => Promise<void>;
};

export type BackupReport = {
  readonly rows: number;
  readonly files: number;
  readonly fileBytes: number;
  /** Keys of missing files: removed during the backup, or lost. */
  readonly missing: readonly string[];
  /** Keys of files whose content is not what was stored. */
  readonly damaged: readonly string[];
};

async function headOf(session: SqlSession, { database, address, secretMark, now }: BackupOf): Promise<Head> {
  const migrations = await findApplied(session);
  if (!migrations) throw new BackupRefusal('There is no installation in this database.');
  const tables = await listTables(session);
  return {
    format: 'antinode backup',
    formatVersion: 1,
    version,
    madeAt: now.toISOString(),
    engine: database.kind,
    address,
    secretMark,
    migrations,
    tables: tables.filter(({ name }) => !leftOut.includes(name)) as Head['tables'],
    sequences: await readSequences(session),
    leftOut: tables.map(({ name }) => name).filter((name) => leftOut.includes(name)),
  };
}

async function sizesOf(store: FileStore, files: readonly NamedFile[]): Promise<number> {
  let sum = 0;
  for (let at = 0; at < files.length; at += atOnce) {
    const sizes = await Promise.all(files.slice(at, at + atOnce).map(({ key }) => store.sizeOf(key)));
    // A header, and padding up to a full block.
    for (const size of sizes) if (size !== null) sum += size + 1024;
  }
  return sum;
}

/** Writes a snapshot of the database; returns the files that it refers to and the number of rows of each table. */
async function addDatabase(archive: ArchiveWriter, of: BackupOf) {
  return of.database.withMigrationSession((session) =>
    atOneMoment(session, async () => {
      const head = await headOf(session, of);
      const files = await listStoredFiles(session);
      const [size] = await session('select pg_database_size(current_database())::text as bytes');
      await of.requireRoom(Number(size?.['bytes']) + (await sizesOf(of.store, files)));
      await archive.addText(headName, JSON.stringify(head, null, 1));
      const rows: Record<string, number> = Object.fromEntries(head.tables.map(({ name }) => [name, 0]));
      const pieces = new Map<string, number>();
      for await (const lines of readRows(session, head.tables)) {
        const number = (pieces.get(lines.table) ?? 0) + 1;
        pieces.set(lines.table, number);
        rows[lines.table] = (rows[lines.table] ?? 0) + lines.rows;
        await archive.addText(nameOfRows(lines.table, number), lines.text);
      }
      return { files, rows };
    }),
  );
}

/** Adds those of these files that exist. */
async function addFiles(archive: ArchiveWriter, store: FileStore, files: readonly NamedFile[]) {
  const missing: string[] = [];
  const damaged: string[] = [];
  let fileBytes = 0;
  for (const { key, sha256 } of files) {
    const file = await store.open(key);
    if (!file) {
      missing.push(key);
      continue;
    }
    try {
      const sum = await archive.addFile(nameOfFile(key), file);
      fileBytes += sum.bytes;
      if (sha256 !== null && sha256 !== sum.sha256) damaged.push(key);
    } finally {
      await file.close();
    }
  }
  return { missing, damaged, fileBytes };
}

async function fillArchive(archive: ArchiveWriter, of: BackupOf): Promise<BackupReport> {
  const { files, rows } = await addDatabase(archive, of);
  // The database is no longer needed here, so a server may start.
  await of.database.close();
  const { missing, damaged, fileBytes } = await addFiles(archive, of.store, files);
  await archive.finish({ rows, missing, damaged });
  const sum = Object.values(rows).reduce((all, count) => all + count, 0);
  return { rows: sum, files: files.length - missing.length, fileBytes, missing, damaged };
}

/**
 * Archives the database and every file that it refers to, and passes the bytes to `write`, which applies backpressure.
 * The database is read first, in one snapshot: files are stored before the rows that refer to them and removed after
 * those, so every file of the snapshot still exists or has been removed since. Closes the database once it has been
 * read. Throws if anything fails; `write` then fails with the same error.
 */
export async function makeBackup(
  of: BackupOf,
  write: (stream: ReadableStream<Uint8Array>) => Promise<void>,
): Promise<BackupReport> {
  const archive = createArchive(of.now);
  const writing = write(archive.stream);
  const filling = fillArchive(archive, of).catch((error: unknown) => {
    archive.fail(error);
    throw error;
  });
  const [written, filled] = await Promise.allSettled([writing, filling]);
  // If writing failed, adding failed as a consequence.
  if (written.status === 'rejected') throw written.reason;
  if (filled.status === 'rejected') throw filled.reason;
  return filled.value;
}
