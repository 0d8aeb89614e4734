import words from '#content/desk-calls.yaml';
import { createCalendar } from '#src/platform/calendar.ts';
import { clockWords } from '#src/studio/clock-words.ts';
import { Empty } from '#src/ui/panel.tsx';
import table from '#src/workspace/desk-table.module.css';
import styles from './call-days.module.css';
import { CallMark, KindAndHost } from './call-mark.tsx';
import { wholeDayText } from './calendar-view.ts';
import { HostMark } from './host-mark.tsx';
import type { CalendarHost, ListedCall } from './list-calls.ts';

const { calendar: text } = words;

type Shown = {
  /** All hosts, in the order of their shapes. */
  readonly hosts: readonly CalendarHost[];
  readonly now: Date;
  readonly timeZone: string;
};

function Row({ call, hosts, now, timeZone }: Shown & { readonly call: ListedCall }) {
  const [from, to] = [call.startsAt, call.endsAt].map((moment) => clockWords(moment, timeZone).time);
  return (
    <li className={styles.call} data-past={call.endsAt <= now || undefined} data-state={call.state}>
      <span className="num">
        {from}–{to}
      </span>
      <a href={`/desk/calls/${call.id}`} className={table.name} dir="auto">
        {call.name}
      </a>
      <span className={styles.host}>
        <HostMark name={call.host} index={hosts.findIndex(({ id }) => id === call.hostId)} />
        <KindAndHost {...call} />
      </span>
      <CallMark state={call.state} />
    </li>
  );
}

/** Calls as a list by day. */
export function CallDays({
  calls,
  today,
  ...shown
}: Shown & {
  readonly calls: readonly ListedCall[];
  /** YYYY-MM-DD. */
  readonly today: string;
}) {
  const { dayOf } = createCalendar(shown.timeZone);
  const days = Map.groupBy(calls, ({ startsAt }) => dayOf(startsAt));
  if (calls.length === 0)
    return (
      <div className={styles.empty}>
        <Empty>{text.empty}</Empty>
      </div>
    );
  return (
    <div className={styles.days}>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={wholeDayText(day)}>
          <h3 className={styles.day} data-past={day < today || undefined}>
            {wholeDayText(day)}
            {day === today && <span className={styles.today}>{text.today}</span>}
          </h3>
          <ul>
            {ofDay.map((call) => (
              <Row key={call.id} call={call} {...shown} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
