import words from '#content/desk-calls.yaml';
import { hoursOf, type DayHours, type Host } from '../times/free-times.ts';
import { minutesOfDay, minuteText } from '../times/clock-text.ts';
import { createCalendar, createOffset, daysAfter } from '#src/platform/calendar.ts';
import { clockWords } from '#src/studio/clock-words.ts';
import { dayMs, minuteMs } from '#src/platform/durations.ts';
import { columnDayText } from './calendar-view.ts';
import { KindAndHost } from './call-mark.tsx';
import styles from './week-table.module.css';
import type { ListedCall } from './list-calls.ts';

const { calendar: text, states } = words;

/** The minutes in a row. */
const rowMin = 30;
/** The default hours if there are neither hosts nor calls. */
const usualHours = { fromMinute: 9 * 60, toMinute: 17 * 60 } as const;
/** Blocks are rounded to this many minutes: the style sheet has a rule for each step. */
const stepMin = 5;
/** The most simultaneous calls shown side by side; further ones overlap the last. */
const mostLanes = 6;

type Placed = {
  readonly call: ListedCall;
  readonly day: string;
  /** In minutes since local midnight. */
  readonly from: number;
  readonly to: number;
  readonly lane: number;
  /** The number of calls side by side. */
  readonly lanes: number;
};

/** Returns a call's position in its local day, cut off at midnight. */
function placeOf(call: ListedCall, timeZone: string): Placed {
  const { startsAt, endsAt } = call;
  const [hours = 0, minutes = 0] = clockWords(startsAt, timeZone).time.split(':').map(Number);
  const from = hours * 60 + minutes;
  const to = Math.min(from + (endsAt.getTime() - startsAt.getTime()) / minuteMs, minutesOfDay);
  return { call, day: createCalendar(timeZone).dayOf(startsAt), from, to, lane: 0, lanes: 1 };
}

/** Arranges overlapping calls of a day side by side. */
function sideBySide(calls: readonly Placed[]): Placed[] {
  const groups: Placed[][] = [];
  let until = -1;
  for (const call of calls.toSorted((one, other) => one.from - other.from)) {
    if (call.from < until) groups.at(-1)?.push(call);
    else groups.push([call]);
    until = Math.max(until, call.to);
  }
  return groups.flatMap((group) => {
    const ends: number[] = [];
    const placed = group.map((call) => {
      const free = ends.findIndex((end) => end <= call.from);
      const lane = Math.min(free < 0 ? ends.length : free, mostLanes - 1);
      ends[lane] = call.to;
      return { ...call, lane };
    });
    return placed.map((call) => ({ ...call, lanes: ends.length }));
  });
}

/** Returns the start minutes of the rows, covering the hosts' hours and all calls. */
function rowsOf(placed: readonly Placed[], hours: DayHours['hours'][number]): number[] {
  const first = Math.floor(Math.min(hours.fromMinute, ...placed.map(({ from }) => from)) / rowMin);
  const last = Math.ceil(Math.max(hours.toMinute, ...placed.map(({ to }) => to)) / rowMin);
  return Array.from({ length: last - first }, (_, n) => (first + n) * rowMin);
}

/**
 * Returns the first and last local minute of the hours of these hosts on the given days, or the default hours if
 * there are none.
 */
export function hoursShown(
  hosts: readonly Pick<Host, 'timeZone' | 'weekly' | 'exceptions'>[],
  days: readonly string[],
  timeZone: string,
): DayHours['hours'][number] {
  const { startOf } = createCalendar(timeZone);
  const offsetMsAt = createOffset(timeZone);
  const minuteAt = (ms: number) => ((ms + offsetMsAt(ms)) % dayMs) / minuteMs;
  const spans = days.flatMap((day) => {
    const [dayFrom, dayTo] = [day, daysAfter(day, 1)].map((one) => startOf(one).getTime()) as [
      number,
      number,
    ];
    return hosts
      .flatMap((host) => hoursOf(host, [dayFrom, dayTo]))
      .map(([from, to]): [number, number] => [Math.max(from, dayFrom), Math.min(to, dayTo)])
      .filter(([from, to]) => from < to)
      .map(([from, to]) => ({
        fromMinute: minuteAt(from),
        toMinute: to === dayTo ? minutesOfDay : minuteAt(to),
      }));
  });
  if (spans.length === 0) return usualHours;
  return {
    fromMinute: Math.min(...spans.map(({ fromMinute }) => fromMinute)),
    toMinute: Math.max(...spans.map(({ toMinute }) => toMinute)),
  };
}

/** Splits minutes into whole hours and a remainder, rounded to steps with a style rule each. */
function stepsOf(minutes: number) {
  const rounded = Math.round(minutes / stepMin) * stepMin;
  return { hours: Math.floor(rounded / 60), rest: rounded % 60 };
}

function Entry({
  placed,
  row,
  timeZone,
}: {
  readonly placed: Placed;
  readonly row: number;
  readonly timeZone: string;
}) {
  const { call, from: fromMinute, to: toMinute, lane, lanes } = placed;
  const { id, name, state, startsAt, endsAt, sequence } = call;
  const { hours, rest } = stepsOf(toMinute - fromMinute);
  const [from, to] = [startsAt, endsAt].map((moment) => clockWords(moment, timeZone).time);
  return (
    <a
      className={styles.call}
      href={`/desk/calls/${id}`}
      data-state={state}
      data-call={state === 'booked' ? sequence : undefined}
      data-name={name}
      data-after={stepsOf(fromMinute - row).rest || undefined}
      data-hours={hours || undefined}
      data-rest={rest || undefined}
      data-lane={lane || undefined}
      data-lanes={lanes > 1 ? lanes : undefined}
    >
      <span className="num">
        {from}–{to}
      </span>
      <bdi className={styles.name}>{name}</bdi>
      <KindAndHost {...call} />
      <span className="italic">{states[state]}</span>
    </a>
  );
}

/** A week with days as columns and half hours as rows. */
export function WeekTable({
  calls,
  days,
  hours,
  today,
  timeZone,
}: {
  readonly calls: readonly ListedCall[];
  /** YYYY-MM-DD. */
  readonly days: readonly string[];
  /** The hours that are always shown. */
  readonly hours: DayHours['hours'][number];
  readonly today: string;
  readonly timeZone: string;
}) {
  const ofDays = Map.groupBy(
    calls.map((call) => placeOf(call, timeZone)),
    ({ day }) => day,
  );
  const placed = [...ofDays.values()].flatMap(sideBySide);
  const rows = rowsOf(placed, hours);
  const beginIn = (day: string, row: number) =>
    placed.filter((one) => one.day === day && one.from >= row && one.from < row + rowMin);
  return (
    <table className={styles.week} data-week={timeZone}>
      <thead>
        <tr>
          <th scope="col">{text.time}</th>
          {days.map((day) => (
            <th key={day} scope="col" aria-current={day === today ? 'date' : undefined}>
              {columnDayText(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            <th scope="row" className="num">
              {minuteText(row)}
            </th>
            {days.map((day) => (
              <td key={day} data-day={day} data-time={minuteText(row)}>
                {beginIn(day, row).map((one) => (
                  <Entry key={one.call.id} placed={one} row={row} timeZone={timeZone} />
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
