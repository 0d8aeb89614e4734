import { and, asc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { calls, callSettings, holdsTime } from '../call.table.ts';
import { busyCalendars, busyTimes, callExceptions, callHosts, callHours, hostZone } from '../host.table.ts';
import type { Span } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs, hourMs, minuteMs } from '#src/platform/durations.ts';
import { findFreeTimes, type CallRules, type FreeTime, type Host } from './free-times.ts';

/** The studio's call settings. Lengths are in minutes. */
export type CallSettings = CallRules & {
  /** The minimum notice. */
  readonly noticeMin: number;
  readonly horizonDays: number;
  readonly place: string;
  /** Whether an unreadable calendar counts by its last reading or as always busy. */
  readonly unreadCalendar: 'last' | 'busy';
};

/** Default settings; the 30 minutes come from the specification. */
export const defaultSettings: CallSettings = {
  lengthMin: 30,
  stepMin: 30,
  noticeMin: 240,
  horizonDays: 28,
  bufferBeforeMin: 0,
  bufferAfterMin: 15,
  place: '',
  unreadCalendar: 'last',
};

/** A calendar counts as unreadable if its last reading is older than this. */
const staleAfterMs = dayMs;

/**
 * A day is longer than 24 hours when the clocks are set back; all of its calls count towards the daily limit.
 */
const longestDayMs = dayMs + 2 * hourMs;
/** How many days of past calls count when hosts take turns. */
const recentDays = 30;

/** The time of a call, and the time it blocks for its host, buffers included. */
export type TakenTime = { readonly startMs: number; readonly endMs: number; readonly blocked: Span };

/** A host with the data that decides whose turn it is. */
export type ListedHost = Host & {
  readonly name: string;
  readonly lane: number;
  readonly taken: readonly TakenTime[];
  readonly recentCalls: number;
  readonly lastBookedAt: Date | null;
};

/** Returns the span in which calls can start, by notice and horizon. */
export const bookableSpan = ({ noticeMin, horizonDays }: CallSettings, now: Date): Span => [
  now.getTime() + noticeMin * minuteMs,
  now.getTime() + horizonDays * dayMs,
];

/** Returns the call settings, or the defaults if none are stored. */
export async function findSettings(db: Db): Promise<CallSettings> {
  const [row] = await db.select().from(callSettings);
  return row ?? defaultSettings;
}

type Row = {
  id: string;
  name: string;
  lane: number;
  timeZone: string;
  dailyMost: number;
  lastBookedAt: Date | null;
  recentCalls: number;
  weekly: Host['weekly'];
  exceptions: { day: string; isStudios: boolean; fromMinute: number | null; toMinute: number | null }[];
  /** True if one of their calendars has not been read recently. */
  hasUnread: boolean;
};

/** Selects everyone who takes calls, with their hours. */
function selectHosts(db: Db, now: Date): Promise<Row[]> {
  const recent = db
    .select({ hostId: calls.hostId, count: sql<number>`count(*)::int`.as('count') })
    .from(calls)
    .where(
      and(
        inArray(calls.state, ['booked', 'happened']),
        gt(calls.startsAt, new Date(now.getTime() - recentDays * dayMs)),
      ),
    )
    .groupBy(calls.hostId)
    .as('recent');
  const unreadSince = new Date(now.getTime() - staleAfterMs);
  const minutes = sql`'fromMinute', from_minute, 'toMinute', to_minute`;
  return db
    .select({
      id: callHosts.personId,
      name: people.name,
      lane: callHosts.lane,
      timeZone: hostZone,
      dailyMost: callHosts.dailyMost,
      lastBookedAt: callHosts.lastBookedAt,
      recentCalls: sql<number>`coalesce(${recent.count}, 0)`,
      weekly: sql<Row['weekly']>`coalesce((select json_agg(json_build_object('weekday', weekday, ${minutes}))
        from ${callHours} where host_id = ${callHosts.personId}), '[]')`,
      exceptions: sql<
        Row['exceptions']
      >`coalesce((select json_agg(json_build_object('day', day, 'isStudios', host_id is null, ${minutes}))
        from ${callExceptions} where host_id = ${callHosts.personId} or host_id is null), '[]')`,
      hasUnread: sql<boolean>`exists (select from ${busyCalendars} where host_id = ${callHosts.personId}
        and (read_at is null or read_at < ${unreadSince.toISOString()}::timestamptz))`,
    })
    .from(callHosts)
    .innerJoin(people, eq(people.id, callHosts.personId))
    .leftJoin(recent, eq(recent.hostId, callHosts.personId))
    .where(and(callHosts.isTakingCalls, eq(people.role, 'team'), sql`${people.disabledAt} is null`))
    .orderBy(asc(callHosts.personId));
}

