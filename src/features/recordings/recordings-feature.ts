import type { Feature } from '#src/platform/services.ts';
import { erasedFilesJob, erasedFilesQueue, erasedFilesRetry } from './uploads/erased-files.job.ts';
import { removedBytesJob, removedBytesQueue, removedBytesRetry } from './files/removed-bytes.job.ts';
import { examineLengths } from './files/examine-lengths.ts';
import { removeOldUploads, uploadFolderOf, uploadPath } from './uploads/upload-store.ts';

const cleanUpEveryMs = 3600_000;

/** Adds uploads, the removal of unfinished ones, and the job that removes what erased people left on the disk. */
export const recordingsFeature: Feature = {
  name: 'recordings',
  uploads: [uploadPath],
  prune: ({ db, log, config }) => examineLengths({ db, log }, config.dataDir),
  register({ config, database, clock, jobs, log }) {
    const bytes = erasedFilesJob({ dataDir: config.dataDir, database, log });
    jobs.define(erasedFilesQueue, { retry: erasedFilesRetry, timeoutS: 120 }, bytes);
    const removed = removedBytesJob({ dataDir: config.dataDir, log });
    jobs.define(removedBytesQueue, { retry: removedBytesRetry, timeoutS: 120 }, removed);
    const cleanUp = async () => {
      await removeOldUploads(uploadFolderOf(config.dataDir), clock.now()).catch((error: Error) =>
        log.warn('removing old uploads failed', { error }),
      );
    };
    let underWay = cleanUp();
    const timer = setInterval(() => {
      underWay = cleanUp();
    }, cleanUpEveryMs).unref();
    return async () => {
      clearInterval(timer);
      await underWay;
    };
  },
};
