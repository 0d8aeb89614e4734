import {
  bookableSpan,
  listFreeTimes,
  type CallSettings,
  type ListedHost,
} from '#src/features/calls/times/find-hosts.ts';
import { findFreeTimes } from '#src/features/calls/times/free-times.ts';
import type { Db } from '#src/platform/database/database.ts';

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

/** How many of them are shown. */
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

/** The next times of the discovery call as a visitor gets them. */
export async function findNextTimes(db: Db, now: Date): Promise<NextTimes> {
  const { settings, hosts, times } = await listFreeTimes(db, now);
  const last = times.at(-1);
  if (!last) return { why: whyNone(hosts, settings, now) };
  const startsMs = times.slice(0, shown).map(({ startMs }) => startMs);
  return { startsMs, count: times.length, lastMs: last.startMs };
}
