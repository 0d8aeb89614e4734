import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileConfigstore, FileStore } from '@tus/file-store';
import { type Locker, type Upload } from '@tus/server';
import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import type { Measure } from '#src/platform/metrics/measure.ts';
import type { Services } from '#src/platform/services.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { createUploadLocker } from './upload-locker.ts';

/** The largest file that can be uploaded, 20 GB: twelve hours of 5.1 at 96 kHz and 24 bit, or a day of a camera's proxies. */
export const largestUploadBytes = 20_000_000_000;

/** How long an upload is kept after its last byte. */
export const uploadLifeMs = 24 * 3600_000;

/** Shorter than any proxy waits for an answer. */
const longestWaitMs = 15_000;

/** The disk space that must stay free beside an upload. */
const reservedBytes = 100_000_000;
/** Held while room for an upload is looked for; the letters "room". */
const reservationLock = 0x72_6f_6f_6d;

export type UploadOutcome = Outcome<'project' | 'name'>;

/** Where uploads are until they are complete. */
export type UploadStore = {
  readonly folder: string;
  readonly files: FileStore;
  readonly locker: Locker;
  /** The complete uploads that are being made files at this moment, by id. */
  readonly finishing: Map<string, Promise<UploadOutcome>>;
  /** How much of the disk is free. */
  readonly freeBytes: () => Promise<number>;
  /** How long a request waits for its complete upload to become a file; whoever sent it then asks again. */
  readonly longestWaitMs: number;
};

/** The folder of unfinished uploads. */
export const uploadFolderOf = (dataDir: string) => join(dataDir, 'uploads');

// One store a process, so that two requests for the same upload share its lock.
const stores = new WeakMap<Services, UploadStore>();

/** What is known of each upload, beside its bytes; whoever reads it, in whatever process, finds all of it or none. */
class WholeNotes extends FileConfigstore {
  override async set(id: string, upload: Upload): Promise<void> {
    const notes = join(this.directory, `${id}.json`);
    const writing = `${notes}.${randomUUID()}`;
    await writeFile(writing, JSON.stringify(upload));
    await rename(writing, notes);
  }
}

// The library makes the folder again in its constructor, and a failure there ends the process; uploadStoreOf has made it.
Object.assign(FileStore.prototype, { checkOrCreateDirectory: () => undefined });

/** The upload store of the running product; its folder is made at the first use. */
export async function uploadStoreOf(services: Services): Promise<UploadStore> {
  const known = stores.get(services);
  if (known) return known;
  const folder = uploadFolderOf(services.config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = new FileStore({ directory: folder, configstore: new WholeNotes(folder) });
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  const locker = await createUploadLocker(services);
  const made = { folder, files, locker, finishing: new Map(), freeBytes, longestWaitMs };
  // A request that came meanwhile may have been first.
  const first = stores.get(services) ?? made;
  stores.set(services, first);
  return first;
}

/** Whether there is room on the disk for this many bytes more, and the reserve. */
export async function hasRoomFor(
  { database }: Pick<Services, 'database'>,
  { freeBytes }: Pick<UploadStore, 'freeBytes'>,
  bytes: number,
): Promise<boolean> {
  return (await database.hasRoom()) && (await freeBytes()) - bytes >= reservedBytes;
}

/** The names in the folder of unfinished uploads, by upload: its bytes, and what is known of it. */
async function namesByUpload(folder: string): Promise<Map<string, string[]>> {
  const names = await readdir(folder).catch(() => []);
  return Map.groupBy(names, (name) => name.split('.', 1)[0] ?? name);
}

/** The uploads that are not files yet. */
export const listUploads = async (folder: string): Promise<string[]> => [
  ...(await namesByUpload(folder)).keys(),
];

/** How many uploads are on their way. */
export const unfinishedUploads = ({ dataDir }: Pick<Services['config'], 'dataDir'>): Measure => ({
  name: 'uploads',
  gauges: { uploads: { help: 'Uploads that have begun and are not complete.' } },
  read: async () => ({ uploads: (await listUploads(uploadFolderOf(dataDir))).length }),
});

type UploadNotes = { readonly size?: number; readonly metadata?: { readonly projectId?: string } };

/** What is known of an upload; nothing where that cannot be read. */
async function notesOf(folder: string, uploadId: string): Promise<UploadNotes> {
  try {
    return JSON.parse(await readFile(join(folder, `${uploadId}.json`), 'utf8')) as UploadNotes;
  } catch {
    return {};
  }
}

/** How many bytes the unfinished uploads have still to get. */
async function awaitedBytes(folder: string): Promise<number> {
  let awaited = 0;
  for (const uploadId of (await namesByUpload(folder)).keys()) {
    const { size: declared = 0 } = await notesOf(folder, uploadId);
    const received = await stat(join(folder, uploadId)).then(
      ({ size }) => size,
      () => 0,
    );
    awaited += Math.max(0, declared - received);
  }
  return awaited;
}

/**
 * Keeps room on the disk for an upload that begins, beside what the unfinished ones have still to get; refused where there is
 * none, or where `admit` refuses it in the same transaction. It is kept until the upload is complete, cancelled or removed.
 */
export async function reserveRoom<Refused extends { readonly ok: false }>(
  { db, database }: Pick<Services, 'db' | 'database'>,
  store: UploadStore,
  upload: Upload,
  admit: (tx: Db) => Promise<{ readonly ok: true } | Refused>,
): Promise<Outcome<'room'> | Refused> {
  return db.transaction(async (tx) => {
    // One at a time, in whatever process.
    await tx.execute(sql`select pg_advisory_xact_lock(${reservationLock})`);
    const needed = (await awaitedBytes(store.folder)) + (upload.size ?? 0);
    if (!(await hasRoomFor({ database }, store, needed))) return { ok: false, reason: 'room' };
    const admitted = await admit(tx);
    if (admitted.ok) await store.files.configstore.set(upload.id, upload);
    return admitted;
  });
}

/** Removes the unfinished uploads of these projects. */
export async function removeUploadsOf(folder: string, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return;
  for (const [uploadId, names] of await namesByUpload(folder)) {
    const projectId = (await notesOf(folder, uploadId)).metadata?.projectId;
    if (projectId === undefined || !projectIds.includes(projectId)) continue;
    // What is known of it goes last: a removal that breaks off is found again.
    for (const name of names.toSorted((a, b) => Number(a.endsWith('.json')) - Number(b.endsWith('.json'))))
      await rm(join(folder, name), { force: true });
  }
}

/** Removes the uploads that got no byte for a day; returns how many. */
export async function removeOldUploads(folder: string, now: Date): Promise<number> {
  let removed = 0;
  for (const parts of (await namesByUpload(folder)).values()) {
    const times = await Promise.all(
      parts.map((name) =>
        stat(join(folder, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      ),
    );
    if (now.getTime() - Math.max(...times) < uploadLifeMs) continue;
    for (const name of parts) await rm(join(folder, name), { force: true });
    removed++;
  }
  return removed;
}
