import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { callHosts, callHours, hostZone } from '../host.table.ts';
import type { WeeklyHours } from '#src/features/calls/times/free-times.ts';
import type { Db } from '#src/platform/database/database.ts';

/** A host, with the hours of their week in order. */
export type HostHours = {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  /** Null for the studio's zone. */
  readonly ownZone: string | null;
  readonly dailyMost: number;
  readonly isTakingCalls: boolean;
  readonly feedVersion: number;
  readonly weekly: readonly WeeklyHours[];
};

const weekly = sql<WeeklyHours[]>`coalesce((select json_agg(json_build_object('weekday', weekday,
  'fromMinute', from_minute, 'toMinute', to_minute) order by weekday, from_minute)
  from ${callHours} where host_id = ${callHosts.personId}), '[]')`;

const isMember = and(eq(people.role, 'team'), isNull(people.disabledAt));

const selectHosts = (db: Db) =>
  db
    .select({
      id: callHosts.personId,
      name: people.name,
      timeZone: hostZone,
      ownZone: callHosts.timeZone,
      dailyMost: callHosts.dailyMost,
      isTakingCalls: callHosts.isTakingCalls,
      feedVersion: callHosts.feedVersion,
      weekly,
    })
    .from(callHosts)
    .innerJoin(people, eq(people.id, callHosts.personId));

/** Lists the hosts, by name. */
export const listHostHours = (db: Db): Promise<HostHours[]> =>
  selectHosts(db).where(isMember).orderBy(asc(people.name), asc(people.id));

export async function findHostHours(db: Db, id: string): Promise<HostHours | null> {
  const [host] = await selectHosts(db).where(and(isMember, eq(callHosts.personId, id)));
  return host ?? null;
}

/** Lists the team members who are no hosts, by name. */
export const listOthers = (db: Db): Promise<{ readonly id: string; readonly name: string }[]> =>
  db
    .select({ id: people.id, name: people.name })
    .from(people)
    .leftJoin(callHosts, eq(callHosts.personId, people.id))
    .where(and(isMember, isNull(callHosts.personId)))
    .orderBy(asc(people.name), asc(people.id));
