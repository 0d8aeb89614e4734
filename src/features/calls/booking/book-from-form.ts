import { and, count, eq, gt } from 'drizzle-orm';
import { v5 as uuidv5 } from 'uuid';
import { calls } from '#src/features/calls/records/call.table.ts';
import { callPathOf, callTokenOf } from '#src/features/calls/records/call-token.ts';
import { listFreeTimes } from '#src/features/calls/times/find-hosts.ts';
import { findPlace, lockTimes } from '#src/features/calls/times/find-place.ts';
import type { TimeBooking } from '#src/features/leads/intake/wanted-time.ts';
import { leads } from '#src/features/leads/records/lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import type { Services } from '#src/platform/services.ts';
import { bookCall } from './book-call.ts';

/** How many calls to come one address can have, of those that its visitor books. */
const mostPerAddress = 2;

/** The id of the call that a submission books: a repeat is answered with the page of the same call. */
export const callIdOf = (submissionId: string): string => uuidv5('call', submissionId);

async function hasCallsEnough(tx: Db, now: Date, email: string): Promise<boolean> {
  const [open] = await tx
    .select({ count: count() })
    .from(calls)
    .innerJoin(leads, eq(leads.id, calls.leadId))
    .where(and(eq(leads.emailKey, emailKeyOf(email)), eq(calls.state, 'booked'), gt(calls.endsAt, now)));
  return (open?.count ?? 0) >= mostPerAddress;
}

/** How the form books the time that was picked in it. */
export function timeBookingOf({
  jobs,
  secret,
  clock,
}: Pick<Services, 'jobs' | 'secret' | 'clock'>): TimeBooking {
  return {
    lock: lockTimes,
    async find(tx, now, { startMs, timeZone: visitorZone, email, isHeld }) {
      if (await hasCallsEnough(tx, now, email)) return { ok: false, reason: 'address' };
      if (isHeld) {
        const { times } = await listFreeTimes(tx, now);
        const isFree = times.some((time) => time.startMs === startMs);
        return isFree ? { ok: true, book: async () => undefined } : { ok: false, reason: 'taken' };
      }
      const place = await findPlace(tx, now, { startMs, visitorZone });
      if (!place) return { ok: false, reason: 'taken' };
      return {
        ok: true,
        async book(whom) {
          const desk = { now: clock.now(), jobs, secret };
          const visitor = { id: null, name: whom.name };
          await bookCall(tx, desk, visitor, place, { id: callIdOf(whom.submissionId), ...whom });
        },
      };
    },
    pathOf: (submissionId) => callPathOf(callTokenOf(secret, callIdOf(submissionId))),
  };
}
