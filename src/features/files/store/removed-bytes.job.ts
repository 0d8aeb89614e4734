import type { JobHandler } from '#src/platform/jobs/jobs.ts';
import type { Log } from '#src/platform/log.ts';
import type { FileStore } from './file-store.ts';

export const removedBytesQueue = 'removed-bytes';

export type RemovedBytes = { readonly storageKey: string };

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
