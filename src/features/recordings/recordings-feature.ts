import type { Feature } from '#src/platform/services.ts';
import { erasedFilesJob, erasedFilesQueue, erasedFilesRetry } from './files/erased-files.job.ts';
import { sweepUploads } from './uploads/sweep-uploads.ts';
import { uploadPath } from './uploads/upload-limits.ts';
import { uploadFolderOf } from './uploads/upload-space.ts';

const sweepEveryMs = 3600_000;

/** Takes uploads as streams, throws away those that were given up, and removes the bytes of erased files. */
export const recordingsFeature: Feature = {
  name: 'recordings',
  uploads: [uploadPath],
  register({ config, clock, jobs, log }) {
    const bytes = erasedFilesJob({ dataDir: config.dataDir, log });
    jobs.define(erasedFilesQueue, { retry: erasedFilesRetry, timeoutS: 120 }, bytes);
    const sweep = () => {
      sweepUploads(uploadFolderOf(config.dataDir), clock.now()).catch((error: Error) =>
        log.warn('sweeping uploads failed', { error }),
      );
    };
    sweep();
    setInterval(sweep, sweepEveryMs).unref();
  },
};
