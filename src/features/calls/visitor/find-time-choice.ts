import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { listFreeTimes } from '../times/find-hosts.ts';
import { clockWords, placeOfZone } from '#src/studio/clock-words.ts';
import { createCalendar, isDay } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { findZone } from '#src/studio/zone-names.ts';
import { dayMs } from '#src/platform/durations.ts';
import { canonicalZoneOf, isTimeZone } from '#src/platform/time-zone.ts';
import words from '#content/calls.yaml';
import type { Services } from '#src/platform/services/services.ts';

/** The number of days with times shown at once. */
const daysShown = 7;

export type ShownTime = {
  /** The instant in UTC, as the form posts it. */
  readonly slot: string;
  /** The visitor's local time. */
  readonly time: string;
  /** The studio's local time; null if it is the same. */
  readonly studioTime: string | null;
};

export type ShownDay = {
  readonly day: string;
  readonly title: string;
  /** The zone, if its offset differs from that of the first day shown. */
  readonly zone: string | null;
  readonly times: readonly ShownTime[];
};

/** The bookable times as shown to a visitor, without the hosts. */
export type TimeChoice = {
  readonly timeZone: string;
  /** True if the visitor gave no valid zone, so that the studio's is used. */
  readonly isOwnZone: boolean;
  /** The unknown zone that the visitor entered; else null. */
  readonly unknownZone: string | null;
  /** The zone's name with its offset from UTC on the first day that is shown. */
  readonly zone: string;
  /** The place of the studio's zone, if its local times are shown; else null. */
  readonly studioZone: string | null;
  readonly days: readonly ShownDay[];
  /** The chosen time while it is free. */
  readonly chosen: string | null;
  /** The chosen time as text, if none of the shown days contains it; else null. */
  readonly chosenElsewhere: string | null;
  /** True if the chosen time is not free any more. */
  readonly isGone: boolean;
  /** True if the visitor chose that none of the times fits. */
  readonly isNone: boolean;
  /** False if the next free time is later than in 24 hours. */
  readonly isSoon: boolean;
  /** The first days of the previous and the next page; null if there is none. */
  readonly earlier: string | null;
  readonly later: string | null;
  readonly horizonDays: number;
};

/** The query of the request, unvalidated. */
export type TimeQuery = {
  readonly timeZone?: string | null | undefined;
  /** The first day to show. */
  readonly from?: string | null | undefined;
  readonly slot?: string | null | undefined;
  /** The call being moved, and its length. */
  readonly exceptCallId?: string;
  readonly lengthMin?: number;
};

const offsetOf = (zone: string) => zone.slice(zone.lastIndexOf(' ') + 1);

function shownDay(day: string, startsMs: readonly number[], timeZone: string, studioZone: string | null) {
  const shown = startsMs.map((ms) => ({ ms, ...clockWords(ms, timeZone) }));
  // Repeated local times are distinguished by their UTC offset.
  const isTwice = (time: string) => shown.filter((other) => other.time === time).length > 1;
  return {
    day,
    title: shown[0]?.day ?? '',
    zone: shown[0]?.zone ?? '',
    times: shown.map(({ ms, time, zone, day: title }): ShownTime => {
      const studio = studioZone === null ? null : clockWords(ms, studioZone);
      const weekday = studio && studio.day !== title ? `${studio.day.split(',', 1)[0]} ` : '';
      return {
        slot: new Date(ms).toISOString(),
        time: isTwice(time) ? `${time} (${offsetOf(zone)})` : time,
        studioTime: studio && (studio.time !== time || weekday) ? weekday + studio.time : null,
      };
    }),
  };
}

/** Returns the page of days that starts at a day, and the first days of its neighbours. */
function pageOf(days: readonly string[], from: string) {
  const found = isDay(from) ? days.findIndex((day) => day >= from) : 0;
  const start = found < 0 ? Math.max(0, days.length - daysShown) : found;
  return {
    shown: days.slice(start, start + daysShown),
    earlier: start > 0 ? (days[Math.max(0, start - daysShown)] ?? null) : null,
    later: days[start + daysShown] ?? null,
  };
}

