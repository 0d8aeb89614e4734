import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import type { Feature, Services } from '#src/platform/services.ts';
import { formPostsOf } from '#src/features/leads/intake/lead-intake.ts';
import type { TimeBooking } from '#src/features/leads/intake/wanted-time.ts';
import { waitingLeads } from '#src/features/leads/records/waiting-leads.ts';
import { leadReceivedJob, leadReceivedQueue } from '#src/features/leads/mails/lead-received.job.ts';

/**
 * Plugs the leads into the running product: the forms, and the job that puts what a submission causes into the outbox. `bookingOf` is
 * how a time that was picked in a form is booked.
 */
export const leadsFeature = (bookingOf: (services: Services) => TimeBooking): Feature => ({
  name: 'leads',
  register({ db, log, clock, jobs, rateLimiter }) {
    const job = leadReceivedJob({ db, jobs, log, clock, rateLimiter });
    jobs.define(leadReceivedQueue, { retry: mailRetry, timeoutS: 120, concurrency: 2 }, job);
  },
  measures: (services) => [waitingLeads(services)],
  posts: (services) => formPostsOf(services, bookingOf(services)),
});
