import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import type { Feature } from '#src/platform/services.ts';
import { formPostsOf } from '#src/features/leads/intake/lead-intake.ts';
import { leadReceivedJob, leadReceivedQueue } from '#src/features/leads/mails/lead-received.job.ts';
import { leadReplyJob, leadReplyQueue } from './mails/lead-reply.job.ts';
import { waitUntilIdle } from '#src/features/leads/mails/wait-until-idle.ts';

/** Plugs the leads into the running product: the forms, and the jobs that tell the team and the sender and mail replies. */
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
      rest: waitUntilIdle,
    });
    jobs.define(leadReceivedQueue, { retry: mailRetry, timeoutS: 120, concurrency: 2 }, job);
    const replies = leadReplyJob({ db, mailer, settings, clock, log });
    jobs.define(leadReplyQueue, { retry: mailRetry, timeoutS: 120 }, replies);
  },
  posts: formPostsOf,
};
