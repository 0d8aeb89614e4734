import words from '#content/desk-calls.yaml';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { fill } from '#src/platform/fill.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/field.tsx';
import {
  calendarHref,
  calendarViews,
  daysOf,
  shiftedBy,
  type CalendarFilter,
  columnDayText,
  wholeDayText,
  zoneOn,
} from './calendar-view.ts';
import styles from './calendar-screen.module.css';
import filters from '#src/workspace/filter-links.module.css';
import type { CalendarHost, ListedCall } from './list-calls.ts';
import { WeekTable } from './week-table.tsx';
import { createCalendar } from '#src/platform/calendar.ts';
import table from '#src/workspace/desk-table.module.css';
import { clockWords } from '#src/studio/clock-words.ts';
import { Empty } from '#src/ui/panel.tsx';
import dayStyles from './call-days.module.css';
import { CallMark, KindAndHost } from './call-mark.tsx';

const { calendar: text } = words;

function Views({ filter }: { readonly filter: CalendarFilter }) {
  return (
    <nav className={filters.links} aria-label={text.shown}>
      {calendarViews.map((view) => (
        <a
          key={view}
          href={calendarHref({ ...filter, view })}
          aria-current={view === filter.view ? 'page' : undefined}
        >
          {text.views[view]}
        </a>
      ))}
    </nav>
  );
}

function Days({ filter, today }: { readonly filter: CalendarFilter; readonly today: string }) {
  return (
    <nav className={filters.links} aria-label={text.days}>
      <a href={calendarHref(shiftedBy(filter, -1))} rel="prev">
        {text.earlier}
      </a>
      <a href={calendarHref({ ...filter, day: today })}>{text.today}</a>
      <a href={calendarHref(shiftedBy(filter, 1))} rel="next">
        {text.later}
      </a>
    </nav>
  );
}

function HostFilter({
  filter,
  hosts,
}: {
  readonly filter: CalendarFilter;
  readonly hosts: readonly CalendarHost[];
}) {
  if (hosts.length < 2) return null;
  const options = [
    { value: '', label: text.everybody },
    ...hosts.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <form className={styles.filter} method="get" action="/desk/calls">
      <input type="hidden" name="view" value={filter.view} />
      <input type="hidden" name="day" value={filter.day} />
      <SelectField
        id="host"
        name="host"
        label={text.host}
        options={options}
        defaultValue={filter.hostId ?? ''}
      />
      <Button type="submit" label={text.show} variant="secondary" size="small" />
    </form>
  );
}

function headingOf(filter: CalendarFilter): string {
  const days = daysOf(filter);
  const [first = filter.day, last = filter.day] = [days[0], days.at(-1)];
  if (filter.view === 'day') return wholeDayText(filter.day);
  return fill(text.span, { from: columnDayText(first), to: `${columnDayText(last)} ${last.slice(0, 4)}` });
}

/** The desk's calendar of calls: a week, a day or a list. */
export function CalendarScreen({
  calls,
  hosts,
  hours,
  filter,
  today,
  timeZone,
}: {
  readonly calls: readonly ListedCall[];
  readonly hosts: readonly CalendarHost[];
  /** The hours that the week always shows. */
  readonly hours: React.ComponentProps<typeof WeekTable>['hours'];
  readonly filter: CalendarFilter;
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly timeZone: string;
}) {
  return (
    <div className="wrap" data-calendar>
      <DeskTitle title={text.title} above={headingOf(filter)}>
        <Views filter={filter} />
        <ButtonLink href="/desk/calls/hours" label={text.hours} variant="secondary" size="small" />
      </DeskTitle>
      <div className={styles.bar}>
        <Days filter={filter} today={today} />
        <HostFilter filter={filter} hosts={hosts} />
      </div>
      <p className={`small dim ${styles.zone}`}>
        {fill(text.zone, { zone: zoneOn(daysOf(filter), timeZone) })}
      </p>
      <div className={styles.list} id="calendar" data-live data-view={filter.view}>
        {filter.view === 'week' && (
          <div className={styles.wide}>
            <WeekTable {...{ calls, hours, today, timeZone }} days={daysOf(filter)} />
          </div>
        )}
        <div className={filter.view === 'week' ? styles.narrow : undefined}>
          <CallDays calls={calls} timeZone={timeZone} />
        </div>
      </div>
      {filter.view === 'week' && <p className={`italic dim ${styles.wide} ${styles.hint}`}>{text.drag}</p>}
    </div>
  );
}

function Row({ call, timeZone }: { readonly call: ListedCall; readonly timeZone: string }) {
  const [from, to] = [call.startsAt, call.endsAt].map((moment) => clockWords(moment, timeZone).time);
  return (
    <li className={dayStyles.call}>
      <span className="num">
        {from}–{to}
      </span>
      <a href={`/desk/calls/${call.id}`} className={table.name} dir="auto">
        {call.name}
      </a>
      <KindAndHost {...call} />
      <CallMark state={call.state} />
    </li>
  );
}

/** Calls by day, omitting days without calls. */
function CallDays({ calls, timeZone }: { readonly calls: readonly ListedCall[]; readonly timeZone: string }) {
  const { dayOf } = createCalendar(timeZone);
  const days = Map.groupBy(calls, ({ startsAt }) => dayOf(startsAt));
  if (calls.length === 0)
    return (
      <div className={dayStyles.empty}>
        <Empty>{words.calendar.empty}</Empty>
      </div>
    );
  return (
    <div className={dayStyles.days}>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={wholeDayText(day)}>
          <h2 className={dayStyles.day}>{wholeDayText(day)}</h2>
          <ul>
            {ofDay.map((call) => (
              <Row key={call.id} call={call} timeZone={timeZone} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
