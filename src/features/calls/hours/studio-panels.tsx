import words from '#content/call-hours.yaml';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { unreadCalendarRules } from '../call.table.ts';
import { placeOfZone } from '#src/studio/clock-words.ts';
import type { CallSettings } from '#src/features/calls/times/find-hosts.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import type { HostHours } from './find-hours.ts';
import { weekTexts } from './hours-text.ts';
import styles from './hours.module.css';

const { settings: text, hosts: hostWords } = words;

type Refused = { readonly refused: RefusedAction | null };

/** The form with the settings of the discovery call. */
export function SettingsPanel({ settings, refused }: { readonly settings: CallSettings } & Refused) {
  const { entries = {}, errors = {} } = refused?.action === 'save-settings' ? refused : {};
  const values = { ...settings, noticeHours: settings.noticeMin / 60 };
  const numberOf = (name: Exclude<keyof typeof values, 'noticeMin' | 'place' | 'unreadCalendar'>) => ({
    id: name,
    name,
    label: text[name],
    defaultValue: entries[name] ?? String(values[name]),
    error: errors[name],
    inputMode: 'numeric' as const,
    autoComplete: 'off',
  });
  return (
    <Panel id="settings" title={text.title}>
      <form className={styles.form} method="post" action="?do=save-settings" noValidate>
        <div className={`${styles.pair} ${styles.numbers}`}>
          <TextField {...numberOf('lengthMin')} />
          <TextField {...numberOf('stepMin')} hint={text.stepHint} />
          <TextField {...numberOf('noticeHours')} hint={text.noticeHint} />
          <TextField {...numberOf('horizonDays')} />
          <TextField {...numberOf('bufferBeforeMin')} />
          <TextField {...numberOf('bufferAfterMin')} />
        </div>
        <TextField
          id="place"
          name="place"
          label={text.place}
          hint={text.placeHint}
          optionalMark={words.optional}
          defaultValue={entries['place'] ?? settings.place}
          error={errors['place']}
          dir="auto"
          autoComplete="off"
        />
        <SelectField
          id="unreadCalendar"
          name="unreadCalendar"
          label={text.unreadCalendar}
          hint={text.unreadHint}
          defaultValue={entries['unreadCalendar'] ?? settings.unreadCalendar}
          error={errors['unreadCalendar']}
          options={unreadCalendarRules.map((rule) => ({ value: rule, label: text.rules[rule] }))}
        />
        <div className={styles.buttons}>
          <Button type="submit" label={text.save} />
        </div>
      </form>
    </Panel>
  );
}

function HostRow({ host }: { readonly host: HostHours }) {
  const { id, name, isTakingCalls, timeZone, dailyMost, weekly } = host;
  const facts = fill(hostWords.facts, { place: placeOfZone(timeZone), most: String(dailyMost) });
  return (
    <li className={styles.row}>
      <div>
        <p dir="auto">{name}</p>
        <p className="small dim">{isTakingCalls ? facts : hostWords.off}</p>
        {weekly.length === 0 ? (
          <p className="small">{hostWords.noHours}</p>
        ) : (
          weekTexts(weekly).map((line) => (
            <p className="small" key={line}>
              {line}
            </p>
          ))
        )}
      </div>
      <a
        href={`/desk/calls/hours/${id}`}
        aria-label={fill(hostWords.of, { action: hostWords.open, person: name })}
      >
        {hostWords.open}
      </a>
    </li>
  );
}

/** The hosts, and the team members who could become hosts. */
export function HostsPanel({
  hosts,
  others,
}: {
  readonly hosts: readonly HostHours[];
  readonly others: readonly { readonly id: string; readonly name: string }[];
}) {
  return (
    <Panel id="hosts" title={hostWords.title}>
      <p className={`small dim ${styles.part}`}>{hosts.length > 0 ? hostWords.hint : hostWords.empty}</p>
      <ul>
        {hosts.map((host) => (
          <HostRow key={host.id} host={host} />
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h3 className={`small dim ${styles.part}`}>{hostWords.others}</h3>
          <ul>
            {others.map(({ id, name }) => (
              <li className={styles.row} key={id}>
                <p dir="auto">{name}</p>
                <PostButton
                  action="?do=add-host"
                  fields={{ id }}
                  label={hostWords.add}
                  name={fill(hostWords.of, { action: hostWords.add, person: name })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
