import { statfsSync } from 'node:fs';

/** What long work leaves free on the disk, where the database may lie, too. */
const leastFreeBytes = 256_000_000;

const fullCodes = new Set<unknown>(['ENOSPC', 'EDQUOT']);

/** Whether something failed for want of disk space; also for what was thrown in another thread. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && fullCodes.has(error.code);

/** Throws what a full disk makes of a write, where the disk of this folder has less than `leastFree` bytes free. */
export function requireRoom(folder: string, leastFree = leastFreeBytes): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= leastFree) return;
  throw Object.assign(new Error('There is too little free disk space'), { code: 'ENOSPC' });
}
