import type { Feature } from '#src/platform/services.ts';
import { sweepUploads } from './sweep-uploads.ts';
import { uploadPath } from './upload-limits.ts';
import { uploadFolderOf } from './upload-space.ts';

const sweepEveryMs = 3600_000;

/** Takes uploads as streams, and throws away those that were given up. */
export const uploadsFeature: Feature = {
  name: 'uploads',
  uploads: [uploadPath],
  register({ config, clock, log }) {
    const sweep = () => {
      sweepUploads(uploadFolderOf(config.dataDir), clock.now()).catch((error: Error) =>
        log.warn('sweeping uploads failed', { error }),
      );
    };
    sweep();
    setInterval(sweep, sweepEveryMs).unref();
  },
};
