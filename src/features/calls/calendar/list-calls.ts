import { and, asc, desc, eq, gt, gte, lt, ne, or, sql, type SQL, inArray, min } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { callKinds, calls, callSettings, type CallState } from '../call.table.ts';
import { callHosts, hostZone } from '../host.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { isOfferOpen } from '../booking/offer-times.ts';
import { callsOf } from './find-call-contact.ts';

/** A call in a list. */
export type ListedCall = {
  readonly id: string;
  readonly name: string;
  /** Null for the discovery call. */
  readonly kind: string | null;
  readonly hostId: string;
  readonly host: string;
  /** True if the host was disabled. */
  readonly hasHostLeft: boolean;
  readonly hostZone: string;
  readonly state: CallState;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly sequence: number;
};

/** Matches current calls; offered ones only while they are reserved. */
export const isCurrent = (now: Date) =>
  and(ne(calls.state, 'released'), or(ne(calls.state, 'offered'), gt(calls.holdUntil, now)));

const selectCalls = (db: Db, condition: SQL | undefined) =>
  db
    .select({
      id: calls.id,
      name: calls.name,
      kind: callKinds.name,
      hostId: calls.hostId,
      host: people.name,
      hasHostLeft: sql<boolean>`${people.disabledAt} is not null`,
      hostZone,
      state: calls.state,
      startsAt: calls.startsAt,
      endsAt: calls.endsAt,
      sequence: calls.sequence,
    })
    .from(calls)
    .innerJoin(callHosts, eq(callHosts.personId, calls.hostId))
    .innerJoin(people, eq(people.id, calls.hostId))
    .leftJoin(callKinds, eq(callKinds.id, calls.kindId))
    .where(condition);

const isOf = (hostIds: readonly string[]) =>
  hostIds.length === 0 ? undefined : inArray(calls.hostId, [...hostIds]);

/** The most calls in a view; a busy studio has about 250 in four weeks. */
const mostInView = 1000;

/** Lists the calls that start within a span, earliest first; with `hostIds`, only those of these hosts. */
export const listCalls = (
  db: Db,
  now: Date,
  {
    from,
    to,
    hostIds = [],
  }: { readonly from: Date; readonly to: Date; readonly hostIds?: readonly string[] },
): Promise<ListedCall[]> =>
  selectCalls(db, and(gte(calls.startsAt, from), lt(calls.startsAt, to), isOf(hostIds), isCurrent(now)))
    .orderBy(asc(calls.startsAt), asc(people.name), asc(calls.id))
    .limit(mostInView);

const mostListed = 50;

/** Lists the calls that match a condition, latest first. */
export const listCallsWhere = (db: Db, now: Date, condition: SQL | undefined): Promise<ListedCall[]> =>
  selectCalls(db, and(condition, isCurrent(now)))
    .orderBy(desc(calls.startsAt), asc(calls.id))
    .limit(mostListed);

export type CalendarHost = {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  /** True if they no longer take calls. */
  readonly hasLeft: boolean;
};

/** Lists everyone who takes or has taken calls, by name. */
export const listHosts = (db: Db): Promise<CalendarHost[]> =>
  db
    .select({
      id: people.id,
      name: people.name,
      timeZone: hostZone,
      hasLeft: sql<boolean>`${people.disabledAt} is not null or not ${callHosts.isTakingCalls}`,
    })
    .from(callHosts)
    .innerJoin(people, eq(people.id, callHosts.personId))
    .orderBy(asc(people.name), asc(people.id));

const isToCome = (now: Date) => and(eq(calls.state, 'booked'), gt(calls.endsAt, now));

/** Finds the next booked call, or the current one, with its place; with `hostIds`, only of these hosts. */
export async function findNextCall(db: Db, now: Date, hostIds: readonly string[]) {
  const [next] = await db
    .select({
      id: calls.id,
      name: calls.name,
      host: people.name,
      startsAt: calls.startsAt,
      place: sql<string>`coalesce(nullif(${callKinds.place}, ''), (select place from ${callSettings}), '')`,
    })
    .from(calls)
    .innerJoin(people, eq(people.id, calls.hostId))
    .leftJoin(callKinds, eq(callKinds.id, calls.kindId))
    .where(and(isToCome(now), isOf(hostIds)))
    .orderBy(asc(calls.startsAt), asc(calls.id))
    .limit(1);
  return next ?? null;
}

export type NextCall = NonNullable<Awaited<ReturnType<typeof findNextCall>>>;

const mostUpcoming = 20;

/** Lists a client's upcoming booked calls and those of its leads, earliest first. */
export const listUpcomingCalls = (db: Db, now: Date, clientId: string) =>
  db
    .select({
      id: calls.id,
      kind: callKinds.name,
      name: calls.name,
      host: people.name,
      startsAt: calls.startsAt,
      visitorZone: calls.visitorZone,
    })
    .from(calls)
    .innerJoin(people, eq(people.id, calls.hostId))
    .leftJoin(callKinds, eq(callKinds.id, calls.kindId))
    .where(and(callsOf(db, { of: 'client', id: clientId }), isToCome(now)))
    .orderBy(asc(calls.startsAt), asc(calls.id))
    .limit(mostUpcoming);

/** Lists the times that are offered to a client's people and can still be booked, earliest first. */
export const listOfferedTimes = (db: Db, now: Date, clientId: string) =>
  db
    .select({
      id: calls.id,
      offerId: calls.offerId,
      kind: callKinds.name,
      name: calls.name,
      email: calls.email,
      host: people.name,
      hostZone,
      startsAt: calls.startsAt,
      holdUntil: calls.holdUntil,
      visitorZone: calls.visitorZone,
    })
    .from(calls)
    .innerJoin(callHosts, eq(callHosts.personId, calls.hostId))
    .innerJoin(people, eq(people.id, calls.hostId))
    .leftJoin(callKinds, eq(callKinds.id, calls.kindId))
    .where(and(callsOf(db, { of: 'client', id: clientId }), isOfferOpen(db, now)))
    .orderBy(asc(calls.startsAt), asc(calls.id))
    .limit(mostUpcoming);

export type OfferedToClient = Awaited<ReturnType<typeof listOfferedTimes>>[number];

export type CallToCome = Awaited<ReturnType<typeof listUpcomingCalls>>[number];

/** Returns the start of each lead's next booked call, by lead id. */
export async function listNextCalls(
  db: Db,
  now: Date,
  leads: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, Date>> {
  const ids = leads.map(({ id }) => id);
  const found = await db
    .select({ leadId: calls.leadId, startsAt: min(calls.startsAt) })
    .from(calls)
    .where(and(inArray(calls.leadId, ids), isToCome(now)))
    .groupBy(calls.leadId);
  return new Map(
    found.flatMap(({ leadId, startsAt }) => (leadId && startsAt ? [[leadId, startsAt] as const] : [])),
  );
}
