import { freeBytesOf, leastFreeForUploads } from '#src/platform/disk-room.ts';
import type { Log } from '#src/platform/log.ts';
import type { Services } from '#src/platform/services/services.ts';

/** Below this free disk space the desk and the log warn that uploads will be refused. */
export const lowDiskBytes = 5 * leastFreeForUploads;

/** Returns the free bytes on the server's disk; null if that cannot be read. */
export const findFreeDisk = ({ config }: Pick<Services, 'config'>): Promise<number | null> =>
  freeBytesOf(config.dataDir).catch(() => null);

/** Returns a function that checks the disk and logs once when space is low, and once when it is available again. */
export function createDiskWatch(log: Pick<Log, 'warn' | 'info'>) {
  let wasLow = false;
  return (freeBytes: number | null): void => {
    if (freeBytes === null || freeBytes < lowDiskBytes === wasLow) return;
    wasLow = !wasLow;
    if (wasLow) log.warn('disk space is low', { freeBytes, uploadsStopBelow: leastFreeForUploads });
    else log.info('disk space is no longer low', { freeBytes });
  };
}
