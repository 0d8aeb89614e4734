import { and, asc, eq, isNull, sql, desc, inArray } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { callHosts, callHours, hostZone } from '../host.table.ts';
import { type WeeklyHours, findFreeTimes } from '../times/free-times.ts';
import type { Db } from '#src/platform/database/database.ts';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import {
  findSettings,
  bookableSpan,
  listFreeTimes,
  type CallSettings,
  type ListedHost,
} from '../times/find-hosts.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';
import { listDays } from './days-actions.ts';
import { listMeetingKinds } from './change-hours.ts';
import { placeOfZone } from '#src/studio/clock-words.ts';
import { compareNames } from '#src/studio/locale.ts';

/** A host with their weekly hours in order. */
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

const weeklyJson = sql<WeeklyHours[]>`coalesce((select json_agg(json_build_object('weekday', weekday,
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
      weekly: weeklyJson,
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

/** Lists team members who are not hosts, by name. */
export const listOthers = (db: Db): Promise<{ readonly id: string; readonly name: string }[]> =>
  db
    .select({ id: people.id, name: people.name })
    .from(people)
    .leftJoin(callHosts, eq(callHosts.personId, people.id))
    .where(and(isMember, isNull(callHosts.personId)))
    .orderBy(asc(people.name), asc(people.id));

/** The kinds of activity recorded when hours, hosts, kinds, settings and calendars are changed. */
const changes = [
  'call-host-added',
  'call-host-changed',
  'call-hours-changed',
  'call-days-changed',
  'call-feed-renewed',
  'call-calendar-added',
  'call-calendar-removed',
  'call-settings-changed',
  'call-kind-added',
  'call-kind-changed',
  'call-kind-removed',
  'call-holidays-changed',
] as const;

/** The number of recent changes shown. */
const mostShown = 20;

const listChanges = (db: Db) =>
  db
    .select()
    .from(activity)
    .where(inArray(activity.kind, [...changes]))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(mostShown);

/**
 * Returns the data of the page of the studio's calls: settings, kinds, hosts, holidays, next times and changes.
 */
export async function findStudioHours(db: Db, now: Date) {
  const today = studioDayOf(now);
  return {
    today,
    settings: await findSettings(db),
    kinds: await listMeetingKinds(db),
    hosts: await listHostHours(db),
    others: await listOthers(db),
    holidays: await listDays(db, null, today),
    times: await findNextTimes(db, now),
    changes: await listChanges(db),
  };
}

export type StudioHours = Awaited<ReturnType<typeof findStudioHours>>;

/** Why no call can be booked. */
export type WhyNone =
  /** There are no hosts, or none has any hours. */
  | 'no-hosts'
  | 'no-hours'
  /** Holidays, days off and lengths leave no room between the notice and the horizon. */
  | 'no-room'
  /** A calendar that cannot be read counts as busy. */
  | 'unread'
  /** Calls and calendars take every time. */
  | 'taken';

/** The next times that a visitor can choose from, or why there are none. */
export type NextTimes =
  | { readonly startsMs: readonly number[]; readonly count: number; readonly lastMs: number }
  | { readonly why: WhyNone };

/** The number of times shown. */
const shown = 12;

const isUnread = ({ busy }: ListedHost) => busy.some(([from]) => from === -Infinity);

function whyNone(hosts: readonly ListedHost[], settings: CallSettings, now: Date): WhyNone {
  if (hosts.length === 0) return 'no-hosts';
  const hasHours = hosts.some(
    ({ weekly, exceptions }) => weekly.length > 0 || exceptions.some(({ hours }) => hours.length > 0),
  );
  if (!hasHours) return 'no-hours';
  const span = bookableSpan(settings, now);
  const idle = hosts.map((host) => ({ ...host, busy: [], calls: [] }));
  if (findFreeTimes(idle, settings, span).length === 0) return 'no-room';
  const read = hosts.map((host) =>
    isUnread(host) ? { ...host, busy: host.taken.map(({ blocked }) => blocked) } : host,
  );
  const couldBe = findFreeTimes(read, settings, span).length > 0;
  return couldBe ? 'unread' : 'taken';
}

/** Returns the next times of the discovery call, as offered to visitors. */
export async function findNextTimes(db: Db, now: Date): Promise<NextTimes> {
  const { settings, hosts, times } = await listFreeTimes(db, now);
  const last = times.at(-1);
  if (!last) return { why: whyNone(hosts, settings, now) };
  const startsMs = times.slice(0, shown).map(({ startMs }) => startMs);
  return { startsMs, count: times.length, lastMs: last.startMs };
}

/** Lists the time zones that a host can choose, including their current one, which may be an alias. */
export const listZones = (current: string): string[] => [
  ...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current]),
];

const regionOf = (zone: string) => zone.slice(0, zone.lastIndexOf('/') + 1);

/** Lists the zones as options, sorted by current place name. */
export const zoneOptions = (current: string): { readonly value: string; readonly label: string }[] =>
  listZones(current)
    .map((zone) => ({ value: zone, label: `${regionOf(zone).replaceAll('_', ' ')}${placeOfZone(zone)}` }))
    .toSorted((one, other) => compareNames(one.label, other.label));
