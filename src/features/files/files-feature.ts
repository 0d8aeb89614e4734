import { minuteMs } from '#src/platform/durations.ts';
import { leaseMs, leasedQueue } from '#src/platform/jobs/leased-work.ts';
import { removalRetry } from '#src/platform/jobs/retry-policy.ts';
import type { Feature } from '#src/platform/services/services.ts';
import {
  erasedFilesJob,
  erasedFilesQueue,
  removedBytesJob,
  removedBytesQueue,
} from './store/removed-bytes.job.ts';
import { checkFileStore, startFileStore, fileStoreOf } from './store/file-store.ts';
import { removeAbandonedCopies } from './store/local-copy.ts';
import { endLeases, resumeAbandoned, createSoundLimit, requestUnmeasured } from './jobs/sound-work.ts';
import { removeAbandonedRenditions } from './jobs/rendition-folder.ts';
import { measureSoundJob } from './jobs/measure-sound.job.ts';
import { compareSoundsJob } from './jobs/compare-sounds.job.ts';
import { enqueueComparing, comparingQueue, requestOutdated } from './comparisons/sound-comparisons.ts';
import { makePreviewJob } from './jobs/make-preview.job.ts';
import { enqueuePreview, previewQueue } from './jobs/request-preview.ts';
import { measuringQueue } from './measurements/sound-measurements.ts';
import { finishAbandonedUploads } from './uploads/finish-upload.ts';
import { releaseAbandonedSpace } from './client-uploads/client-upload-space.ts';
import {
  remindOfRequestJob,
  reminderRetry,
  requestReminderQueue,
} from './upload-requests/remind-of-request.job.ts';
import { deleteOldRemoved } from './removed/removed-files.ts';
import { createDiskWatch, findFreeDisk } from './uploads/disk-space.ts';
import { destinations } from './uploads/upload-destinations.ts';
import { unfinishedUploads, uploadPlaceOf } from './uploads/upload-store.ts';

const cleanUpEveryMs = 10 * minuteMs;

/** Uploads and their clean-up; measuring, comparing and preview audio of sound; jobs that delete bytes. */
export const filesFeature: Feature = {
  name: 'recordings',
  uploads: Object.values(destinations).map(({ path }) => path),
  metrics: ({ config }) => [unfinishedUploads(config)],
  checkFileStore: ({ config }) => checkFileStore(fileStoreOf(config)),
  async prune(services) {
    await requestUnmeasured(services);
    await requestOutdated(services);
    // Restarts the work of a process that died.
    await enqueueComparing(services);
    await enqueuePreview(services);
    await finishAbandonedUploads(services);
    await deleteOldRemoved(services);
    const { db, clock, config } = services;
    await releaseAbandonedSpace(db, clock.now(), await uploadPlaceOf(config).list());
  },
  async register(services) {
    const { config, database, clock, jobs, log } = services;
    const store = fileStoreOf(config);
    const uploads = uploadPlaceOf(config);
    await startFileStore(services);
    if (database.kind === 'embedded') await endLeases(services);
    // Interrupts sound work when the server stops; it is repeated after the next start.
    const stopping = new AbortController();
    const inTurn = createSoundLimit();
    jobs.define(measuringQueue, leasedQueue, inTurn(measureSoundJob(services, stopping.signal)));
    jobs.define(comparingQueue, leasedQueue, inTurn(compareSoundsJob(services, stopping.signal)));
    // Preview audio yields to both.
    jobs.define(previewQueue, leasedQueue, makePreviewJob(services, stopping.signal));
    const bytes = erasedFilesJob({ files: store, uploads, database, log });
    jobs.define(erasedFilesQueue, { retry: removalRetry, timeoutS: 120 }, bytes);
    const removed = removedBytesJob({ files: store, log });
    jobs.define(removedBytesQueue, { retry: removalRetry, timeoutS: 120 }, removed);
    jobs.define(requestReminderQueue, { retry: reminderRetry, timeoutS: 60 }, remindOfRequestJob(services));
    const lookAtDisk = createDiskWatch(log);
    const cleanUp = async (isStarting: boolean) => {
      lookAtDisk(await findFreeDisk(services));
      await uploads
        .removeOld(clock.now())
        .catch((error: Error) => log.warn('removing old uploads failed', { error }));
      await removeAbandonedRenditions(services).catch((error: Error) =>
        log.warn('removing unfinished renditions failed', { error }),
      );
      await removeAbandonedCopies(services, { isStarting }).catch((error: Error) =>
        log.warn('removing copies of files failed', { error }),
      );
    };
    const resume = () =>
      resumeAbandoned(services).catch((error: Error) =>
        log.warn('looking for work that was left failed', { error }),
      );
    let resuming = Promise.resolve();
    const resumeTimer = setInterval(() => {
      resuming = resume();
    }, leaseMs).unref();
    let underWay = cleanUp(true);
    const timer = setInterval(() => {
      underWay = cleanUp(false);
    }, cleanUpEveryMs).unref();
    return async () => {
      stopping.abort(new Error('The server stops'));
      clearInterval(timer);
      clearInterval(resumeTimer);
      await Promise.all([underWay, resuming]);
    };
  },
};
