import words from '#content/call-hours.yaml';
import { clockWords } from '#src/studio/clock-words.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { fill } from '#src/platform/fill.ts';
import { Panel } from '#src/ui/panel.tsx';
import styles from './hours.module.css';
import type { NextTimes } from './next-times.ts';

const { next: text } = words;
const { timeZone } = studioCalendar;

function Times({ startsMs, count, lastMs }: Extract<NextTimes, { startsMs: unknown }>) {
  const days = [...Map.groupBy(startsMs, (startMs) => clockWords(startMs, timeZone).day)];
  const left = count - startsMs.length;
  return (
    <div className={`${styles.part} ${styles.days}`}>
      {days.map(([day, ofDay]) => (
        <div key={day}>
          <p>{day}</p>
          <ul className={styles.times}>
            {ofDay.map((startMs) => (
              <li key={startMs}>
                <time dateTime={new Date(startMs).toISOString()}>{clockWords(startMs, timeZone).time}</time>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {left > 0 && (
        <p className="small dim">
          {fill(text.more, { count: String(left), day: clockWords(lastMs, timeZone).day })}
        </p>
      )}
    </div>
  );
}

/** The next times that a visitor is offered, or why there are none. */
export function NextTimesPanel({ times, now }: { readonly times: NextTimes; readonly now: Date }) {
  const zone = clockWords(now, timeZone).zone;
  return (
    <Panel id="next" title={text.title}>
      <p className={`small dim ${styles.part}`}>{fill(text.hint, { zone })}</p>
      {'why' in times ? <p className={styles.part}>{text.why[times.why]}</p> : <Times {...times} />}
    </Panel>
  );
}
