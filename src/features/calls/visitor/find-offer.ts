import { listOffered, takeOffered } from '#src/features/calls/booking/offer-times.ts';
import words from '#content/calls.yaml';
import type { Action } from '#src/features/accounts/access/take-action.ts';
import { callServicesOf } from '#src/features/calls/booking/book-call.ts';
import type { Call } from '../call.table.ts';
import { callPathOf, callTokenOf } from '../call-token.ts';
import { wrongFields } from '#src/workspace/form-checks.ts';
import type { Db } from '#src/platform/database/database.ts';
import { isTimeZone } from '#src/platform/time-zone.ts';
import { findVisitorCall, type FoundCall } from './find-visitor-call.ts';

const { errors } = words.offer;

/** Times that were offered together. */
export type FoundOffer = {
  readonly first: FoundCall;
  /** The offered times that can still be taken, the earliest first. */
  readonly kept: readonly Call[];
  /** The offered time that was taken, or null. */
  readonly taken: Call | null;
};

/** Finds what was offered by the token of the time that was offered first; null where there is no such offer. */
export async function findOffer(db: Db, now: Date, token: string): Promise<FoundOffer | null> {
  const first = await findVisitorCall(db, token);
  if (!first || first.offerId === null) return null;
  return { first, ...(await listOffered(db, now, first.offerId)) };
}

/** Books one of the times of this offer. */
export const takeOfferedAction =
  ({ kept, taken }: FoundOffer): Action =>
  async ({ services, entries }) => {
    const { call: callId = '', time_zone: zone = '' } = entries;
    const chosen = [...kept, ...(taken ? [taken] : [])].find(({ id }) => id === callId);
    if (!chosen && callId === '')
      return wrongFields([{ field: 'call', code: 'required', message: errors.choice }]);
    const lapsed = { ok: false, status: 409, error: errors.lapsed } as const;
    if (!chosen) return lapsed;
    const timeZone = isTimeZone(zone) ? zone : chosen.visitorZone;
    const booked = await takeOffered(services.db, callServicesOf(services), chosen.id, timeZone);
    if (!booked.ok) return lapsed;
    return { ok: true, next: callPathOf(callTokenOf(services.secret, booked.call.id)) };
  };
