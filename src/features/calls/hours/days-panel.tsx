import words from '#content/call-hours.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { dayText } from '#src/workspace/time-text.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import type { OtherDays } from './days-actions.ts';
import { dayHoursText } from './hours-form.ts';
import styles from './hours.module.css';

const { days: text } = words;

const daysText = ({ fromDay, toDay }: OtherDays) =>
  fromDay === toDay ? dayText(fromDay) : fill(text.span, { from: dayText(fromDay), to: dayText(toDay) });

function DaysRow({ days, hasHours }: { readonly days: OtherDays; readonly hasHours: boolean }) {
  const { fromDay, toDay, hours, note } = days;
  const when = daysText(days);
  return (
    <li className={styles.row}>
      <div>
        <p>{when}</p>
        {note !== '' && <p dir="auto">{note}</p>}
        {hasHours && <p className="small dim">{hours.length > 0 ? dayHoursText(hours) : text.away}</p>}
      </div>
      <PostButton
        action="?do=remove-days"
        fields={{ fromDay, toDay }}
        label={text.remove}
        variant="danger"
        name={fill(text.of, { action: text.remove, days: when })}
      />
    </li>
  );
}

function DaysForm({
  hasHours,
  today,
  refused,
}: {
  readonly hasHours: boolean;
  readonly today: string;
  readonly refused: RefusedAction | null;
}) {
  const { entries = {}, errors = {} } = refused ?? {};
  const of = (name: 'fromDay' | 'toDay' | 'note') => ({
    id: name,
    name,
    label: text[name],
    defaultValue: entries[name],
    error: errors[name],
  });
  return (
    <form className={styles.form} method="post" action="?do=add-days" noValidate>
      <div className={styles.pair}>
        <TextField {...of('fromDay')} type="date" min={today} />
        <TextField {...of('toDay')} type="date" min={today} hint={text.toHint} />
      </div>
      {hasHours && (
        <TextField
          id="dayHours"
          name="dayHours"
          label={words.host.daysHours}
          defaultValue={entries['dayHours']}
          error={errors['dayHours']}
          optionalMark={words.optional}
          placeholder={words.host.closed}
          autoComplete="off"
          maxLength={120}
        />
      )}
      <TextField
        {...of('note')}
        dir="auto"
        autoComplete="off"
        optionalMark={words.optional}
        hint={text.noteHint}
      />
      <div className={styles.buttons}>
        <Button type="submit" label={text.add} variant="secondary" />
      </div>
    </form>
  );
}

/** Days that differ from the week: a host's, or the studio's holidays. */
export function DaysPanel({
  owner,
  all,
  today,
  refused,
}: {
  readonly owner: 'host' | 'studio';
  readonly all: readonly OtherDays[];
  /** Today in the host's or the studio's zone. */
  readonly today: string;
  readonly refused: RefusedAction | null;
}) {
  const hasHours = owner === 'host';
  const { host, holidays } = words;
  const copy = hasHours
    ? { title: host.days, hint: host.daysHint, empty: host.daysEmpty }
    : { title: holidays.title, hint: holidays.hint, empty: holidays.empty };
  return (
    <Panel id="days" title={copy.title}>
      <p className={`small dim ${styles.part}`}>{copy.hint}</p>
      {all.length === 0 ? (
        <p className={`small dim ${styles.part}`} id="call-days" data-live>
          {copy.empty}
        </p>
      ) : (
        <ul id="call-days" data-live>
          {all.map((days) => (
            <DaysRow key={days.fromDay} days={days} hasHours={hasHours} />
          ))}
        </ul>
      )}
      <DaysForm hasHours={hasHours} today={today} refused={refused?.action === 'add-days' ? refused : null} />
    </Panel>
  );
}
