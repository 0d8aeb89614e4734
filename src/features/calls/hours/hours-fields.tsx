import words from '#content/call-hours.yaml';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { fill } from '#src/platform/fill.ts';
import { Tick } from '#src/ui/choice.tsx';
import field from '#src/ui/field.module.css';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Icon } from '#src/ui/icon.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { dateFormatOf } from '#src/studio/locale.ts';
import type { WeeklyHours } from '../times/free-times.ts';
import styles from './hours.module.css';
import { dayHoursText, type Hours } from './hours-form.ts';

const { host: text } = words;

/** The weekdays, 1 for Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Returns the name of the field with a weekday's hours. */
export const weekdayField = (weekday: number) => `weekday${weekday}`;

/** Returns the name of the checkbox that copies a weekday's hours to another. */
export const copyField = (from: number, to: number) => `copy${from}-${to}`;

/** A weekday on one line: its hours, and the days they are copied to. */
export function DayLine({
  weekday,
  hours,
  refused,
}: {
  readonly weekday: number;
  readonly hours: readonly Hours[];
  readonly refused: RefusedAction | null;
}) {
  const { entries = {}, errors = {} } = refused ?? {};
  const name = weekdayField(weekday);
  const day = weekdayText(weekday);
  const others = weekdays.filter((other) => other !== weekday);
  const isTicked = (other: number) => entries[copyField(weekday, other)] === 'yes';
  return (
    <div className={styles.line}>
      <TextField
        id={name}
        name={name}
        label={day}
        defaultValue={entries[name] ?? dayHoursText(hours)}
        error={errors[name]}
        placeholder={text.closed}
        autoComplete="off"
        maxLength={120}
      />
      <details className={styles.copy} open={others.some(isTicked)}>
        <summary aria-label={fill(text.copyOf, { day })}>{text.copy}</summary>
        <div className={styles.ticks}>
          {others.map((other) => (
            <Tick
              key={other}
              name={copyField(weekday, other)}
              label={weekdayText(other)}
              isChosen={isTicked(other)}
            />
          ))}
          <Button type="submit" label={text.copySave} variant="secondary" size="small" />
        </div>
      </details>
    </div>
  );
}

/** A rule as a sentence with its numbers as fields, and their errors below it. */
export function RuleSentence({
  template,
  labels,
  values,
  refused,
  hint,
}: {
  /** The sentence with a placeholder per field. */
  readonly template: string;
  /** The fields' names with their labels for screen readers. */
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string | number>>;
  readonly refused: RefusedAction | null;
  readonly hint?: string;
}) {
  const { entries = {}, errors = {} } = refused ?? {};
  const names = Object.keys(labels);
  const inputs = names.map((name) => [
    name,
    <input
      key={name}
      id={name}
      name={name}
      className={`${field.control} ${styles.number}`}
      aria-label={labels[name]}
      aria-invalid={errors[name] ? true : undefined}
      aria-describedby={errors[name] ? `${name}-error` : undefined}
      defaultValue={entries[name] ?? String(values[name])}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
    />,
  ]);
  return (
    <div className={styles.rule}>
      <p>
        <FormattedText template={template} values={Object.fromEntries(inputs)} />
      </p>
      {hint && <p className="small dim">{hint}</p>}
      {names.map(
        (name) =>
          errors[name] && (
            <p key={name} id={`${name}-error`} className={field.error} data-error-for={name}>
              <Icon name="warning" />
              <span>
                {labels[name]}: {errors[name]}
              </span>
            </p>
          ),
      )}
    </div>
  );
}

const nameOf = (length: 'long' | 'short') => dateFormatOf({ weekday: length, timeZone: 'UTC' });
const names = { long: nameOf('long'), short: nameOf('short') };

/** Returns the name of a weekday, 1 for Monday. */
const weekdayText = (weekday: number, length: 'long' | 'short' = 'long') =>
  // 1 January 2024 was a Monday.
  names[length].format(Date.UTC(2024, 0, weekday));

/**
 * Formats the hours of a week, consecutive equal weekdays on one line: "Mon – Fri 10:00–13:00, 14:00–18:00".
 */
export function weekTexts(weekly: readonly WeeklyHours[]): string[] {
  const lines: { from: number; to: number; hours: string }[] = [];
  for (const [weekday, ofDay] of Map.groupBy(weekly, (one) => one.weekday)) {
    const hours = dayHoursText(ofDay);
    const last = lines.at(-1);
    if (last?.to === weekday - 1 && last.hours === hours) last.to = weekday;
    else lines.push({ from: weekday, to: weekday, hours });
  }
  return lines.map(({ from, to, hours }) => {
    const [first, last] = [weekdayText(from, 'short'), weekdayText(to, 'short')];
    return `${from === to ? first : fill(words.days.span, { from: first, to: last })} ${hours}`;
  });
}
