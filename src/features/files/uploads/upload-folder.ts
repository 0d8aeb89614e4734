import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileConfigstore, FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';
import { freeBytesOf } from '#src/platform/disk-room.ts';
import {
  declaredLifeMs,
  uploadLifeMs,
  type AwaitedUpload,
  type UploadNotes,
  type UploadPlace,
} from './upload-place.ts';

/** The folder of unfinished uploads. */
export const uploadFolderOf = (dataDir: string) => join(dataDir, 'uploads');

/** Stores the metadata of each upload next to its bytes, atomically. */
class WholeNotes extends FileConfigstore {
  override async set(id: string, upload: Upload): Promise<void> {
    const notes = join(this.directory, `${id}.json`);
    const writing = `${notes}.${randomUUID()}`;
    await writeFile(writing, JSON.stringify(upload));
    await rename(writing, notes);
  }
}

// The library creates the folder in its constructor, where a failure ends the process; uploadStoreOf has already
// created it.
Object.assign(FileStore.prototype, { checkOrCreateDirectory: () => undefined });

/** File names in the uploads folder: an upload's bytes and its metadata. */
async function namesByUpload(folder: string): Promise<Map<string, string[]>> {
  const names = await readdir(folder).catch(() => []);
  return Map.groupBy(names, (name) => name.split('.', 1)[0] ?? name);
}

/** Reads the metadata of an upload; empty if it cannot be read. */
async function notesOf(folder: string, uploadId: string): Promise<UploadNotes> {
  try {
    return JSON.parse(await readFile(join(folder, `${uploadId}.json`), 'utf8')) as UploadNotes;
  } catch {
    return {};
  }
}

/** Returns how many bytes of an upload were received. */
const receivedBytes = (folder: string, uploadId: string): Promise<number> =>
  stat(join(folder, uploadId)).then(
    ({ size }) => size,
    () => 0,
  );

/** Returns the unfinished uploads with their remaining bytes. */
async function listAwaited(folder: string): Promise<AwaitedUpload[]> {
  const awaited: AwaitedUpload[] = [];
  for (const uploadId of (await namesByUpload(folder)).keys()) {
    const { size: declared = 0, metadata } = await notesOf(folder, uploadId);
    const bytes = declared - (await receivedBytes(folder, uploadId));
    if (bytes > 0) awaited.push({ bytes, metadata });
  }
  return awaited;
}

async function removeUploadsOf(folder: string, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return;
  for (const [uploadId, names] of await namesByUpload(folder)) {
    const projectId = (await notesOf(folder, uploadId)).metadata?.projectId;
    if (!projectId || !projectIds.includes(projectId)) continue;
    // The metadata is deleted last, so that an interrupted removal is found again.
    for (const name of names.toSorted((a, b) => Number(a.endsWith('.json')) - Number(b.endsWith('.json'))))
      await rm(join(folder, name), { force: true });
  }
}

/** True if no bytes of an upload were received. */
async function isOnlyDeclared(folder: string, uploadId: string): Promise<boolean> {
  const { size = 0 } = await notesOf(folder, uploadId);
  return size > 0 && (await receivedBytes(folder, uploadId)) === 0;
}

async function removeOldUploads(folder: string, now: Date): Promise<number> {
  let removed = 0;
  for (const [uploadId, parts] of await namesByUpload(folder)) {
    const times = await Promise.all(
      parts.map((name) =>
        stat(join(folder, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      ),
    );
    const restedMs = now.getTime() - Math.max(...times);
    const isUnsent = restedMs >= declaredLifeMs && (await isOnlyDeclared(folder, uploadId));
    if (restedMs < uploadLifeMs && !isUnsent) continue;
    for (const name of parts) await rm(join(folder, name), { force: true });
    removed++;
  }
  return removed;
}

/** Unfinished uploads in an existing folder. */
export function createUploadFolder(folder: string): UploadPlace {
  const configstore = new WholeNotes(folder);
  return {
    files: new FileStore({ directory: folder, configstore }),
    note: (upload) => configstore.set(upload.id, upload),
    list: async () => [...(await namesByUpload(folder)).keys()],
    sourceOf: (id) => ({ path: join(folder, id), isKept: true }),
    listAwaited: () => listAwaited(folder),
    freeBytes: () => freeBytesOf(folder),
    removeOf: (projectIds) => removeUploadsOf(folder, projectIds),
    removeOld: (now) => removeOldUploads(folder, now),
  };
}
