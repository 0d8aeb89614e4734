import { pruneMails } from '#src/features/notifications/outbox/outbox.ts';
import type { Feature } from '#src/platform/services/services.ts';
import { busyCalendarJob, busyRetry, planAllReadings } from './busy/busy-calendar.job.ts';
import { busyQueue } from './busy/busy-queue.ts';
import { callMailKind } from './emails/queue-call-mails.ts';
import { pruneErasedCalls } from './emails/queue-erased-calls.ts';
import { listShiftedCalls } from './times/list-shifted-calls.ts';

/**
 * Plugs calls into the running product: the job that reads the hosts' calendars. At each start it logs the calls whose time of day
 * has shifted since people were told of it.
 */
export const callsFeature: Feature = {
  name: 'calls',
  async register({ db, jobs, clock, secret, origin, log }) {
    const job = busyCalendarJob({ db, jobs, clock, secret, origin });
    jobs.define(busyQueue, { retry: busyRetry, timeoutS: 120, concurrency: 2 }, job);
    for (const shifted of await listShiftedCalls(db, clock.now()))
      log.warn('a call is at another time of day than was told', { ...shifted });
  },
  async prune({ db, jobs, clock }) {
    await pruneMails(db, clock.now(), [callMailKind]);
    await pruneErasedCalls(db);
    await planAllReadings({ db, jobs, clock });
  },
};