/** Returns the studio's zone, or null if it is the same as `timeZone`. */
const otherStudioZone = (timeZone: string) =>
  canonicalZoneOf(timeZone) === canonicalZoneOf(studioCalendar.timeZone) ? null : studioCalendar.timeZone;

/** Groups instants by their local day in a zone. */
function byDayIn(timeZone: string, times: readonly { readonly startMs: number }[]) {
  const { dayOf } = createCalendar(timeZone);
  return Map.groupBy(
    times.map(({ startMs }) => startMs),
    (ms) => dayOf(new Date(ms)),
  );
}

/** Lists all days with free times in a zone. */
async function listFreeDays(db: Db, now: Date, timeZone: string): Promise<readonly ShownDay[]> {
  const { times } = await listFreeTimes(db, now);
  const studioZone = otherStudioZone(timeZone);
  return [...byDayIn(timeZone, times)].map(([day, startsMs]) =>
    shownDay(day, startsMs, timeZone, studioZone),
  );
}

/** Finds the bookable times; null if there are no hosts. */
export async function findChoice(db: Db, now: Date, query: TimeQuery): Promise<TimeChoice | null> {
  const { settings, hosts, times } = await listFreeTimes(db, now, query);
  if (hosts.length === 0) return null;
  const named = query.timeZone ?? '';
  const found = findZone(named);
  const timeZone = found ?? studioCalendar.timeZone;
  const studioZone = otherStudioZone(timeZone);
  const byDay = byDayIn(timeZone, times);
  const { shown, earlier, later } = pageOf([...byDay.keys()], query.from ?? '');
  const days = shown.map((day) => shownDay(day, byDay.get(day) ?? [], timeZone, studioZone));
  const zone = days[0]?.zone ?? clockWords(now, timeZone).zone;
  const chosenMs = Date.parse(query.slot ?? '');
  const isFree = times.some(({ startMs }) => startMs === chosenMs);
  const chosen = isFree ? new Date(chosenMs).toISOString() : null;
  const isShown = days.some((day) => day.times.some(({ slot }) => slot === chosen));
  const hasStudio = days.some((day) => day.times.some(({ studioTime }) => studioTime !== null));
  return {
    timeZone,
    isOwnZone: found === null,
    unknownZone: found === null && named.trim() !== '' ? named : null,
    zone,
    studioZone: hasStudio && studioZone !== null ? placeOfZone(studioZone) : null,
    days: days.map((day) => ({ ...day, zone: day.zone === zone ? null : day.zone })),
    chosen,
    isGone: !isFree && !Number.isNaN(chosenMs),
    isNone: query.slot === '',
    isSoon: times.every(({ startMs }, index) => index > 0 || startMs - now.getTime() <= dayMs),
    chosenElsewhere: chosen !== null && !isShown ? clockWords(chosenMs, timeZone).all : null,
    earlier,
    later,
    horizonDays: settings.horizonDays,
  };
}

const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

/**
 * Responds with the free times by day in the requested or the studio's zone: `{ zone, studioZone, days: [{ date,
 * slots: [{ start, label, studioLabel }] }] }`; `start` is the UTC instant that the form posts as `slot`. Hosts are
 * not named; `days` is empty if there are none. An unknown zone gets 400.
 */
export async function timesAsJson(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  zone: string | null,
): Promise<Response> {
  const timeZone = zone || studioCalendar.timeZone;
  if (!isTimeZone(timeZone)) {
    const { time_zone: message } = words.chooser.errors;
    const errors = [{ code: 'unknown', field: 'zone', message }];
    return Response.json({ error: message, errors }, { status: 400, headers });
  }
  const days = await listFreeDays(db, clock.now(), timeZone);
  const told = days.map(({ day, times }) => ({
    date: day,
    slots: times.map(({ slot, time, studioTime }) => ({
      start: slot,
      label: time,
      studioLabel: studioTime ?? time,
    })),
  }));
  return Response.json({ zone: timeZone, studioZone: studioCalendar.timeZone, days: told }, { headers });
}
