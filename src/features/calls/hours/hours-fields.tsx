import words from '#content/call-hours.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { minuteText } from '../times/clock-text.ts';
import { fill } from '#src/platform/fill.ts';
import { TextField } from '#src/ui/field.tsx';
import styles from './hours.module.css';
import { fieldsOfSpan, type Hours } from './hours-form.ts';
import type { WeeklyHours } from '../times/free-times.ts';
import { dateFormatOf } from '#src/studio/locale.ts';

const { host: text } = words;

/** Pairs of time fields for the spans of hours of a day: one more than there are spans, and at least two. */
export function HoursFields({
  prefix,
  count,
  day,
  hours,
  refused,
}: {
  /** The prefix of the fields' names. */
  readonly prefix: string;
  /** The most spans of hours. */
  readonly count: number;
  /** The day of the fields, for screen readers. */
  readonly day: string;
  readonly hours: readonly Hours[];
  readonly refused: RefusedAction | null;
}) {
  const { entries = {}, errors = {} } = refused ?? {};
  const fieldOf = (name: string, label: string, index: number, minute: number | undefined) => ({
    id: name,
    name,
    label,
    'aria-label': fill(text.field, { day, which: label, index: String(index) }),
    'aria-labelledby': undefined,
    defaultValue: entries[name] ?? (minute === undefined ? '' : minuteText(minute)),
    error: errors[name],
    autoComplete: 'off',
    maxLength: 8,
  });
  const typed = Array.from({ length: count }, (_, n) => n + 1).filter((index) => {
    const { from, to } = fieldsOfSpan(prefix, index);
    return index <= Math.max(2, hours.length + 1) || Boolean(entries[from] ?? entries[to]);
  });
  return (
    <div className={styles.spans}>
      {typed.map((index) => {
        const { from, to } = fieldsOfSpan(prefix, index);
        const span = hours[index - 1];
        return (
          <div className={styles.span} key={index}>
            <TextField {...fieldOf(from, text.from, index, span?.fromMinute)} />
            <TextField {...fieldOf(to, text.to, index, span?.toMinute)} />
          </div>
        );
      })}
    </div>
  );
}

const nameOf = (length: 'long' | 'short') => dateFormatOf({ weekday: length, timeZone: 'UTC' });
const names = { long: nameOf('long'), short: nameOf('short') };

/** Returns the name of a weekday, 1 for Monday. */
export const weekdayText = (weekday: number, length: 'long' | 'short' = 'long') =>
  // 1 January 2024 was a Monday.
  names[length].format(Date.UTC(2024, 0, weekday));

/** Formats hours: "10:00–13:00". */
export const hoursText = ({ fromMinute, toMinute }: Hours) =>
  fill(words.days.span, { from: minuteText(fromMinute), to: minuteText(toMinute) });

/**
 * Formats the hours of a week, consecutive equal weekdays on one line: "Mon – Fri 10:00–13:00, 14:00–18:00".
 */
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
