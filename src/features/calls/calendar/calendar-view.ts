import { validate as isUuid } from 'uuid';
import { daysAfter, isDay, createCalendar } from '#src/platform/calendar.ts';
import { clockWords, placeOfZone } from '#src/studio/clock-words.ts';
import { dateFormatOf } from '#src/studio/locale.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';

export const calendarViews = ['week', 'day', 'list'] as const;

export type CalendarView = (typeof calendarViews)[number];

/** The view, day and host that the desk's calendar is set to. */
export type CalendarFilter = {
  readonly view: CalendarView;
  /** A day in the view (YYYY-MM-DD). */
  readonly day: string;
  /** The host whose calls are shown; null for all hosts. */
  readonly hostId: string | null;
};

/** The number of days in each view. */
const daysIn: Readonly<Record<CalendarView, number>> = { week: 7, day: 1, list: 28 };

/** Parses the calendar's address; the default is this week for all hosts. */
export function calendarFilterOf(params: URLSearchParams, today: string): CalendarFilter {
  const [view, day, host] = ['view', 'day', 'host'].map((name) => params.get(name) ?? '');
  return {
    view: calendarViews.find((one) => one === view) ?? 'week',
    day: day !== undefined && isDay(day) ? day : today,
    hostId: host !== undefined && isUuid(host) ? host : null,
  };
}

/** Returns the calendar's address with a filter. */
export function calendarHref({ view, day, hostId }: CalendarFilter): string {
  const query = new URLSearchParams({ view, day });
  if (hostId !== null) query.set('host', hostId);
  return `/desk/calls?${query}`;
}

/** Returns the days in the view, in order; a week starts on Monday. */
export function daysOf({ view, day }: CalendarFilter): string[] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  const first = view === 'week' ? daysAfter(day, 1 - weekday) : day;
  return Array.from({ length: daysIn[view] }, (_, n) => daysAfter(first, n));
}

/** Returns the filter moved back (−1) or on (1) by as many days as its view shows. */
export const shiftedBy = (filter: CalendarFilter, direction: 1 | -1): CalendarFilter => ({
  ...filter,
  day: daysAfter(filter.day, direction * daysIn[filter.view]),
});

/**
 * Returns the time zone in which a team member sees calls: their own if they are a host, else the studio's.
 */
export const zoneOf = (
  hosts: readonly { readonly id: string; readonly timeZone: string }[],
  personId: string,
): string => hosts.find(({ id }) => id === personId)?.timeZone ?? studioCalendar.timeZone;

/** Returns the name of a zone on some days, without the UTC offset if it changes within them. */
export function zoneOn(days: readonly string[], timeZone: string): string {
  const { startOf } = createCalendar(timeZone);
  const [from = '', to = from] = [days[0], days.at(-1)];
  const endMs = startOf(daysAfter(to, 1)).getTime() - 1;
  const [first, last] = [startOf(from), endMs].map((moment) => clockWords(moment, timeZone).zone);
  return first !== undefined && first === last ? first : placeOfZone(timeZone);
}

const columnFormat = dateFormatOf({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayFormat = dateFormatOf({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);

/** Formats a day (YYYY-MM-DD) for a column header: */
export const columnDayText = (day: string) => columnFormat.format(noonOf(day));

/** Formats a day (YYYY-MM-DD) for a heading: "Monday, 23 November 2026". */
export const wholeDayText = (day: string) => dayFormat.format(noonOf(day));
