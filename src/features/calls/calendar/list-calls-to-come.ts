import { and, asc, eq, gt, inArray, min } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { callKinds, calls } from '../call.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { callsOf } from './find-whom.ts';

const isToCome = (now: Date) => and(eq(calls.state, 'booked'), gt(calls.endsAt, now));

const mostListed = 20;

/** The calls of a client that are booked and not over, and those of the leads that it came from; the next one first. */
export const listCallsToCome = (db: Db, now: Date, clientId: string) =>
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
    .limit(mostListed);

export type CallToCome = Awaited<ReturnType<typeof listCallsToCome>>[number];

/** When each of these leads has its next call, by the lead's id, where one is booked. */
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
