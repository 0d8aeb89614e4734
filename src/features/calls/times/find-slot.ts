import { and, asc, eq, lte, ne, sql } from 'drizzle-orm';
import { calls, holdsTime } from '../call.table.ts';
import { callHosts } from '../host.table.ts';
import { createCalendar, type Span } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { blockedRange, bookableSpan, findHosts, findSettings, type ListedHost } from './find-hosts.ts';
import { findFreeTimes, type CallRules } from './free-times.ts';
import { wallClock } from './clock-text.ts';

/** A time for a call and a host who is free then. */
export type Slot = Pick<
  typeof calls.$inferInsert,
  'hostId' | 'startsAt' | 'endsAt' | 'blocked' | 'visitorZone' | 'visitorClock' | 'hostClock'
>;

export type WantedSlot = {
  readonly startMs: number;
  /** An IANA time zone name. */
  readonly visitorZone: string;
  /** In minutes; defaults to the discovery call's length. */
  readonly lengthMin?: number | undefined;
  /** Defaults to any host. */
  readonly hostId?: string | undefined;
  /** The call that is being moved. */
  readonly exceptCallId?: string | undefined;
  /**
   * `visitor` (the default) allows bookable times only. `team` allows any future time when the host has no other
   * call; `team-unless-busy` also requires that the host is neither busy nor away.
   */
  readonly mode?: 'visitor' | 'team' | 'team-unless-busy';
};

/** Orders hosts by turn: fewest recent calls first, then the one booked longest ago. */
const byTurn = (one: ListedHost, other: ListedHost) =>
  one.recentCalls - other.recentCalls ||
  (one.lastBookedAt?.getTime() ?? 0) - (other.lastBookedAt?.getTime() ?? 0) ||
  one.id.localeCompare(other.id);

/**
 * Locks the times of all hosts until the commit, in a fixed order to avoid deadlocks. Call it before locking anything
 * else when you book, move or free a time.
 */
export async function lockTimes(tx: Db): Promise<void> {
  await tx.select({ id: callHosts.personId }).from(callHosts).orderBy(asc(callHosts.personId)).for('update');
}

/**
 * Records when this host was last booked. Among hosts with equally few recent calls, the next call goes to the one
 * booked longest ago.
 */
export async function recordHostTurn(tx: Db, now: Date, hostId: string): Promise<void> {
  await tx.update(callHosts).set({ lastBookedAt: now }).where(eq(callHosts.personId, hostId));
}

const isClear = (spans: readonly Span[], startMs: number, lengthMin: number) =>
  spans.every(([from, to]) => to <= startMs || from >= startMs + lengthMin * minuteMs);

/** True if this host has no other call in these minutes. */
const hasNoCall = ({ taken }: ListedHost, startMs: number, lengthMin: number) =>
  isClear(
    taken.map(({ startMs: from, endMs }): Span => [from, endMs]),
    startMs,
    lengthMin,
  );

/** True if this host is away that day, or busy during the call or its buffers. */
function isElsewhere(host: ListedHost, startMs: number, rules: CallRules): boolean {
  const today = createCalendar(host.timeZone).dayOf(new Date(startMs));
  const isAway = host.exceptions.some(({ day, hours }) => day === today && hours.length === 0);
  const { lengthMin, bufferBeforeMin, bufferAfterMin } = rules;
  const fromMs = startMs - bufferBeforeMin * minuteMs;
  return isAway || !isClear(host.busy, fromMs, bufferBeforeMin + lengthMin + bufferAfterMin);
}

