import { and, asc, desc, eq, gt, gte, lt, ne, or, sql, type SQL, inArray, min } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { callKinds, calls, type CallState } from '../call.table.ts';
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

/** Lists the calls that start within a span, earliest first; with `hostId`, only those of this host. */
export const listCalls = (
  db: Db,
  now: Date,
  { from, to, hostId }: { readonly from: Date; readonly to: Date; readonly hostId: string | null },
): Promise<ListedCall[]> =>
  selectCalls(
    db,
    and(
      gte(calls.startsAt, from),
      lt(calls.startsAt, to),
      hostId === null ? undefined : eq(calls.hostId, hostId),
      isCurrent(now),
    ),
  ).orderBy(asc(calls.startsAt), asc(people.name), asc(calls.id));

const mostListed = 50;

/** Lists the calls that match a condition, latest first. */
export const listCallsWhere = (db: Db, now: Date, condition: SQL | undefined): Promise<ListedCall[]> =>
  selectCalls(db, and(condition, isCurrent(now)))
    .orderBy(desc(calls.startsAt), asc(calls.id))
    .limit(mostListed);

export type CalendarHost = { readonly id: string; readonly name: string; readonly timeZone: string };

/** Lists everyone who takes or has taken calls, by name. */
export const listHosts = (db: Db): Promise<CalendarHost[]> =>
  db
    .select({ id: people.id, name: people.name, timeZone: hostZone })
    .from(callHosts)
    .innerJoin(people, eq(people.id, callHosts.personId))
    .orderBy(asc(people.name), asc(people.id));

const isToCome = (now: Date) => and(eq(calls.state, 'booked'), gt(calls.endsAt, now));

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
