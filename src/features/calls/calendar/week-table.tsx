import words from '#content/desk-calls.yaml';
import { minuteText } from '#src/features/calls/times/minute-text.ts';
import { createCalendar } from '#src/platform/calendar.ts';
import { clockWords } from '#src/features/site/clock-words.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { columnDayText } from './calendar-zone.ts';
import { KindAndHost } from './call-mark.tsx';
import styles from './week-table.module.css';
import type { ListedCall } from './list-calls.ts';

const { calendar: text, states } = words;

/** A row is half an hour. */
const rowMin = 30;
/** The minutes of the day that the table always shows, whatever the calls. */
const usualHours = [9 * 60, 17 * 60] as const;

/** A call in the minutes of its day by the clocks of a zone; what goes on past midnight is left out. */
function placeOf(call: ListedCall, timeZone: string) {
  const { startsAt, endsAt } = call;
  const [hours = 0, minutes = 0] = clockWords(startsAt, timeZone).time.split(':').map(Number);
  const from = hours * 60 + minutes;
  const to = Math.min(from + (endsAt.getTime() - startsAt.getTime()) / minuteMs, 1440);
  return { call, day: createCalendar(timeZone).dayOf(startsAt), from, to };
}

/** The minutes at which rows begin: the usual hours, and those of calls outside them. */
function rowsOf(placed: readonly { readonly from: number; readonly to: number }[]): number[] {
  const [opens, closes] = usualHours;
  const first = Math.floor(Math.min(opens, ...placed.map(({ from }) => from)) / rowMin);
  const last = Math.ceil(Math.max(closes, ...placed.map(({ to }) => to)) / rowMin);
  return Array.from({ length: last - first }, (_, n) => (first + n) * rowMin);
}

function Entry({ call, timeZone }: { readonly call: ListedCall; readonly timeZone: string }) {
  const { id, name, state, startsAt, endsAt, sequence } = call;
  const [from, to] = [startsAt, endsAt].map((moment) => clockWords(moment, timeZone).time);
  return (
    <a
      className={styles.call}
      href={`/desk/calls/${id}`}
      data-state={state}
      data-call={state === 'booked' ? sequence : undefined}
      data-name={name}
    >
      <span className="num">
        {from} – {to}
      </span>
      <bdi className={styles.name}>{name}</bdi>
      <KindAndHost {...call} />
      <span className="italic">{states[state]}</span>
    </a>
  );
}

/** A week: days as columns, half hours as rows. */
export function WeekTable({
  calls,
  days,
  today,
  timeZone,
}: {
  readonly calls: readonly ListedCall[];
  /** YYYY-MM-DD. */
  readonly days: readonly string[];
  readonly today: string;
  readonly timeZone: string;
}) {
  const placed = calls.map((call) => placeOf(call, timeZone));
  const rows = rowsOf(placed);
  const beginIn = (day: string, row: number) =>
    placed.filter((one) => one.day === day && one.from >= row && one.from < row + rowMin);
  const goOnIn = (day: string, row: number) =>
    placed.filter((one) => one.day === day && one.from < row && one.to > row);
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
                {goOnIn(day, row).map(({ call }) => (
                  <span key={call.id} className={styles.rest} data-state={call.state} />
                ))}
                {beginIn(day, row).map(({ call }) => (
                  <Entry key={call.id} call={call} timeZone={timeZone} />
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
