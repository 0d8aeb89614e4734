import words from '#content/call-hours.yaml';
import type { WeeklyHours } from '#src/features/calls/times/free-times.ts';
import { minuteText } from '#src/features/calls/times/minute-text.ts';
import { dateFormatOf } from '#src/studio/locale.ts';
import { fill } from '#src/platform/fill.ts';
import type { Hours } from './read-times.ts';

const nameOf = (length: 'long' | 'short') => dateFormatOf({ weekday: length, timeZone: 'UTC' });
const names = { long: nameOf('long'), short: nameOf('short') };

/** The name of a weekday, 1 for Monday. */
export const weekdayText = (weekday: number, length: 'long' | 'short' = 'long') =>
  // The first of January 2024 was a Monday.
  names[length].format(Date.UTC(2024, 0, weekday));

/** "10:00–13:00" */
export const hoursText = ({ fromMinute, toMinute }: Hours) =>
  fill(words.days.span, { from: minuteText(fromMinute), to: minuteText(toMinute) });

/** The hours of a week, weekdays that follow each other and are alike on one line: "Mon – Fri 10:00–13:00, 14:00–18:00". */
export function weekTexts(weekly: readonly WeeklyHours[]): string[] {
  const lines: { from: number; to: number; hours: string }[] = [];
  for (const [weekday, ofDay] of Map.groupBy(weekly, (one) => one.weekday)) {
    const hours = ofDay.map(hoursText).join(', ');
    const last = lines.at(-1);
    if (last?.to === weekday - 1 && last.hours === hours) last.to = weekday;
    else lines.push({ from: weekday, to: weekday, hours });
  }
  return lines.map(({ from, to, hours }) => {
    const [first, last] = [weekdayText(from, 'short'), weekdayText(to, 'short')];
    return `${from === to ? first : fill(words.days.span, { from: first, to: last })} ${hours}`;
  });
}
