import { and, eq, sql } from 'drizzle-orm';
import { tokenHashOf } from '#src/features/accounts/people/secret-text.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { callKinds, calls, callSettings, type Call } from '../call.table.ts';
import { callHosts, hostZone } from '../host.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { minuteMs } from '#src/platform/durations.ts';

/** A call as its visitor's page shows it. */
export type FoundCall = Call & {
  readonly hostName: string;
  readonly hostZone: string;
  /** Null for the discovery call. */
  readonly kindName: string | null;
  /** Empty where it was not said. */
  readonly place: string;
};

/** Finds the call that the token of an address names; null where there is none. */
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

/** The states of a call that its visitor's page tells apart. */
export type CallPageState = 'booked' | 'cancelled' | 'cancelledByTeam' | 'over' | 'missed' | 'lapsed';

export function pageStateOf({ state, cancelledBy, endsAt }: Call, now: Date): CallPageState {
  if (state === 'cancelled') return cancelledBy === 'team' ? 'cancelledByTeam' : 'cancelled';
  if (state === 'missed') return 'missed';
  if (state === 'offered' || state === 'released') return 'lapsed';
  return state === 'happened' || endsAt <= now ? 'over' : 'booked';
}

/** The length of a call in minutes. */
export const lengthMinOf = ({ startsAt, endsAt }: Call) => (endsAt.getTime() - startsAt.getTime()) / minuteMs;
