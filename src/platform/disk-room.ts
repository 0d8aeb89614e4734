import { statfsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';

/**
 * Disk space that long-running work leaves free, since the database may be on the same disk; forms are stored down to
 * half of it.
 */
export const leastFreeBytes = 512_000_000;

/** Disk space that uploads leave free, counting the declared size of each. */
export const leastFreeForUploads = 1_000_000_000;

const fullCodes = new Set<unknown>(['ENOSPC', 'EDQUOT']);

const folderGoneCode = 'EFOLDERGONE';

/** The code of errors that occur because an object store is unreachable. */
export const storeAwayCode = 'ESTOREAWAY';

/** True if an error means that the disk is full; also for errors thrown in another thread. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && fullCodes.has(error.code);

const awayCodes = new Set<unknown>([
  ...fullCodes,
  'EIO',
  'EROFS',
  'ESTALE',
  'ENODEV',
  'ENXIO',
  'ENOTCONN',
  folderGoneCode,
  storeAwayCode,
]);

/** True if an error means that an object store is unreachable. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === storeAwayCode;

/** True if an error means that the disk or the object store works for no file. */
export const isDiskAway = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && awayCodes.has(error.code);

/** Throws if a folder of ours is missing, for example because its disk is not mounted. */
export async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory())
    throw Object.assign(new Error('A folder of the data is gone'), { code: folderGoneCode });
}

/** Returns the free bytes of a folder's disk. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Returns the free bytes of a folder's disk without waiting; it blocks the process meanwhile. */
export function freeBytesNow(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Throws the error of a full disk if the disk of this folder has less than `leastFree` bytes free. */
export function requireRoom(folder: string, leastFree = leastFreeBytes): void {
  if (freeBytesNow(folder) >= leastFree) return;
  throw Object.assign(new Error('There is too little free disk space'), { code: 'ENOSPC' });
}
