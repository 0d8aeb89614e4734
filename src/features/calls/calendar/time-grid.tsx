import words from '#content/desk-calls.yaml';
import { minuteText } from '../times/clock-text.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { clockWords } from '#src/studio/clock-words.ts';
import { calendarHref, columnDayText, type CalendarFilter } from './calendar-view.ts';
import { closedOf, rowMin, rowsOf, type Column, type Minutes, type Placed } from './calendar-columns.ts';
import { KindAndHost } from './call-mark.tsx';
import { HostMark } from './host-mark.tsx';
import styles from './time-grid.module.css';
import type { CalendarHost } from './list-calls.ts';

const { calendar: text, states } = words;

/** Blocks are rounded to this many minutes: the style sheet has a rule for each step. */
const stepMin = 5;

/** The table's columns per call side by side; a day without hours and calls is narrower. */
const unitsOf = ({ lanes, open, placed, hostId }: Column) =>
  open.length === 0 && placed.length === 0 && hostId === null ? 3 : lanes * 4;

/** Splits minutes into whole hours and a remainder, rounded to steps with a style rule each. */
function stepsOf(minutes: number) {
  const rounded = Math.max(stepMin, Math.round(minutes / stepMin) * stepMin);
  return { hours: Math.floor(rounded / 60), rest: rounded % 60 };
}

/** Returns how much text fits into a call of these minutes; undefined for all of it. */
const sizeOf = (minutes: number) =>
  minutes < 15 ? 'short' : minutes < 20 ? 'quarter' : minutes < 40 ? 'half' : undefined;

function Entry({
  placed,
  row,
  timeZone,
  hostIndex,
  isMarked,
  isPast,
}: {
  readonly placed: Placed;
  readonly row: number;
  readonly timeZone: string;
  readonly hostIndex: number;
  /** False in a column of the host. */
  readonly isMarked: boolean;
  readonly isPast: boolean;
}) {
  const { call, from: fromMinute, to: toMinute, lane, lanes } = placed;
  const { id, name, host, hostId, state, startsAt, endsAt, sequence } = call;
  const { hours, rest } = stepsOf(toMinute - fromMinute);
  const [from, to] = [startsAt, endsAt].map((moment) => clockWords(moment, timeZone).time);
  const after = Math.round((fromMinute - row) / stepMin) * stepMin;
  return (
    <a
      className={styles.call}
      href={`/desk/calls/${id}`}
      data-state={state}
      data-past={isPast || undefined}
      data-call={state === 'booked' ? sequence : undefined}
      data-name={name}
      data-host={hostId}
      data-size={sizeOf(toMinute - fromMinute)}
      data-after={after || undefined}
      data-hours={hours || undefined}
      data-rest={rest || undefined}
      data-lane={lane || undefined}
      data-lanes={lanes > 1 ? lanes : undefined}
    >
      <span className={styles.line}>
        <span className="num">
          {from}
          <span className={styles.until}>–{to}</span>
        </span>
        {isMarked && <HostMark name={host} index={hostIndex} />}
      </span>
      <bdi className={styles.name}>{name}</bdi>
      <span className={state === 'booked' ? 'sr-only' : styles.state}>{states[state]}</span>
      <span className={styles.kind}>
        <KindAndHost {...call} />
      </span>
    </a>
  );
}

/** Closed and past hours behind a column, to scale, and the line of the present moment. */
function Backdrop({
  column: { open },
  shown,
  nowMinute,
}: {
  readonly column: Column;
  readonly shown: Minutes;
  /** The present minute: 0 or less before the day, infinite after it. */
  readonly nowMinute: number;
}) {
  const { from, to } = shown;
  const box = {
    'aria-hidden': true,
    viewBox: `0 ${from} 100 ${to - from}`,
    height: `${((to - from) / rowMin) * 3}rem`,
    preserveAspectRatio: 'none',
  } as const;
  const pastMin = Math.min(nowMinute, to) - from;
  const isNow = nowMinute > from && nowMinute < to;
  return (
    <>
      <svg className={styles.backdrop} {...box}>
        {closedOf(open, shown).map((span) => (
          <rect
            key={span.from}
            className={styles.closed}
            y={span.from}
            width="100"
            height={span.to - span.from}
          />
        ))}
        {pastMin > 0 && <rect className={styles.past} y={from} width="100" height={pastMin} />}
      </svg>
      {isNow && (
        <svg className={styles.now} {...box}>
          <g data-now={Math.round(nowMinute)} transform={`translate(0 ${Math.round(nowMinute)})`}>
            <path d="M0 0h100" />
            <path d="M0 0h0" data-dot="" />
          </g>
        </svg>
      )}
    </>
  );
}

