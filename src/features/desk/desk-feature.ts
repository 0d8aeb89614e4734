import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import type { Feature } from '#src/platform/services.ts';
import { erasedFilesJob, erasedFilesQueue, erasedFilesRetry } from './clients/erased-files.job.ts';
import { leadReplyJob, leadReplyQueue } from './leads/lead-reply.job.ts';

/** Plugs the desk into the running product: the jobs that mail replies and remove the files of the erased. */
export const deskFeature: Feature = {
  name: 'desk',
  register({ db, mailer, jobs, clock, log, config, origin }) {
    const settings = { origin, teamInbox: config.teamInbox };
    const replies = leadReplyJob({ db, mailer, settings, clock, log });
    jobs.define(leadReplyQueue, { retry: mailRetry, timeoutS: 120 }, replies);
    const bytes = erasedFilesJob({ dataDir: config.dataDir, log });
    jobs.define(erasedFilesQueue, { retry: erasedFilesRetry, timeoutS: 120 }, bytes);
  },
};
