import { freeBytesOf, leastFreeForUploads } from '#src/platform/disk-room.ts';
import type { Log } from '#src/platform/log.ts';
import type { Services } from '#src/platform/services/services.ts';

/** With less free disk space than this the desk and the log warn: uploads are refused soon. */
export const lowDiskBytes = 5 * leastFreeForUploads;

/** Returns how many bytes are free on the server's disk; null where that cannot be read. */
export const findFreeDisk = ({ config }: Pick<Services, 'config'>): Promise<number | null> =>
  freeBytesOf(config.dataDir).catch(() => null);

/** Returns a look at the disk that logs when little of it is left, and when there is more again, each once. */
export function createDiskWatch(log: Pick<Log, 'warn' | 'info'>) {
  let wasLow = false;
  return (freeBytes: number | null): void => {
    if (freeBytes === null || freeBytes < lowDiskBytes === wasLow) return;
    wasLow = !wasLow;
    if (wasLow) log.warn('disk space is low', { freeBytes, uploadsStopBelow: leastFreeForUploads });
    else log.info('disk space is no longer low', { freeBytes });
  };
}
