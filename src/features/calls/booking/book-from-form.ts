import { eq } from 'drizzle-orm';
import { v5 as uuidv5 } from 'uuid';
import { calls } from '../call.table.ts';
import { callPathOf, callTokenOf } from '../call-token.ts';
import { listFreeTimes } from '../times/find-hosts.ts';
import { findSlot, lockTimes } from '../times/find-slot.ts';
import type { TimeBooking } from '#src/features/leads/intake/wanted-time.ts';
import type { Services } from '#src/platform/services/services.ts';
import { bookCall, callServicesOf } from './book-call.ts';

/** The id of the call that a submission books: a repeat is answered with the page of the same call. */
export const callIdOf = (submissionId: string): string => uuidv5('call', submissionId);

/** How the form books the time that was picked in it. */
export function timeBookingOf(services: Pick<Services, 'jobs' | 'secret' | 'clock'>): TimeBooking {
  return {
    lock: lockTimes,
    async find(tx, now, { startMs, timeZone: visitorZone, isHeld }) {
      if (isHeld) {
        const { times } = await listFreeTimes(tx, now);
        const isFree = times.some((time) => time.startMs === startMs);
        return isFree ? { ok: true, book: async () => undefined } : { ok: false, reason: 'taken' };
      }
      const slot = await findSlot(tx, now, { startMs, visitorZone });
      if (!slot) return { ok: false, reason: 'taken' };
      return {
        ok: true,
        async book(whom) {
          const visitor = { id: null, name: whom.name };
          const call = { id: callIdOf(whom.submissionId), ...whom };
          await bookCall(tx, callServicesOf(services), visitor, slot, call);
        },
      };
    },
    isBooked: async (tx, submissionId) => (await tx.$count(calls, eq(calls.id, callIdOf(submissionId)))) > 0,
    pathOf: (submissionId) => callPathOf(callTokenOf(services.secret, callIdOf(submissionId))),
  };
}
