import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { MemoryLocker } from '@tus/server';
import type { Services } from '#src/platform/services.ts';
import type { UploadOutcome } from './finish-upload.ts';

/** Where uploads lie until they are whole. */
export type UploadSpace = {
  readonly folder: string;
  readonly store: FileStore;
  readonly locker: MemoryLocker;
  /** Uploads that are being made files right now, by id. */
  readonly finishing: Map<string, Promise<UploadOutcome>>;
};

/** What has to stay free beside an upload. */
const floorBytes = 100_000_000;

export const uploadFolderOf = (dataDir: string) => join(dataDir, 'uploads');

// One space a process: two requests for one upload have to meet.
const spaces = new WeakMap<Services, UploadSpace>();

/** The running product's place for uploads, made with its folder at the first use. */
export async function uploadSpaceOf(services: Services): Promise<UploadSpace> {
  const known = spaces.get(services);
  if (known) return known;
  const folder = uploadFolderOf(services.config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const store = new FileStore({ directory: folder });
  const space = { folder, store, locker: new MemoryLocker(), finishing: new Map() };
  // Whoever came second while the folder was made takes the first one's.
  const first = spaces.get(services) ?? space;
  spaces.set(services, first);
  return first;
}

/** Is there room for this many bytes more, and some to spare? */
export async function hasRoomFor(services: Services, folder: string, bytes: number): Promise<boolean> {
  if (!(await services.database.hasRoom())) return false;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - bytes >= floorBytes;
}
