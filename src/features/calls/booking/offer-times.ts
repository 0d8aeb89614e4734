import { and, asc, eq, ne, notInArray, gt, inArray, isNull, type SQL } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { queueCallMails, queueOffer } from '../emails/queue-call-mails.ts';
import { calls, type Call } from '../call.table.ts';
import { findSlot, lockTimes } from '../times/find-slot.ts';
import { wallClock } from '../times/clock-text.ts';
import { clearLeadWait } from '#src/features/leads/lead-page/change-lead.ts';
import { allOrNothing } from '#src/platform/database/all-or-nothing.ts';
import type { Db } from '#src/platform/database/database.ts';
import { hourMs } from '#src/platform/durations.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { markLeadBooked, recordCall, storeCall, type CallServices, type CallContact } from './book-call.ts';
import { people } from '#src/features/accounts/people/person.table.ts';

/** How long offered times are reserved. */
const holdMs = 48 * hourMs;

/** The most times in one offer. */
export const mostOffered = 3;

export type Offer = Omit<CallContact, 'id' | 'submissionId' | 'offerId'> & {
  /** The id shared by the offered times; a new one if not given. */
  readonly offerId?: string | undefined;
  readonly startsMs: readonly number[];
  /** The length in minutes; defaults to the discovery call's. */
  readonly lengthMin?: number | undefined;
  /** The zone of the times in the email; the visitor can choose another when booking. */
  readonly visitorZone: string;
  /** True if the offer is made because they missed the call that it replaces. */
  readonly isAfterMissed?: boolean;
};

/**
 * `taken`: no host is free at one of the times. `too-close`: too few hosts are free for times this close together.
 */
export type Offered = Outcome<'too-close', { readonly calls: readonly Call[] }> | TakenTime;

/** The first of the times at which no host is free. */
export type TakenTime = { readonly ok: false; readonly reason: 'taken'; readonly startMs: number };

/**
 * Reserves all of the times, or returns why one of them cannot be reserved; the transaction then releases the others.
 */
async function holdTimes(
  tx: Db,
  services: CallServices,
  { offerId = uuidv7(), startsMs, lengthMin, visitorZone, isAfterMissed: _after, ...contact }: Offer,
): Promise<Offered> {
  const holdUntil = new Date(services.now.getTime() + holdMs);
  const times = [...new Set(startsMs)].slice(0, mostOffered).toSorted((a, b) => a - b);
  const slotAt = (startMs: number) => findSlot(tx, services.now, { startMs, lengthMin, visitorZone });
  // Checked before any is reserved, to tell a taken time from times that are too close together.
  for (const startMs of times) if (!(await slotAt(startMs))) return { ok: false, reason: 'taken', startMs };
  const kept: Call[] = [];
  for (const startMs of times) {
    const slot = await slotAt(startMs);
    if (!slot) return { ok: false, reason: 'too-close' };
    const one = { ...contact, id: uuidv7(), offerId };
    kept.push(await storeCall(tx, services, slot, one, { state: 'offered', holdUntil }));
  }
  return { ok: true, calls: kept };
}

/**
 * Reserves times for a person and emails them the offer, all times or none. Releases earlier offers to them.
 */
export const offerTimes = (db: Db, services: CallServices, actor: Actor, offer: Offer): Promise<Offered> =>
  allOrNothing(db, async (tx): Promise<Offered> => {
    await lockTimes(tx);
    await releaseOffers(tx, offer);
    const kept = await holdTimes(tx, services, offer);
    if (!kept.ok) return kept;
    const [first] = kept.calls;
    if (!first) throw new Error('An offer needs at least one time');
    if (first.leadId !== null) await clearLeadWait(tx, services.now, actor, first.leadId);
    await recordCall(tx, services, actor, 'call-offered', first);
    await queueOffer(tx, services, first, offer.isAfterMissed ? 'missed' : 'offered');
    return kept;
  });

async function releaseOffers(
  tx: Db,
  { leadId, clientId }: Pick<CallContact, 'leadId' | 'clientId'>,
): Promise<void> {
  const theirs = leadId ? eq(calls.leadId, leadId) : eq(calls.clientId, clientId ?? '');
  const released = { state: 'released', holdUntil: null } as const;
  await tx
    .update(calls)
    .set(released)
    .where(and(theirs, eq(calls.state, 'offered')));
}

/** Returns the times of an offer that can still be booked, earliest first, and the booked one, or null. */
export async function listOffered(
  db: Db,
  now: Date,
  offerId: string,
): Promise<{ readonly available: readonly Call[]; readonly booked: Call | null }> {
  const isOfIt = eq(calls.offerId, offerId);
  const isBooked = and(isOfIt, notInArray(calls.state, ['offered', 'released']));
  const [booked = null] = await db.select().from(calls).where(isBooked);
  const isAvailable = and(isOfIt, isOfferOpen(db, now));
  return { available: await db.select().from(calls).where(isAvailable).orderBy(asc(calls.startsAt)), booked };
}

export type OfferBooking = Outcome<'not-found' | 'lapsed', { readonly call: Call }>;

/** Books one of the offered times and releases the others. Idempotent. */
export const bookOffered = (
  db: Db,
  services: CallServices,
  callId: string,
  visitorZone: string,
): Promise<OfferBooking> =>
  db.transaction(async (tx): Promise<OfferBooking> => {
    await lockTimes(tx);
    const [offered] = await tx.select().from(calls).where(eq(calls.id, callId)).for('update');
    if (!offered || offered.offerId === null) return { ok: false, reason: 'not-found' };
    if (offered.state === 'booked') return { ok: true, call: offered };
    const [call] = await tx
      .update(calls)
      .set({
        state: 'booked',
        holdUntil: null,
        visitorZone,
        visitorClock: wallClock(offered.startsAt.getTime(), visitorZone),
      })
      .where(and(eq(calls.id, callId), isOfferOpen(tx, services.now)))
      .returning();
    if (!call) return { ok: false, reason: 'lapsed' };
    const others = and(eq(calls.offerId, offered.offerId), ne(calls.id, callId), eq(calls.state, 'offered'));
    await tx.update(calls).set({ state: 'released', holdUntil: null }).where(others);
    const visitor = { id: null, name: call.name };
    await markLeadBooked(tx, services, visitor, call);
    await recordCall(tx, services, visitor, 'call-booked', call);
    await queueCallMails(tx, services, call, 'visitor', 'booked');
    return { ok: true, call };
  });

/**
 * Matches offered times that can be booked: still reserved, in the future, with a host who is not disabled.
 */
export const isOfferOpen = (db: Db, now: Date): SQL | undefined =>
  and(
    eq(calls.state, 'offered'),
    gt(calls.holdUntil, now),
    gt(calls.startsAt, now),
    inArray(calls.hostId, db.select({ id: people.id }).from(people).where(isNull(people.disabledAt))),
  );
