import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import type { Feature } from '#src/platform/services.ts';
import { formPostsOf } from '#src/features/leads/intake/lead-intake.ts';
import { leadReceivedJob, leadReceivedQueue } from '#src/features/leads/mails/lead-received.job.ts';

/** Plugs the leads into the running product: the forms, and the job that puts what a submission causes into the outbox. */
export const leadsFeature: Feature = {
  name: 'leads',
  register({ db, log, clock, jobs, rateLimiter }) {
    const job = leadReceivedJob({ db, jobs, log, clock, rateLimiter });
    jobs.define(leadReceivedQueue, { retry: mailRetry, timeoutS: 120, concurrency: 2 }, job);
  },
  posts: formPostsOf,
};
