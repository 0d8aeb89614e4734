import words from '#content/call-hours.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import type { ListedCalendar } from '../icalendar/host-calendars.ts';
import { whenText } from '#src/studio/when-text.ts';
import { hourMs, minuteMs } from '#src/platform/durations.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { StateMark, type MarkShape } from '#src/ui/state-mark.tsx';
import styles from './hours.module.css';

const { calendars: text } = words;

/** Returns why a calendar could not be read, as text. */
export function calendarReasonText(failure: string): string {
  const status = /^status-(\d+)$/.exec(failure)?.[1];
  if (status !== undefined) return fill(text.status, { status });
  const { why } = text;
  return Object.hasOwn(why, failure) ? why[failure as keyof typeof why] : why.unreachable;
}

/** Calendars are read every 15 minutes, so one that is over an hour old is late. */
const freshMs = hourMs;

function agoText(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / minuteMs);
  if (minutes < 1) return text.justNow;
  return minutes < 60 ? fill(text.minutesAgo, { count: String(minutes) }) : whenText(at);
}

/** Returns the result of a calendar's last reading and the age of its busy times. */
function stateText({ readAt, failure, madeAt, busyTimes }: ListedCalendar, now: Date): string {
  if (failure !== null) {
    const since = whenText(readAt ?? madeAt);
    return fill(readAt === null ? text.neverRead : text.failing, { since, why: calendarReasonText(failure) });
  }
  if (readAt === null) return text.waiting;
  return fill(text.read, { when: agoText(readAt, now), count: String(busyTimes) });
}

/** Returns the mark for the state: read recently, earlier, never, or unreadable. */
function shapeOf({ readAt, failure }: ListedCalendar, now: Date): MarkShape {
  if (failure !== null) return 'diamond';
  if (readAt === null) return 'empty';
  return now.getTime() - readAt.getTime() < freshMs ? 'full' : 'half';
}

const remarkKinds = Object.keys(text.remarks) as (keyof typeof text.remarks)[];

function CalendarRow({ calendar, now }: { readonly calendar: ListedCalendar; readonly now: Date }) {
  const { id, name, leftOut, remarks } = calendar;
  const of = (action: string) => fill(text.of, { action, calendar: name });
  return (
    <li className={styles.row}>
      <div>
        <p>{name}</p>
        <p className="small">
          <StateMark shape={shapeOf(calendar, now)} label={stateText(calendar, now)} wraps />
        </p>
        {leftOut > 0 && <p className="small">{fill(text.leftOut, { count: String(leftOut) })}</p>}
        {remarkKinds.map((kind) => {
          const count = remarks[kind] ?? 0;
          return (
            count > 0 && (
              <p className="small" key={kind}>
                {fill(text.remarks[kind], { count: String(count) })}
              </p>
            )
          );
        })}
      </div>
      <div className={styles.buttons}>
        <PostButton action="?do=read-calendar" fields={{ id }} label={text.readNow} name={of(text.readNow)} />
        <PostButton
          action="?do=remove-calendar"
          fields={{ id }}
          label={text.remove}
          name={of(text.remove)}
          variant="danger"
        />
      </div>
    </li>
  );
}

/** A host's external calendars, the results of reading them, and the form to add one. */
export function CalendarsPanel({
  calendars,
  now,
  refused,
}: {
  readonly calendars: readonly ListedCalendar[];
  readonly now: Date;
  readonly refused: RefusedAction | null;
}) {
  const { entries = {}, errors = {} } = refused?.action === 'add-calendar' ? refused : {};
  return (
    <Panel id="calendars" title={text.title}>
      <p className={`small dim ${styles.part}`}>{text.hint}</p>
      {calendars.length === 0 ? (
        <p className={`small dim ${styles.part}`} id="call-calendars" data-live>
          {text.empty}
        </p>
      ) : (
        <ul id="call-calendars" data-live>
          {calendars.map((calendar) => (
            <CalendarRow key={calendar.id} calendar={calendar} now={now} />
          ))}
        </ul>
      )}
      <form className={styles.form} method="post" action="?do=add-calendar" noValidate>
        <TextField
          id="address"
          name="address"
          label={text.address}
          hint={text.addressHint}
          defaultValue={entries['address']}
          error={errors['address']}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          id="calendar"
          name="calendar"
          label={text.name}
          optionalMark={words.optional}
          hint={text.nameHint}
          defaultValue={entries['calendar']}
          error={errors['calendar']}
          autoComplete="off"
        />
        <div className={styles.buttons}>
          <Button type="submit" variant="secondary" label={text.add} />
        </div>
      </form>
    </Panel>
  );
}
