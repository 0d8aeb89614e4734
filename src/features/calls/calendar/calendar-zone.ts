import { createCalendar, daysAfter } from '#src/platform/calendar.ts';
import { clockWords, placeOfZone } from '#src/studio/clock-words.ts';
import { dateFormatOf } from '#src/studio/locale.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';

/** The time zone in which a team member sees calls: their own if they are a host, else the studio's. */
export const zoneOf = (
  hosts: readonly { readonly id: string; readonly timeZone: string }[],
  personId: string,
): string => hosts.find(({ id }) => id === personId)?.timeZone ?? studioCalendar.timeZone;

/** A zone on some days, in words: without its distance from UTC where that changes between the first and the last of them. */
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

/** A day (YYYY-MM-DD) above a column: "Mon, 23 Nov". */
export const columnDayText = (day: string) => columnFormat.format(noonOf(day));

/** A day (YYYY-MM-DD) as a heading: "Monday, 23 November 2026". */
export const wholeDayText = (day: string) => dayFormat.format(noonOf(day));
