import words from '#content/call-hours.yaml';
import { DoneMessage, RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { ActivityList } from '#src/workspace/activity-list.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { DaysPanel } from './days-panel.tsx';
import type { StudioHours, HostHours, NextTimes } from './find-hours.ts';
import styles from './hours.module.css';
import { KindsPanel } from './kinds-panel.tsx';
import { unreadCalendarRules } from '../call.table.ts';
import { placeOfZone, clockWords } from '#src/studio/clock-words.ts';
import type { CallSettings } from '../times/find-hosts.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { RuleSentence, weekTexts } from './hours-fields.tsx';
import { studioCalendar } from '#src/studio/studio-calendar.ts';

/**
 * The page of the studio's call settings: the next free times, hosts, settings, kinds of calls and holidays.
 */
export function StudioHoursScreen({
  hours,
  now,
  said,
  refused,
}: {
  readonly hours: StudioHours;
  readonly now: Date;
  /** The confirmation of the last action, if any. */
  readonly said: string | undefined;
  readonly refused: RefusedAction | null;
}) {
  const liveUnless = (...actions: string[]) => (actions.includes(refused?.action ?? '') ? undefined : '');
  const { settings, kinds, hosts, others, holidays, today, times, changes } = hours;
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle title={words.title} back={{ href: '/desk/calls', label: words.crumb }} />
      <RefusedMessage refused={refused} className={styles.said} />
      <DoneMessage said={said} refused={refused} className={styles.said} />
      <div className={styles.panels}>
        <div className={styles.column}>
          <div id="call-hosts" data-live>
            <HostsPanel hosts={hosts} others={others} />
          </div>
          <div id="call-settings" data-live={liveUnless('save-settings')}>
            <SettingsPanel settings={settings} refused={refused} />
          </div>
        </div>
        <div className={styles.column}>
          <div id="call-times" data-live>
            <NextTimesPanel times={times} now={now} />
          </div>
          <DaysPanel owner="studio" all={holidays} today={today} refused={refused} />
          <div id="call-kinds" data-live={liveUnless('add-kind', 'change-kind')}>
            <KindsPanel kinds={kinds} refused={refused} />
          </div>
        </div>
      </div>
      <div id="call-history" data-live>
        {changes.length > 0 && (
          <Panel id="history" title={words.history} className={styles.history}>
            <ActivityList activity={changes} now={now} />
          </Panel>
        )}
      </div>
    </div>
  );
}

const { settings: text, hosts: hostWords } = words;

type Refused = { readonly refused: RefusedAction | null };

/** The form with the settings of the discovery call. */
function SettingsPanel({ settings, refused }: { readonly settings: CallSettings } & Refused) {
  const ofSettings = refused?.action === 'save-settings' ? refused : null;
  const { entries = {}, errors = {} } = ofSettings ?? {};
  const values = { ...settings, noticeHours: settings.noticeMin / 60 };
  const rules = { values, refused: ofSettings };
  return (
    <Panel id="settings" title={text.title}>
      <form className={styles.form} method="post" action="?do=save-settings" noValidate>
        <RuleSentence
          {...rules}
          template={text.lengthRule}
          labels={{ lengthMin: text.lengthMin, stepMin: text.stepMin }}
          hint={text.stepHint}
        />
        <RuleSentence
          {...rules}
          template={text.noticeRule}
          labels={{ noticeHours: text.noticeHours, horizonDays: text.horizonDays }}
        />
        <RuleSentence
          {...rules}
          template={text.bufferRule}
          labels={{ bufferBeforeMin: text.bufferBeforeMin, bufferAfterMin: text.bufferAfterMin }}
        />
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
function HostsPanel({
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

const { next: nextCopy } = words;
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
          {fill(nextCopy.more, { count: String(left), day: clockWords(lastMs, timeZone).day })}
        </p>
      )}
    </div>
  );
}

/** The next times that a visitor is offered, or why there are none. */
function NextTimesPanel({ times, now }: { readonly times: NextTimes; readonly now: Date }) {
  const zone = clockWords(now, timeZone).zone;
  return (
    <Panel id="next" title={nextCopy.title}>
      <p className={`small dim ${styles.part}`}>{fill(nextCopy.hint, { zone })}</p>
      {'why' in times ? <p className={styles.part}>{nextCopy.why[times.why]}</p> : <Times {...times} />}
    </Panel>
  );
}
