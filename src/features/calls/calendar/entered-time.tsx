import words from '#content/desk-calls.yaml';
import { type RefusedAction, fieldRefusal } from '#src/features/accounts/access/action.ts';
import { clockWords, placeOfZone } from '#src/studio/clock-words.ts';
import { createCalendar, isDay } from '#src/platform/calendar.ts';
import { fill } from '#src/platform/fill.ts';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { columnDayText } from './calendar-view.ts';
import { minutesOfDay, typedMinuteOf } from '../times/clock-text.ts';
import { isTimeZone } from '#src/platform/time-zone.ts';

const { move: text } = words;

/** A longer list would be unreadable. */
const mostTimes = 150;

/** A free time in a list: "Mon, 23 Nov, 10:00". */
const freeTimeText = (startMs: number, timeZone: string): string => {
  const day = createCalendar(timeZone).dayOf(new Date(startMs));
  return `${columnDayText(day)}, ${clockWords(startMs, timeZone).time}`;
};

/** Fields for a time: one of the free times, or any day and time in the given zone. */
export function EnteredTimeFields({
  times,
  timeZone,
  suggestedMs,
  refused,
}: {
  /** The free start times, earliest first. */
  readonly times: readonly number[];
  readonly timeZone: string;
  /** The initial value of the day and time fields; null leaves them empty. */
  readonly suggestedMs: number | null;
  readonly refused: RefusedAction | null;
}) {
  const { entries = {}, errors = {} } = refused ?? {};
  const suggested =
    suggestedMs === null
      ? { day: '', time: '' }
      : {
          day: createCalendar(timeZone).dayOf(new Date(suggestedMs)),
          time: clockWords(suggestedMs, timeZone).time,
        };
  const shown = times.slice(0, mostTimes);
  const atMs = suggestedMs ?? times[0];
  return (
    <>
      <input type="hidden" name="zone" value={timeZone} />
      {shown.length > 0 && (
        <SelectField
          id="slot"
          name="slot"
          label={text.slot}
          defaultValue={entries['slot'] ?? ''}
          options={[
            { value: '', label: text.other },
            ...shown.map((startMs) => ({
              value: new Date(startMs).toISOString(),
              label: freeTimeText(startMs, timeZone),
            })),
          ]}
          error={errors['slot']}
          isWide
        />
      )}
      <TextField
        id="day"
        name="day"
        type="date"
        label={text.day}
        defaultValue={entries['day'] ?? suggested.day}
        error={errors['day']}
      />
      <TextField
        id="time"
        name="time"
        type="time"
        label={text.time}
        defaultValue={entries['time'] ?? suggested.time}
        error={errors['time']}
      />
      <p className="small dim" data-wide>
        {fill(text.hint, {
          zone: atMs === undefined ? placeOfZone(timeZone) : clockWords(atMs, timeZone).zone,
        })}
      </p>
    </>
  );
}

const { errors } = words;

type Entries = Readonly<Record<string, string>>;

export type TypedTime =
  | { readonly ok: true; readonly startMs: number }
  | { readonly ok: false; readonly refusal: ReturnType<typeof fieldRefusal> };

const wrong = (field: string, message: string): TypedTime => ({
  ok: false,
  refusal: fieldRefusal(field, message),
});

/** Returns the start of a call: the selected free time, or else the entered day and time. */
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
