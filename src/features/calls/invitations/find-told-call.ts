import { asc, eq, type SQL } from 'drizzle-orm';
import words from '#content/call-mails.yaml';
import { people } from '#src/features/accounts/people/person.table.ts';
import { callKinds, calls, type Call } from '../call.table.ts';
import { callHosts, hostZone } from '../host.table.ts';
import { findSettings } from '#src/features/calls/times/find-hosts.ts';
import type { Db } from '#src/platform/database/database.ts';

/** A call with what mails and calendars say of it. */
export type ToldCall = Call & {
  /** The name of the call's kind, such as "Discovery call". */
  readonly title: string;
  /** The place of the kind, else the studio's; empty if neither is set. */
  readonly place: string;
  readonly hostName: string;
  /** The zone in which the host works now. */
  readonly hostZone: string;
};

/** The calls that a condition finds, with what is told of them, the earliest first. */
export async function listToldCalls(db: Db, isThem: SQL): Promise<ToldCall[]> {
  const found = await db
    .select({
      call: calls,
      kind: { name: callKinds.name, place: callKinds.place },
      hostName: people.name,
      hostZone,
    })
    .from(calls)
    .innerJoin(callHosts, eq(callHosts.personId, calls.hostId))
    .innerJoin(people, eq(people.id, calls.hostId))
    .leftJoin(callKinds, eq(callKinds.id, calls.kindId))
    .where(isThem)
    .orderBy(asc(calls.startsAt));
  const usual = found.some(({ kind }) => !kind?.place) ? (await findSettings(db)).place : '';
  return found.map(({ call, kind, hostName, hostZone: zone }) => {
    const title = kind?.name ?? words.discovery;
    return { ...call, title, place: kind?.place || usual, hostName, hostZone: zone };
  });
}

/** Finds the call that matches a condition; null if there is none. */
export const findToldCall = async (db: Db, isIt: SQL): Promise<ToldCall | null> =>
  (await listToldCalls(db, isIt))[0] ?? null;
