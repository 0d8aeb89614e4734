import { eq } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { calls, type Call } from '../call.table.ts';
import { lockTimes } from '../times/find-slot.ts';
import { allOrNothing } from '#src/platform/database/all-or-nothing.ts';
import type { Db } from '#src/platform/database/database.ts';
import { minuteMs } from '#src/platform/durations.ts';
import type { CallServices } from './book-call.ts';
import { markCall, type ChangeRefusal } from './change-call.ts';
import { offerTimes, type Offered } from './offer-times.ts';

/** New times for a call that did not take place. */
export type NewTimes = {
  /** The id of the offer, of which there is one however often it is submitted. */
  readonly offerId: string;
  readonly startsMs: readonly number[];
};

export type Replaced = Offered | { readonly ok: false; readonly reason: ChangeRefusal };

/** True if new times can be offered: the call was missed, or cancelled. */
const isReplaceable = ({ state }: Call) => state === 'missed' || state === 'cancelled';

/**
 * Offers new times to the person of a missed or cancelled call, of the same kind and length, and emails them. Nothing
 * is offered if one of the times is taken.
 */
export const offerReplacement = (
  db: Db,
  services: CallServices,
  actor: Actor,
  callId: string,
  { offerId, startsMs }: NewTimes,
): Promise<Replaced> =>
  allOrNothing(db, async (tx): Promise<Replaced> => {
    await lockTimes(tx);
    const offered = await tx.select().from(calls).where(eq(calls.offerId, offerId));
    if (offered.length > 0) {
      const isOfIt = offered.every(({ replacesId }) => replacesId === callId);
      return isOfIt ? { ok: true, calls: offered } : { ok: false, reason: 'not-found' };
    }
    const [call] = await tx.select().from(calls).where(eq(calls.id, callId)).for('update');
    if (!call) return { ok: false, reason: 'not-found' };
    if (!isReplaceable(call)) return { ok: false, reason: 'not-booked' };
    const { kindId, leadId, clientId, projectId, name, email, visitorZone } = call;
    return offerTimes(tx, services, actor, {
      kindId,
      leadId,
      clientId,
      projectId,
      name,
      email,
      visitorZone,
      offerId,
      startsMs,
      replacesId: callId,
      lengthMin: (call.endsAt.getTime() - call.startsAt.getTime()) / minuteMs,
      isAfterMissed: call.state === 'missed',
    });
  });

/** Marks a call as missed and offers new times, both or neither. */
export const missAndOffer = (
  db: Db,
  services: CallServices,
  actor: Actor,
  callId: string,
  times: NewTimes,
): Promise<Replaced> =>
  allOrNothing(db, async (tx): Promise<Replaced> => {
    const marked = await markCall(tx, services, actor, callId, 'missed');
    return marked.ok ? offerReplacement(tx, services, actor, callId, times) : marked;
  });
