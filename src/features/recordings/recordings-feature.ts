import type { Feature } from '#src/platform/services.ts';
import { erasedFilesJob, erasedFilesQueue, erasedFilesRetry } from './files/erased-files.job.ts';
import { removeOldUploads, uploadFolderOf, uploadPath } from './uploads/upload-store.ts';

const cleanUpEveryMs = 3600_000;

/** Adds uploads, the removal of unfinished ones, and the job that removes the bytes of erased files. */
export const recordingsFeature: Feature = {
  name: 'recordings',
  uploads: [uploadPath],
  register({ config, clock, jobs, log }) {
    const bytes = erasedFilesJob({ dataDir: config.dataDir, log });
    jobs.define(erasedFilesQueue, { retry: erasedFilesRetry, timeoutS: 120 }, bytes);
    const cleanUp = () => {
      removeOldUploads(uploadFolderOf(config.dataDir), clock.now()).catch((error: Error) =>
        log.warn('removing old uploads failed', { error }),
      );
    };
    cleanUp();
    setInterval(cleanUp, cleanUpEveryMs).unref();
  },
};
