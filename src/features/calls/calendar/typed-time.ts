import words from '#content/desk-calls.yaml';
import { fieldRefusal } from '#src/features/accounts/access/person-action.ts';
import { minutesOfDay, typedMinuteOf } from '#src/features/calls/times/minute-text.ts';
import { createCalendar, isDay } from '#src/platform/calendar.ts';
import { isTimeZone } from '#src/platform/time-zone.ts';

const { errors } = words;

type Entries = Readonly<Record<string, string>>;

export type TypedTime =
  | { readonly ok: true; readonly startMs: number }
  | { readonly ok: false; readonly refusal: ReturnType<typeof fieldRefusal> };

const wrong = (field: string, message: string): TypedTime => ({
  ok: false,
  refusal: fieldRefusal(field, message),
});

/** When a call is to begin, by the free time that was chosen, or else by the day and the time that were entered. */
export function typedTimeOf(entries: Entries, now: Date): TypedTime {
  const { slot = '', day = '', time = '', zone = '' } = entries;
  const later = (startMs: number, field: string): TypedTime =>
    startMs > now.getTime() ? { ok: true, startMs } : wrong(field, errors.over);
  if (slot !== '') {
    const startMs = Date.parse(slot);
    return Number.isNaN(startMs) ? wrong('slot', errors.noTime) : later(startMs, 'slot');
  }
  const minute = typedMinuteOf(time);
  const isTime = minute !== null && minute < minutesOfDay;
  if (!isTimeZone(zone) || !isDay(day) || !isTime) return wrong('day', errors.noTime);
  const [span] = createCalendar(zone).spansOf(day, minute, minute + 1);
  return span ? later(span[0], 'day') : wrong('time', errors.skipped);
}
