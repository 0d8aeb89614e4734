import words from '#content/desk-calls.yaml';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import filters from '#src/workspace/filter-links.module.css';
import { fill } from '#src/platform/fill.ts';
import { Icon } from '#src/ui/icon.tsx';
import { CallDays } from './call-days.tsx';
import type { Column } from './calendar-columns.ts';
import {
  calendarHref,
  calendarViews,
  daysOf,
  shiftedBy,
  spanTexts,
  wholeDayText,
  zoneOn,
  type CalendarFilter,
  type CalendarView,
} from './calendar-view.ts';
import styles from './calendar-screen.module.css';
import { HostMark } from './host-mark.tsx';
import type { CalendarHost, ListedCall, NextCall } from './list-calls.ts';
import { NextCallLine } from './next-call.tsx';
import { TimeGrid } from './time-grid.tsx';

const { calendar: text } = words;

function Days({ filter, today }: { readonly filter: CalendarFilter; readonly today: string }) {
  return (
    <nav className={`${filters.links} ${styles.days}`} aria-label={text.days}>
      <a href={calendarHref(shiftedBy(filter, -1))} rel="prev" aria-label={text.earlier}>
        <Icon name="arrow-left" />
      </a>
      <a href={calendarHref({ ...filter, day: today })}>{text.today}</a>
      <a href={calendarHref(shiftedBy(filter, 1))} rel="next" aria-label={text.later}>
        <Icon name="arrow-right" />
      </a>
    </nav>
  );
}

/** Links to the views. `current` is the one that is shown. */
function Views({
  filter,
  current,
  className,
}: {
  readonly filter: CalendarFilter;
  readonly current: CalendarView;
  readonly className?: string | undefined;
}) {
  return (
    <nav className={[filters.links, className].filter(Boolean).join(' ')} aria-label={text.shown}>
      {calendarViews.map((view) => (
        <a
          key={view}
          href={calendarHref({ ...filter, view })}
          aria-current={view === current ? 'page' : undefined}
        >
          {text.views[view]}
        </a>
      ))}
    </nav>
  );
}

/** A toggle per host; with none on, the calls of all hosts are shown. */
function Hosts({
  filter,
  hosts,
}: {
  readonly filter: CalendarFilter;
  readonly hosts: readonly CalendarHost[];
}) {
  const { hostIds } = filter;
  const shown = hosts
    .map((host, index) => ({ ...host, index }))
    .filter(({ id, hasLeft }) => !hasLeft || hostIds.includes(id));
  if (shown.length < 2) return null;
  return (
    <nav className={filters.links} aria-label={text.host}>
      {shown.map(({ id, name, index }) => {
        const isOn = hostIds.includes(id);
        const next = isOn ? hostIds.filter((other) => other !== id) : [...hostIds, id];
        return (
          <a key={id} href={calendarHref({ ...filter, hostIds: next })} aria-current={isOn || undefined}>
            <HostMark name={name} index={index} />
            <bdi className={styles.host}>{name}</bdi>
          </a>
        );
      })}
    </nav>
  );
}

function datesOf(filter: CalendarFilter): string {
  if (filter.view === 'day') return wholeDayText(filter.day);
  return fill(text.span, spanTexts(daysOf(filter)));
}

/** The desk's calendar of calls: the next call, then a week, a day or a list. */
export function CalendarScreen({
  calls,
  columns,
  hosts,
  next,
  filter,
  today,
  now,
  timeZone,
}: {
  readonly calls: readonly ListedCall[];
  /** The columns of the week or the day. */
  readonly columns: readonly Column[];
  /** All hosts, in the order of their shapes. */
  readonly hosts: readonly CalendarHost[];
  readonly next: NextCall | null;
  readonly filter: CalendarFilter;
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly now: Date;
  readonly timeZone: string;
}) {
  const { view } = filter;
  const isGrid = view !== 'list';
  const days = <CallDays {...{ calls, hosts, today, now, timeZone }} />;
  return (
    <div className="wrap" data-calendar>
      <DeskTitle title={text.title}>
        <a className={styles.hours} href="/desk/calls/hours">
          {text.hours}
        </a>
      </DeskTitle>
      <div id="next-call" data-live>
        <NextCallLine {...{ next, now, timeZone }} />
      </div>
      <div className={styles.bar}>
        <Days filter={filter} today={today} />
        <h2 className={styles.dates}>{datesOf(filter)}</h2>
        {view === null ? (
          <>
            <Views filter={filter} current="week" className={styles.wide} />
            <Views filter={filter} current="list" className={styles.narrow} />
          </>
        ) : (
          <Views filter={filter} current={view} />
        )}
        <Hosts filter={filter} hosts={hosts} />
      </div>
      <div className={styles.box} id="calendar" data-live data-view={view ?? 'week'}>
        {isGrid && (
          <div className={view === null ? styles.wide : undefined}>
            <TimeGrid {...{ columns, hosts, filter, today, now, timeZone }} />
          </div>
        )}
        {!isGrid && days}
        {view === null && <div className={styles.narrow}>{days}</div>}
      </div>
      <p className={`italic dim ${styles.hint}`}>
        {fill(text.zone, { zone: zoneOn(daysOf(filter), timeZone) })}{' '}
        {isGrid && <span className={styles.drag}>{text.drag}</span>}
      </p>
    </div>
  );
}
