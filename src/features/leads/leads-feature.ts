import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import type { Feature } from '#src/platform/services.ts';
import { formPostsOf } from './form-posts.ts';
import { leadReceivedJob, leadReceivedQueue } from './lead-received.job.ts';
import { whenCalm } from './when-calm.ts';

/** Plugs the leads into the running product: the forms, and the job that tells the team and the sender. */
export const leadsFeature: Feature = {
  name: 'leads',
  register({ db, mailer, config, origin, log, clock, jobs }) {
    const settings = { origin, teamInbox: config.teamInbox };
    const job = leadReceivedJob({
      db,
      mailer,
      forwardUrl: config.formForwardUrl,
      settings,
      log,
      clock,
      rest: whenCalm,
    });
    jobs.define(leadReceivedQueue, { retry: mailRetry, timeoutS: 120, concurrency: 2 }, job);
  },
  posts: formPostsOf,
};
