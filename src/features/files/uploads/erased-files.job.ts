import type { FileStore } from '../store/file-store.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { JobHandler } from '#src/platform/jobs/jobs.ts';
import type { Log } from '#src/platform/log.ts';
import type { UploadPlace } from './upload-place.ts';

export const erasedFilesQueue = 'erased-files';

/** The files of an erased person that are still stored, after their rows are deleted. */
export type ErasedFiles = {
  readonly storageKeys: readonly string[];
  /** The projects whose unfinished uploads are deleted too. */
  readonly projectIds: readonly string[];
};

/** How many files are removed at once. */
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
