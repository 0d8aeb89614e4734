import { mkdir, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { MemoryLocker } from '@tus/server';
import type { Services } from '#src/platform/services.ts';

/** The largest file that can be uploaded: 200 MB. */
export const largestUploadBytes = 200_000_000;

/** Where uploads are posted to (tus). */
export const uploadPath = '/desk/uploads';

/** How long an upload is kept after its last byte. */
export const uploadLifeMs = 24 * 3600_000;

/** The disk space that must stay free beside an upload. */
const reservedBytes = 100_000_000;

export type UploadOutcome =
  { readonly ok: true } | { readonly ok: false; readonly reason: 'project' | 'name' };

/** Where uploads are until they are complete. */
export type UploadStore = {
  readonly folder: string;
  readonly files: FileStore;
  readonly locker: MemoryLocker;
  /** The complete uploads that are being made files at this moment, by id. */
  readonly finishing: Map<string, Promise<UploadOutcome>>;
};

/** The folder of unfinished uploads. */
export const uploadFolderOf = (dataDir: string) => join(dataDir, 'uploads');

// One store a process, so that two requests for the same upload share its lock.
const stores = new WeakMap<Services, UploadStore>();

/** The upload store of the running product; its folder is made at the first use. */
export async function uploadStoreOf(services: Services): Promise<UploadStore> {
  const known = stores.get(services);
  if (known) return known;
  const folder = uploadFolderOf(services.config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = new FileStore({ directory: folder });
  const made = { folder, files, locker: new MemoryLocker(), finishing: new Map() };
  // A request that came while the folder was made may have been first.
  const first = stores.get(services) ?? made;
  stores.set(services, first);
  return first;
}

/** Whether there is room on the disk for this many bytes more, and the reserve. */
export async function hasRoomFor(services: Services, folder: string, bytes: number): Promise<boolean> {
  if (!(await services.database.hasRoom())) return false;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - bytes >= reservedBytes;
}

/** The names in the folder of unfinished uploads, by upload: its bytes, what is known of it, a second name of its bytes. */
async function namesByUpload(folder: string): Promise<Map<string, string[]>> {
  const names = await readdir(folder).catch(() => []);
  return Map.groupBy(names, (name) => name.split('.', 1)[0] ?? name);
}

/** The project that an upload is for, as its own notes say; null where they cannot be read. */
async function projectOf(folder: string, uploadId: string): Promise<string | null> {
  try {
    const notes = JSON.parse(await readFile(join(folder, `${uploadId}.json`), 'utf8')) as {
      metadata?: { projectId?: string };
    };
    return notes.metadata?.projectId ?? null;
  } catch {
    return null;
  }
}

/** Removes the unfinished uploads of these projects. */
export async function removeUploadsOf(folder: string, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return;
  for (const [uploadId, names] of await namesByUpload(folder)) {
    const projectId = await projectOf(folder, uploadId);
    if (projectId === null || !projectIds.includes(projectId)) continue;
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
