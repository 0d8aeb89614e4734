import { validate as isUuid } from 'uuid';
import { daysAfter, isDay, createCalendar } from '#src/platform/calendar.ts';
import { clockWords, placeOfZone } from '#src/studio/clock-words.ts';
import { dateFormatOf } from '#src/studio/locale.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';

export const calendarViews = ['week', 'day', 'list'] as const;

export type CalendarView = (typeof calendarViews)[number];

/** The view, day and hosts that the desk's calendar is set to. */
export type CalendarFilter = {
  /** Null until one is chosen: a week, and on phones the list of its calls. */
  readonly view: CalendarView | null;
  /** A day in the view (YYYY-MM-DD). */
  readonly day: string;
  /** The hosts whose calls are shown; empty for all hosts. */
  readonly hostIds: readonly string[];
};

/** The number of days in each view. */
const daysIn: Readonly<Record<CalendarView, number>> = { week: 7, day: 1, list: 28 };

const mostHosts = 50;

/** Parses the hosts of the calendar's address. */
export const chosenHostsOf = (params: URLSearchParams): string[] =>
  [...new Set(params.getAll('host').filter((id) => isUuid(id)))].slice(0, mostHosts);

/** Parses the calendar's address; without a day in it, `first` is in the view. */
export function calendarFilterOf(params: URLSearchParams, first: string): CalendarFilter {
  const day = params.get('day') ?? '';
  return {
    view: calendarViews.find((one) => one === params.get('view')) ?? null,
    day: isDay(day) ? day : first,
    hostIds: chosenHostsOf(params),
  };
}

/** Returns the calendar's address with a filter. */
export function calendarHref({ view, day, hostIds }: CalendarFilter): string {
  const query = new URLSearchParams({ ...(view && { view }), day });
  for (const id of hostIds) query.append('host', id);
  return `/desk/calls?${query}`;
}

/** Returns the days in the view, in order; a week starts on Monday. */
export function daysOf({ view, day }: CalendarFilter): string[] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  const isWeek = view === null || view === 'week';
  const first = isWeek ? daysAfter(day, 1 - weekday) : day;
  return Array.from({ length: daysIn[view ?? 'week'] }, (_, n) => daysAfter(first, n));
}

/** Returns the filter moved back (−1) or on (1) by as many days as its view shows. */
export const shiftedBy = (filter: CalendarFilter, direction: 1 | -1): CalendarFilter => ({
  ...filter,
  day: daysAfter(filter.day, direction * daysIn[filter.view ?? 'week']),
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

/** Formats a day (YYYY-MM-DD) for a column header: "Mon, 23 Nov". */
export const columnDayText = (day: string) => columnFormat.format(noonOf(day));

/** Formats a day (YYYY-MM-DD) for a heading: "Monday, 23 November 2026". */
export const wholeDayText = (day: string) => dayFormat.format(noonOf(day));

const longFormat = dateFormatOf({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthFormat = dateFormatOf({ day: 'numeric', month: 'long', timeZone: 'UTC' });
const dayOfMonthFormat = dateFormatOf({ day: 'numeric', timeZone: 'UTC' });

/** Formats the first and the last of some days, without what both have in common: "23" and "29 November 2026". */
export function spanTexts(days: readonly string[]): { readonly from: string; readonly to: string } {
  const [from = '', to = from] = [days[0], days.at(-1)];
  const isSame = (length: number) => from.slice(0, length) === to.slice(0, length);
  const format = isSame('2026-11'.length)
    ? dayOfMonthFormat
    : isSame('2026'.length)
      ? monthFormat
      : longFormat;
  return { from: format.format(noonOf(from)), to: longFormat.format(noonOf(to)) };
}
