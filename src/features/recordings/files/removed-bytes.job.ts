import type { JobHandler } from '#src/platform/jobs/jobs.ts';
import type { RetryPolicy } from '#src/platform/jobs/retry-policy.ts';
import type { Log } from '#src/platform/log.ts';
import type { FileStore } from './file-store.ts';

export const removedBytesQueue = 'removed-bytes';

export type RemovedBytes = { readonly storageKey: string };

/** Tries again for about a week. */
export const removedBytesRetry: RetryPolicy = { firstS: 10, longestS: 4 * 3600, times: 50 };

/** The job that removes the bytes of a file whose row was removed, also where the process died in between. */
export const removedBytesJob = ({
  files,
  log,
}: {
  readonly files: FileStore;
  readonly log: Log;
}): JobHandler<RemovedBytes> => ({
  async run({ storageKey }) {
    await files.remove(storageKey);
    return { ok: true };
  },
  async onPermanentFailure({ storageKey }, reason) {
    log.error('the bytes of a removed file are still kept', { file: storageKey, reason });
  },
});
