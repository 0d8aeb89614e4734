import type { JobHandler } from '#src/platform/jobs/queue-worker.ts';
import type { Log } from '#src/platform/log.ts';
import type { FileStore } from './stored-bytes.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { UploadPlace } from '../uploads/upload-place.ts';

export const removedBytesQueue = 'removed-bytes';

export type RemovedBytes = { readonly storageKey: string };

/** The job that removes the bytes of a file whose row was removed, even if the process died in between. */
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

export const erasedFilesQueue = 'erased-files';

/** The files of an erased person that are still stored, after their rows are deleted. */
export type ErasedFiles = {
  readonly storageKeys: readonly string[];
  /** The projects whose unfinished uploads are deleted too. */
  readonly projectIds: readonly string[];
};

/** Number of files removed concurrently. */
const atOnce = 16;

/** The job that removes the bytes of erased files, uploads and rows, after the transaction that erased them. */
export function erasedFilesJob({
  files,
  uploads,
  database,
  log,
}: {
  readonly files: FileStore;
  readonly uploads: Pick<UploadPlace, 'removeOf'>;
  readonly database: Pick<Database, 'forgetDeleted'>;
  readonly log: Log;
}): JobHandler<ErasedFiles> {
  return {
    async run({ storageKeys, projectIds }) {
      for (let at = 0; at < storageKeys.length; at += atOnce)
        await Promise.all(storageKeys.slice(at, at + atOnce).map((key) => files.remove(key)));
      await uploads.removeOf(projectIds);
      await database.forgetDeleted();
      return { ok: true };
    },
    async onPermanentFailure({ storageKeys }, reason) {
      log.error('erased files are still kept', { files: storageKeys.join(' '), reason });
    },
  };
}
