import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
import { tokenHashOf } from '#src/features/accounts/people/tokens.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { callKinds, calls, callSettings, type Call } from '../call.table.ts';
import { callHosts, hostZone } from '../host.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { isOfferOpen, listOffered, bookOffered } from '../booking/offer-times.ts';
import words from '#content/calls.yaml';
import type { Action } from '#src/features/accounts/access/action.ts';
import { callServicesOf } from '../booking/book-call.ts';
import { callPathOf, callTokenOf } from '../call-token.ts';
import { wrongFields } from '#src/workspace/form-checks.ts';
import { isTimeZone } from '#src/platform/time-zone.ts';
import { visitorInvitation, findDescribedCall } from '../icalendar/call-invitation.ts';
import { writeInvitation } from '../icalendar/invitation.ts';
import { setPrivateHeaders } from '#src/platform/http/set-private-headers.ts';
import { invitationFile } from '#src/platform/mail/mail-invitation.ts';
import type { Services } from '#src/platform/services/services.ts';

/** A call on its visitor's page. */
export type FoundCall = Call & {
  readonly hostName: string;
  readonly hostZone: string;
  /** Null for the discovery call. */
  readonly kindName: string | null;
  /** Empty if unknown. */
  readonly place: string;
};

/** Finds the call of a token; null if there is none. */
export async function findVisitorCall(db: Db, token: string): Promise<FoundCall | null> {
  const [row] = await db
    .select({
      call: calls,
      hostName: people.name,
      hostZone,
      kindName: callKinds.name,
      place: sql<string>`coalesce(nullif(${callKinds.place}, ''), (select place from ${callSettings}), '')`,
    })
    .from(calls)
    .innerJoin(callHosts, eq(callHosts.personId, calls.hostId))
    .innerJoin(people, eq(people.id, calls.hostId))
    .leftJoin(callKinds, eq(callKinds.id, calls.kindId))
    .where(and(eq(calls.tokenHash, tokenHashOf(token))));
  if (!row) return null;
  const { call, ...rest } = row;
  return { ...call, ...rest };
}

/** Where a visitor continues after a missed or cancelled call: an offer of new times, or the call they booked instead. */
export type Replacement = { readonly of: 'offer' | 'call'; readonly id: string; readonly startsAt: Date };

/** Finds the open offer or the upcoming call that replaces a call; null if there is none. */
export async function findReplacement(db: Db, now: Date, { id }: Call): Promise<Replacement | null> {
  const isBooked = and(eq(calls.state, 'booked'), gt(calls.endsAt, now));
  const [found] = await db
    .select({ id: calls.id, state: calls.state, startsAt: calls.startsAt })
    .from(calls)
    .where(and(eq(calls.replacesId, id), or(isBooked, isOfferOpen(db, now))))
    .orderBy(asc(calls.state), asc(calls.startsAt))
    .limit(1);
  return found ? { ...found, of: found.state === 'booked' ? 'call' : 'offer' } : null;
}

/** The states of a call on its visitor's page. */
export type CallPageState = 'booked' | 'cancelled' | 'cancelledByTeam' | 'over' | 'missed' | 'lapsed';

export function pageStateOf({ state, cancelledBy, endsAt }: Call, now: Date): CallPageState {
  if (state === 'cancelled') return cancelledBy === 'team' ? 'cancelledByTeam' : 'cancelled';
  if (state === 'missed') return 'missed';
  if (state === 'offered' || state === 'released') return 'lapsed';
  return state === 'happened' || endsAt <= now ? 'over' : 'booked';
}

/** Returns the length of a call in minutes. */
export const lengthMinOf = ({ startsAt, endsAt }: Call) => (endsAt.getTime() - startsAt.getTime()) / minuteMs;

const { errors } = words.offer;

/** An offer: times that were offered together. */
export type FoundOffer = {
  readonly first: FoundCall;
  /** The times that can still be booked, earliest first. */
  readonly available: readonly Call[];
  /** The booked time, or null. */
  readonly booked: Call | null;
};

/** Finds an offer by the token of its first time; null if there is none. */
export async function findOffer(db: Db, now: Date, token: string): Promise<FoundOffer | null> {
  const first = await findVisitorCall(db, token);
  if (!first || first.offerId === null) return null;
  return { first, ...(await listOffered(db, now, first.offerId)) };
}

/** Books one of the times of this offer. */
export const bookOfferedAction =
  ({ available, booked }: FoundOffer): Action =>
  async ({ services, entries }) => {
    const { call: callId = '', time_zone: zone = '' } = entries;
    const chosen = [...available, ...(booked ? [booked] : [])].find(({ id }) => id === callId);
    if (!chosen && callId === '')
      return wrongFields([{ field: 'call', code: 'required', message: errors.choice }]);
    const lapsed = { ok: false, status: 409, error: errors.lapsed } as const;
    if (!chosen) return lapsed;
    const timeZone = isTimeZone(zone) ? zone : chosen.visitorZone;
    const outcome = await bookOffered(services.db, callServicesOf(services), chosen.id, timeZone);
    if (!outcome.ok) return lapsed;
    return { ok: true, next: callPathOf(callTokenOf(services.secret, outcome.call.id)) };
  };

type Needs = Pick<Services, 'db' | 'clock' | 'origin' | 'secret' | 'config'>;

/**
 * Responds with the booked call of a token as a calendar file; 404 for any other token. It is the same REQUEST with
 * the same UID as in the email, since a PUBLISH would create a second event.
 */
export async function callFile(needs: Needs, token: string): Promise<Response> {
  return setPrivateHeaders(await answerWith(needs, token));
}

async function answerWith({ db, clock, origin, secret, config }: Needs, token: string): Promise<Response> {
  const isIt = and(eq(calls.tokenHash, tokenHashOf(token)), eq(calls.state, 'booked'));
  const call = isIt ? await findDescribedCall(db, isIt) : null;
  if (!call) return new Response('Not found\n', { status: 404 });
  const settings = { origin, secret, mailFrom: config.mailFrom };
  const invitation = visitorInvitation(call, settings, { to: call.email, now: clock.now() });
  return new Response(writeInvitation(invitation), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8; method=REQUEST',
      'content-disposition': `attachment; filename="${invitationFile}"`,
    },
  });
}
