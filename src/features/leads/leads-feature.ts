import { and, count, eq, isNotNull, min } from 'drizzle-orm';
import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import type { Measure } from '#src/platform/metrics/measure.ts';
import type { Feature, Services } from '#src/platform/services/services.ts';
import { formPostsOf } from '#src/features/leads/intake/lead-intake.ts';
import type { TimeBooking } from '#src/features/leads/intake/wanted-time.ts';
import { leads } from './lead.table.ts';
import { leadReceivedJob, leadReceivedQueue } from './emails/lead-received.job.ts';

/** How many leads wait for an answer, and the longest of them for how long. */
const waitingLeads = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Measure => ({
  name: 'leads',
  gauges: {
    leads_waiting: { help: 'Leads that wait for an answer.' },
    leads_longest_wait_seconds: { help: 'For how long the lead has waited that waits longest.' },
  },
  async read() {
    const { waitingSince, isHeld } = leads;
    const [found] = await db
      .select({ waiting: count(), since: min(waitingSince) })
      .from(leads)
      .where(and(eq(isHeld, false), isNotNull(waitingSince)));
    const { waiting = 0, since = null } = found ?? {};
    const seconds = since === null ? 0 : (clock.now().getTime() - since.getTime()) / 1000;
    return { leads_waiting: waiting, leads_longest_wait_seconds: Math.max(0, seconds) };
  },
});

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
