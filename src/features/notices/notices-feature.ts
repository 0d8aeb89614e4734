import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import type { Feature } from '#src/platform/services.ts';
import { clientMailJob } from '#src/features/notices/mails/client-mail.job.ts';
import { pruneEvents } from '#src/features/notices/events/client-events.ts';
import { createEventHub, findEventHub, registerEventHub } from '#src/features/notices/events/event-hub.ts';
import { pruneClientMails } from '#src/features/notices/mails/prune-client-mails.ts';
import { clientMailQueue } from '#src/features/notices/mails/queue-mails.ts';

/** Adds what follows from a change in a client's projects: the events that open pages are sent, and the mails. */
export const noticesFeature: Feature = {
  name: 'notices',
  async register({ database, db, jobs, mailer, clock, log, config, origin }) {
    const settings = { origin, teamInbox: config.teamInbox };
    const mails = clientMailJob({ db, jobs, mailer, settings, clock, log });
    jobs.define(clientMailQueue, { retry: mailRetry, timeoutS: 120, concurrency: 2 }, mails);
    registerEventHub(await createEventHub({ database, clock, log }));
  },
  async prune({ db, clock }) {
    await pruneEvents(db, clock.now());
    await pruneClientMails(db, clock.now());
  },
  drain() {
    findEventHub()?.dispose();
    registerEventHub(undefined);
  },
};
