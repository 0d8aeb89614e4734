import { callUidsOf } from './call-invitation.ts';
import { wallClock } from '../times/clock-text.ts';
import { readCalendar } from './read-calendar.ts';

const ownUids = callUidsOf('https://studio.example');
const span = [Date.parse('2026-10-01T00:00Z'), Date.parse('2026-12-01T00:00Z')] as const;

export const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one', ...lines, 'END:VEVENT'];
export const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');

/** Returns the busy times in Berlin time, the number of skipped events, and the remarks. */
export function busyOf(text: string): string[] {
  const read = readCalendar({ text, timeZone: 'Europe/Berlin', span, ownUids });
  const clock = (ms: number) => wallClock(ms, 'Europe/Berlin').slice(5, 16);
  if (!read) return ['no calendar'];
  const busy = read.busy.map(([from, to]) => `${clock(from)} to ${clock(to)}`);
  const remarks = Object.entries(read.remarks).map(([remark, count]) => `${count} ${remark}`);
  return [...busy, ...(read.leftOut > 0 ? [`${read.leftOut} left out`] : []), ...remarks];
}

export const berlin = (name: string, time: string) => `${name};TZID=Europe/Berlin:${time}`;
export const hour = 'DURATION:PT1H';
export const weekly = [berlin('DTSTART', '20261019T100000'), hour, 'RRULE:FREQ=WEEKLY;COUNT=3'];
export const [october19, october26, november2] = ['10-19', '10-26', '11-02'].map(
  (day) => `${day} 10:00 to ${day} 11:00`,
);

/** A description, the calendar's lines, and the expected busy times. */
export type Case = readonly [what: string, lines: readonly string[], busy: readonly (string | undefined)[]];
