import words from '#content/call-hours.yaml';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { minuteText } from '#src/features/calls/times/minute-text.ts';
import { fill } from '#src/platform/fill.ts';
import { TextField } from '#src/ui/field.tsx';
import styles from './hours.module.css';
import { fieldsOfSpan, type Hours } from './read-times.ts';

const { host: text } = words;

/** Pairs of fields for the spans of hours of a day, typed as times; as many as there are hours and one more, two at least. */
export function HoursFields({
  prefix,
  count,
  day,
  hours,
  refused,
}: {
  /** The prefix of the fields' names. */
  readonly prefix: string;
  /** The most spans. */
  readonly count: number;
  /** The day that the fields are about, for those who hear it. */
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
