import { removeStoredFile } from './file-store.ts';
import type { JobHandler } from '#src/platform/jobs/jobs.ts';
import type { RetryPolicy } from '#src/platform/jobs/retry-policy.ts';
import type { Log } from '#src/platform/log.ts';

export const erasedFilesQueue = 'erased-files';

/** The stored bytes of a person who was erased. */
export type ErasedFiles = { readonly storageKeys: readonly string[] };

/** Tries again for about a week. */
export const erasedFilesRetry: RetryPolicy = { firstS: 10, longestS: 4 * 3600, times: 50 };

/** The job that removes the bytes of erased files, after the transaction that erased their rows. */
export function erasedFilesJob({
  dataDir,
  log,
}: {
  readonly dataDir: string;
  readonly log: Log;
}): JobHandler<ErasedFiles> {
  return {
    async run({ storageKeys }) {
      for (const storageKey of storageKeys) await removeStoredFile(dataDir, storageKey);
      return { ok: true };
    },
    async onPermanentFailure({ storageKeys }, reason) {
      log.error('erased files are still on the disk', { files: storageKeys.join(' '), reason });
    },
  };
}