const keyOf = ({ day, hostId }: Column) => `${day} ${hostId}`;

/** The head of a column: the day with a link to its view, or the host with a link to their calls. */
function Heading({
  column,
  hosts,
  filter,
  today,
}: {
  readonly column: Column;
  readonly hosts: readonly CalendarHost[];
  readonly filter: CalendarFilter;
  readonly today: string;
}) {
  const { day, hostId } = column;
  const index = hosts.findIndex(({ id }) => id === hostId);
  const name = hosts[index]?.name ?? '';
  return (
    <th
      colSpan={unitsOf(column)}
      scope="col"
      aria-current={day === today ? 'date' : undefined}
      data-past={day < today || undefined}
    >
      {hostId === null ? (
        <a href={calendarHref({ ...filter, view: 'day', day })}>{columnDayText(day)}</a>
      ) : (
        <a href={calendarHref({ ...filter, hostIds: [hostId] })}>
          <HostMark name={name} index={index} /> <bdi>{name}</bdi>
        </a>
      )}
    </th>
  );
}

/**
 * A week with days as columns, or a day with hosts as columns. Rows are half hours of the same height; calls are as
 * high as they are long.
 */
export function TimeGrid({
  columns,
  hosts,
  filter,
  today,
  now,
  timeZone,
}: {
  readonly columns: readonly Column[];
  /** All hosts, in the order of their shapes. */
  readonly hosts: readonly CalendarHost[];
  readonly filter: CalendarFilter;
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly now: Date;
  readonly timeZone: string;
}) {
  const rows = rowsOf(columns);
  const [first = 0, last = 0] = [rows[0], rows.at(-1)];
  const [hour = 0, minute = 0] = clockWords(now, timeZone).time.split(':').map(Number);
  const nowMinuteOf = (day: string) =>
    day === today ? hour * 60 + minute : day < today ? Infinity : -Infinity;
  const indexOf = (hostId: string) => hosts.findIndex(({ id }) => id === hostId);
  return (
    <div className={styles.scroll}>
      <div className={styles.wide}>
        {/* As wide as the columns have to be; the table divides the rest in proportion. */}
        <div className={styles.widths} aria-hidden="true">
          {columns.map((column) => (
            <i key={keyOf(column)} data-lanes={column.lanes} />
          ))}
        </div>
        <table
          className={styles.grid}
          data-week={timeZone}
          data-zero={now.getTime() - (hour * 60 + minute) * minuteMs}
        >
          <colgroup>
            <col className={styles.times} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{text.time}</span>
              </th>
              {columns.map((column) => (
                <Heading key={keyOf(column)} {...{ column, hosts, filter, today }} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row} data-hour={row % 60 === 0 || undefined}>
                <th scope="row" className="num">
                  <span className={row % 60 === 0 ? undefined : 'sr-only'}>{minuteText(row)}</span>
                </th>
                {columns.map((column) => (
                  <td
                    key={keyOf(column)}
                    colSpan={unitsOf(column)}
                    data-day={column.day}
                    data-time={minuteText(row)}
                    data-host={column.hostId ?? undefined}
                  >
                    {row === first && (
                      <Backdrop
                        column={column}
                        shown={{ from: first, to: last + rowMin }}
                        nowMinute={nowMinuteOf(column.day)}
                      />
                    )}
                    {column.placed
                      .filter(({ from }) => from >= row && from < row + rowMin)
                      .map((placed) => (
                        <Entry
                          key={placed.call.id}
                          {...{ placed, row, timeZone }}
                          hostIndex={indexOf(placed.call.hostId)}
                          isMarked={column.hostId === null}
                          isPast={placed.call.endsAt <= now}
                        />
                      ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