/** Returns the buffers around a call, cut to what the host's other calls leave free. */
function rulesBetween({ taken }: ListedHost, startMs: number, rules: CallRules): CallRules {
  const endMs = startMs + rules.lengthMin * minuteMs;
  const before = taken.filter((other) => other.endMs <= startMs);
  const after = taken.filter((other) => other.startMs >= endMs);
  const gaps = (ms: readonly number[]) => ms.map((gap) => Math.max(0, gap) / minuteMs);
  return {
    ...rules,
    bufferBeforeMin: Math.min(
      rules.bufferBeforeMin,
      ...gaps(before.map(({ blocked }) => startMs - blocked[1])),
    ),
    bufferAfterMin: Math.min(rules.bufferAfterMin, ...gaps(after.map(({ blocked }) => blocked[0] - endMs))),
  };
}

/** Shortens the buffers of the host's other calls where a call booked by the team overlaps them. */
async function trimBuffers(
  tx: Db,
  { id, lane }: ListedHost,
  startMs: number,
  { lengthMin, exceptCallId }: { readonly lengthMin: number; readonly exceptCallId?: string | undefined },
): Promise<void> {
  const bare = { lengthMin, stepMin: 0, bufferBeforeMin: 0, bufferAfterMin: 0 };
  const own = sql`${blockedRange(lane, startMs, bare)}::int8range`;
  const isInTheWay = and(
    eq(calls.hostId, id),
    holdsTime,
    exceptCallId === undefined ? undefined : ne(calls.id, exceptCallId),
    sql`${calls.blocked} && ${own}`,
  );
  const isBefore = sql`${calls.startsAt} < ${new Date(startMs).toISOString()}::timestamptz`;
  await tx
    .update(calls)
    .set({
      blocked: sql`case when ${isBefore} then int8range(lower(${calls.blocked}), lower(${own}))
        else int8range(upper(${own}), upper(${calls.blocked})) end`,
    })
    .where(isInTheWay);
}

/**
 * Finds a free host for a call at a time. Requires `lockTimes`. Returns null if no host is free or no call can start
 * then. Releases the host's expired offers.
 */
export async function findSlot(tx: Db, now: Date, wanted: WantedSlot): Promise<Slot | null> {
  const { startMs, visitorZone, mode = 'visitor' } = wanted;
  const isTeams = mode !== 'visitor';
  const settings = await findSettings(tx);
  const rules = { ...settings, lengthMin: wanted.lengthMin ?? settings.lengthMin };
  const [from, to] = isTeams ? [now.getTime(), Infinity] : bookableSpan(settings, now);
  if (startMs < from || startMs >= to || startMs % minuteMs !== 0) return null;
  const span = [startMs, startMs + 1] as const;
  const hosts = await findHosts(tx, now, span, settings, wanted);
  const isOpenTo = (host: ListedHost) =>
    hasNoCall(host, startMs, rules.lengthMin) &&
    !(mode === 'team-unless-busy' && isElsewhere(host, startMs, rules));
  const freeIds = isTeams
    ? hosts.filter(isOpenTo).map(({ id }) => id)
    : (findFreeTimes(hosts, rules, span)[0]?.hostIds ?? []);
  const host = hosts
    .filter(({ id }) => freeIds.includes(id) && (wanted.hostId ?? id) === id)
    .toSorted(byTurn)[0];
  if (!host) return null;
  // Expired offers no longer reserve their times, but the database blocks these until the offers are released.
  const lapsed = and(eq(calls.hostId, host.id), eq(calls.state, 'offered'), lte(calls.holdUntil, now));
  await tx.update(calls).set({ state: 'released', holdUntil: null }).where(lapsed);
  if (isTeams) await trimBuffers(tx, host, startMs, { ...wanted, lengthMin: rules.lengthMin });
  return {
    hostId: host.id,
    startsAt: new Date(startMs),
    endsAt: new Date(startMs + rules.lengthMin * minuteMs),
    // A call booked by the team may be right next to another.
    blocked: blockedRange(host.lane, startMs, isTeams ? rulesBetween(host, startMs, rules) : rules),
    visitorZone,
    visitorClock: wallClock(startMs, visitorZone),
    hostClock: wallClock(startMs, host.timeZone),
  };
}
