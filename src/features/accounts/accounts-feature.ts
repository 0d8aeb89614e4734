import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import type { Feature } from '#src/platform/services.ts';
import { pruneSessions } from './sessions.ts';
import { signInMailJob, signInMailQueue } from './sign-in-mail.job.ts';

/** Plugs the accounts into the running product: the job that mails codes and links, and the end of what is over. */
export const accountsFeature: Feature = {
  name: 'accounts',
  register(services) {
    const settings = { retry: mailRetry, timeoutS: 120, concurrency: 2 };
    services.jobs.define(signInMailQueue, settings, signInMailJob(services));
  },
  prune: ({ db, clock }) => pruneSessions(db, clock.now()),
};