/** A studio holiday overrides a host's own hours for that day. */
function exceptionsOf(rows: Row['exceptions']): Host['exceptions'] {
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, ofDay]) => ({
    day,
    hours: ofDay.some(({ isStudios }) => isStudios)
      ? []
      : ofDay.flatMap(({ fromMinute, toMinute }) =>
          fromMinute === null || toMinute === null ? [] : [{ fromMinute, toMinute }],
        ),
  }));
}

/** Lists the hours of everyone who takes calls. */
export const listHostHours = async (db: Db, now: Date) =>
  (await selectHosts(db, now)).map(({ id, timeZone, weekly, exceptions }) => ({
    id,
    timeZone,
    weekly,
    exceptions: exceptionsOf(exceptions),
  }));

type Query = {
  /** The call being moved, whose own time counts as free. */
  readonly exceptCallId?: string | undefined;
};

/** Lists booked and offered calls, by host. */
async function listTaken(db: Db, now: Date, [fromMs, toMs]: Span, { exceptCallId }: Query) {
  const { hostId, startsAt, endsAt, blocked } = calls;
  const taken = await db
    .select({
      hostId,
      startsAt,
      endsAt,
      fromMinute: sql<string>`lower(${blocked})`,
      toMinute: sql<string>`upper(${blocked})`,
    })
    .from(calls)
    .where(
      and(
        holdsTime,
        or(eq(calls.state, 'booked'), gt(calls.holdUntil, now)),
        exceptCallId === undefined ? undefined : ne(calls.id, exceptCallId),
        gt(calls.endsAt, new Date(fromMs - longestDayMs)),
        lt(calls.startsAt, new Date(toMs + longestDayMs)),
      ),
    );
  return Map.groupBy(taken, (call) => call.hostId);
}

/** Lists the busy times from the hosts' external calendars, by host. */
async function listBusy(db: Db, [fromMs, toMs]: Span) {
  const busy = await db
    .select({ hostId: busyCalendars.hostId, startsAt: busyTimes.startsAt, endsAt: busyTimes.endsAt })
    .from(busyTimes)
    .innerJoin(busyCalendars, eq(busyCalendars.id, busyTimes.calendarId))
    .where(
      and(gt(busyTimes.endsAt, new Date(fromMs - dayMs)), lt(busyTimes.startsAt, new Date(toMs + dayMs))),
    );
  return Map.groupBy(busy, ({ hostId }) => hostId);
}

/**
 * Returns everyone who takes calls with their busy times within a span, in three queries regardless of their number.
 */
export async function findHosts(
  db: Db,
  now: Date,
  span: Span,
  { unreadCalendar }: Pick<CallSettings, 'unreadCalendar'>,
  query: Query = {},
): Promise<ListedHost[]> {
  const rows = await selectHosts(db, now);
  const taken = await listTaken(db, now, span, query);
  const busy = await listBusy(db, span);
  return rows.map(({ exceptions, hasUnread, ...row }) => {
    const momentOf = (minute: string) => (Number(minute) - laneStartOf(row.lane)) * minuteMs;
    const theirs = (taken.get(row.id) ?? []).map(({ startsAt, endsAt, fromMinute, toMinute }): TakenTime => ({
      startMs: startsAt.getTime(),
      endMs: endsAt.getTime(),
      blocked: [momentOf(fromMinute), momentOf(toMinute)],
    }));
    const ofCalendars = (busy.get(row.id) ?? []).map(({ startsAt, endsAt }): Span => [
      startsAt.getTime(),
      endsAt.getTime(),
    ]);
    const isUnknown = hasUnread && unreadCalendar === 'busy';
    return {
      ...row,
      taken: theirs,
      exceptions: exceptionsOf(exceptions),
      calls: theirs.map(({ startMs }) => startMs),
      busy: isUnknown ? [[-Infinity, Infinity]] : [...theirs.map(({ blocked }) => blocked), ...ofCalendars],
    };
  });
}

/** Minutes per lane, enough until the year 3871, so that lanes never overlap. */
const laneMinutes = 1_000_000_000;

const laneStartOf = (lane: number) => lane * laneMinutes;

/** Returns the minutes that a call blocks, buffers included, as an int8range in the host's lane. */
export function blockedRange(lane: number, startMs: number, rules: CallRules): string {
  const start = laneStartOf(lane) + startMs / minuteMs;
  const end = start + rules.lengthMin + rules.bufferAfterMin;
  return `[${start - rules.bufferBeforeMin},${end})`;
}

/** Lists the bookable start times for this length with the free hosts, earliest first. */
export async function listFreeTimes(
  db: Db,
  now: Date,
  query: Query & { readonly lengthMin?: number | undefined } = {},
): Promise<{ settings: CallSettings; hosts: ListedHost[]; times: FreeTime[] }> {
  const found = await findSettings(db);
  const settings = { ...found, lengthMin: query.lengthMin ?? found.lengthMin };
  const span = bookableSpan(settings, now);
  const hosts = await findHosts(db, now, span, settings, query);
  return { settings, hosts, times: findFreeTimes(hosts, settings, span) };
}
