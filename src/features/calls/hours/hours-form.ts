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

const separator = /(?<!\s)\s*(?:[,;&\n]|\band\b)\s*/;
const dash = /(?<!\s)\s*(?:[-–—−]|\bto\b)\s*/;

/** Parses hours such as "10:00–13:00"; returns what is wrong with them as a string. Midnight ends a day. */
function readSpan(typed: string): Hours | string {
  const [fromText = '', toText = '', ...more] = typed.split(dash);
  const [fromMinute, typedEnd] = [fromText, toText].map(typedMinuteOf);
  if (more.length > 0 || fromMinute == null || typedEnd == null) return fill(errors.time, { typed });
  const toMinute = typedEnd === 0 ? minutesOfDay : typedEnd;
  return toMinute > fromMinute ? { fromMinute, toMinute } : fill(errors.backwards, { typed });
}

export type ReadHours = { readonly hours: readonly Hours[]; readonly wrong: FieldError | null };

/** Parses the hours of a day, such as "10:00–13:00, 14:00–18:00", sorted; none if the field is empty. */
export function readHours(entries: Entries, field: string, most: number): ReadHours {
  const refused = (message: string): ReadHours => ({ hours: [], wrong: problem(field, message) });
  const spans = (entries[field] ?? '').trim().split(separator).filter(Boolean).map(readSpan);
  const hours = spans
    .filter((span) => typeof span !== 'string')
    .toSorted((one, other) => one.fromMinute - other.fromMinute);
  const wrong = spans.find((span) => typeof span === 'string');
  if (wrong !== undefined) return refused(wrong);
  if (hours.length > most) return refused(fill(errors.tooManySpans, { count: String(most) }));
  const at = hours.findIndex(({ toMinute }, n) => toMinute > (hours[n + 1]?.fromMinute ?? Infinity));
  const [one, other] = [hours[at], hours[at + 1]];
  if (one && other) return refused(fill(errors.overlap, { one: hoursText(one), other: hoursText(other) }));
  return { hours, wrong: null };
}

/** Formats hours: "10:00–13:00". */
const hoursText = ({ fromMinute, toMinute }: Hours) =>
  fill(words.days.span, { from: minuteText(fromMinute), to: minuteText(toMinute) });

/** Formats the hours of a day as they are typed: "10:00–13:00, 14:00–18:00". */
export const dayHoursText = (hours: readonly Hours[]) => hours.map(hoursText).join(', ');

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
