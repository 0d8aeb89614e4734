import { pruneMails } from '#src/features/notifications/outbox/outbox.ts';
import type { Feature } from '#src/platform/services/services.ts';
import { discoveryCallHandlersOf } from './booking/book-from-form.ts';
import { busyCalendarJob, busyRetry, planAllReadings } from './icalendar/sync-calendar.job.ts';
import { busyQueue } from './icalendar/host-calendars.ts';
import { callMailKind } from './emails/queue-call-mails.ts';
import { pruneErasedCalls } from './emails/erased-calls.ts';
import { and, asc, eq, gt } from 'drizzle-orm';
import { calls, holdsTime } from './call.table.ts';
import { callHosts, hostZone } from './host.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { wallClock } from './times/clock-text.ts';

/**
 * Registers the discovery call's form and the job that reads the hosts' calendars. On startup it logs calls whose
 * local time has changed since it was emailed.
 */
export const callsFeature: Feature = {
  name: 'calls',
  async register({ db, jobs, clock, secret, origin, log }) {
    const job = busyCalendarJob({ db, jobs, clock, secret, origin });
    jobs.define(busyQueue, { retry: busyRetry, timeoutS: 120, concurrency: 2 }, job);
    for (const shifted of await listShiftedCalls(db, clock.now()))
      log.warn('the local time of a call has changed since it was booked', { ...shifted });
  },
  posts: discoveryCallHandlersOf,
  async prune({ db, jobs, clock }) {
    await pruneMails(db, clock.now(), [callMailKind]);
    await pruneErasedCalls(db);
    await planAllReadings({ db, jobs, clock });
  },
};

/** A call whose local time has changed since it was booked. */
export type ShiftedCall = {
  readonly callId: string;
  readonly whose: 'visitor' | 'host';
  readonly timeZone: string;
  /** The local time in the emails: "2026-11-23 14:45 +05:45". */
  readonly emailed: string;
  /** The local time by this process's time zone data; `unknown` if it does not know the zone. */
  readonly now: string;
};

const shownNow = (ms: number, timeZone: string): string => {
  try {
    return wallClock(ms, timeZone);
  } catch {
    return 'unknown';
  }
};

/**
 * Lists upcoming calls whose local time differs from the one in their emails because the rules of a time zone have
 * changed. The instant of a call does not change.
 */
export async function listShiftedCalls(db: Db, now: Date): Promise<ShiftedCall[]> {
  const { id, startsAt, visitorZone, visitorClock, hostClock } = calls;
  const coming = await db
    .select({ id, startsAt, visitorZone, visitorClock, hostClock, hostZone })
    .from(calls)
    .innerJoin(callHosts, eq(callHosts.personId, calls.hostId))
    .where(and(holdsTime, gt(startsAt, now)))
    .orderBy(asc(startsAt), asc(id));
  return coming
    .flatMap((call) => {
      const of = (whose: ShiftedCall['whose'], timeZone: string, emailed: string): ShiftedCall => ({
        callId: call.id,
        whose,
        timeZone,
        emailed,
        now: shownNow(call.startsAt.getTime(), timeZone),
      });
      return [of('visitor', call.visitorZone, call.visitorClock), of('host', call.hostZone, call.hostClock)];
    })
    .filter(({ emailed, now: shown }) => emailed !== shown);
}
