import words from '#content/call-hours.yaml';
import { type FieldError, doneMessages } from '#src/features/accounts/access/action.ts';
import { minutesOfDay, minuteText, typedMinuteOf } from '../times/clock-text.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { fill } from '#src/platform/fill.ts';
import { problem } from '#src/workspace/form-checks.ts';
import { numberText } from '#src/studio/locale.ts';

/** Hours in minutes since midnight. */
export type Hours = { readonly fromMinute: number; readonly toMinute: number };

const { errors } = words;

/** Returns the names of the two fields of a span of hours. */
export const fieldsOfSpan = (prefix: string, index: number) =>
  ({ from: `${prefix}From${index}`, to: `${prefix}To${index}` }) as const;

type ReadSpan = { readonly hours: Hours | null; readonly wrong: FieldError | null };

/** Parses a span of hours; null if both fields are empty. Midnight as its end is the end of the day. */
function readSpan(entries: Entries, from: string, to: string): ReadSpan {
  const [fromText = '', toText = ''] = [entries[from]?.trim(), entries[to]?.trim()];
  if (fromText === '' && toText === '') return { hours: null, wrong: null };
  const fromMinute = typedMinuteOf(fromText);
  if (fromMinute === null) return { hours: null, wrong: problem(from, errors.time) };
  const typedEnd = typedMinuteOf(toText);
  if (typedEnd === null) return { hours: null, wrong: problem(to, errors.time) };
  const toMinute = typedEnd === 0 ? minutesOfDay : typedEnd;
  if (toMinute <= fromMinute) return { hours: null, wrong: problem(to, errors.backwards) };
  return { hours: { fromMinute, toMinute }, wrong: null };
}

export type ReadHours = { readonly hours: readonly Hours[]; readonly wrong: readonly FieldError[] };

/** Parses the spans of a day, sorted, with their errors. */
export function readHours(entries: Entries, prefix: string, count: number): ReadHours {
  const wrong: FieldError[] = [];
  const typed: (Hours & { readonly from: string })[] = [];
  for (let index = 1; index <= count; index += 1) {
    const { from, to } = fieldsOfSpan(prefix, index);
    const read = readSpan(entries, from, to);
    if (read.wrong) wrong.push(read.wrong);
    else if (read.hours) {
      const { fromMinute, toMinute } = read.hours;
      const other = typed.find((one) => one.fromMinute < toMinute && fromMinute < one.toMinute);
      if (other) {
        const overlap = { from: minuteText(other.fromMinute), to: minuteText(other.toMinute) };
        wrong.push(problem(from, fill(errors.overlap, overlap)));
      }
      typed.push({ from, fromMinute, toMinute });
    }
  }
  const hours = typed.map(({ fromMinute, toMinute }) => ({ fromMinute, toMinute }));
  return { hours: hours.toSorted((one, other) => one.fromMinute - other.fromMinute), wrong };
}

type Range = { readonly min: number; readonly max: number };

/** A parsed whole number and its error, if any. */
export type Typed = { readonly value: number; readonly wrong: FieldError | null };

/** Parses a whole number in a field and checks its range. */
export function numberOf(entries: Entries, field: string, { min, max }: Range): Typed {
  const text = entries[field]?.trim() ?? '';
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  const isFine = value >= min && value <= max;
  const range = { min: String(min), max: numberText(max) };
  return { value, wrong: isFine ? null : problem(field, fill(words.errors.number, range)) };
}

/** The confirmations on the pages of hours. */
export const { saying, doneMessageOf } = doneMessages(words.said);
