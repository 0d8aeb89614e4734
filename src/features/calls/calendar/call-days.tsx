import { createCalendar } from '#src/platform/calendar.ts';
import words from '#content/desk-calls.yaml';
import table from '#src/workspace/desk-table.module.css';
import { clockWords } from '#src/studio/clock-words.ts';
import { Empty } from '#src/ui/panel.tsx';
import styles from './call-days.module.css';
import { CallMark, KindAndHost } from './call-mark.tsx';
import { wholeDayText } from './calendar-zone.ts';
import type { ListedCall } from './list-calls.ts';

function Row({ call, timeZone }: { readonly call: ListedCall; readonly timeZone: string }) {
  const [from, to] = [call.startsAt, call.endsAt].map((moment) => clockWords(moment, timeZone).time);
  return (
    <li className={styles.call}>
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

/** Calls day by day, without the days that have none. */
export function CallDays({
  calls,
  timeZone,
}: {
  readonly calls: readonly ListedCall[];
  readonly timeZone: string;
}) {
  const { dayOf } = createCalendar(timeZone);
  const days = Map.groupBy(calls, ({ startsAt }) => dayOf(startsAt));
  if (calls.length === 0)
    return (
      <div className={styles.empty}>
        <Empty>{words.calendar.empty}</Empty>
      </div>
    );
  return (
    <div className={styles.days}>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={wholeDayText(day)}>
          <h2 className={styles.day}>{wholeDayText(day)}</h2>
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
