import words from '#content/call-hours.yaml';
import { DoneMessage, RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { Tick } from '#src/ui/choice.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import type { ListedCalendar } from '../icalendar/host-calendars.ts';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { CalendarsPanel } from './calendars-panel.tsx';
import type { OtherDays } from './days-actions.ts';
import { DaysPanel } from './days-panel.tsx';
import { type HostHours, zoneOptions } from './find-hours.ts';
import { DayLine, RuleSentence, weekdays } from './hours-fields.tsx';
import styles from './hours.module.css';
import { placeOfZone } from '#src/studio/clock-words.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';

const { host: text, feed } = words;

/** The first option, which follows the studio's time zone. */
const studioZone = {
  value: '',
  label: fill(text.studioZone, { place: placeOfZone(studioCalendar.timeZone) }),
};

type HostProps = { readonly host: HostHours; readonly refused: RefusedAction | null };

function RulesPanel({ host, refused }: HostProps) {
  const { entries, errors = {} } = refused?.action === 'change-host' ? refused : {};
  const isTaking = entries ? entries['isTakingCalls'] === 'yes' : host.isTakingCalls;
  return (
    <Panel id="rules" title={text.rules}>
      <form className={styles.form} method="post" action="?do=change-host" noValidate>
        <Tick name="isTakingCalls" label={text.isTakingCalls} hint={text.takingHint} isChosen={isTaking} />
        <SelectField
          id="timeZone"
          name="timeZone"
          label={text.timeZone}
          hint={text.zoneHint}
          defaultValue={entries?.['timeZone'] ?? host.ownZone ?? ''}
          error={errors['timeZone']}
          options={[studioZone, ...zoneOptions(host.timeZone)]}
        />
        <RuleSentence
          template={text.dailyRule}
          labels={{ dailyMost: text.dailyMost }}
          values={{ dailyMost: host.dailyMost }}
          refused={refused?.action === 'change-host' ? refused : null}
        />
        <div className={styles.buttons}>
          <Button type="submit" label={text.save} />
        </div>
      </form>
    </Panel>
  );
}

function WeekPanel({ host, refused }: HostProps) {
  const ofWeek = refused?.action === 'save-hours' ? refused : null;
  return (
    <Panel id="week" title={text.week}>
      <form className={styles.form} method="post" action="?do=save-hours" noValidate>
        <p className="small dim">{text.weekHint}</p>
        {weekdays.map((weekday) => (
          <DayLine
            key={weekday}
            weekday={weekday}
            hours={host.weekly.filter((one) => one.weekday === weekday)}
            refused={ofWeek}
          />
        ))}
        <div className={styles.buttons}>
          <Button type="submit" label={text.saveWeek} />
        </div>
      </form>
    </Panel>
  );
}

/** The feed address with which a host's calendar subscribes to their calls. */
function FeedPanel({ address }: { readonly address: string }) {
  return (
    <Panel id="feed" title={feed.title}>
      <p className={`small dim ${styles.part}`}>{feed.hint}</p>
      <p className={`${styles.part} ${styles.address}`}>{address}</p>
      <details className={styles.part}>
        <summary>{feed.renew}</summary>
        <p className="small">{feed.renewText}</p>
        <PostButton action="?do=renew-feed" label={feed.renewSure} variant="danger" />
      </details>
    </Panel>
  );
}

/** The page of a host's hours, days off and settings. */
export function HostHoursScreen({
  host,
  days,
  today,
  calendars,
  feedAddress,
  now,
  said,
  refused,
}: HostProps & {
  readonly calendars: readonly ListedCalendar[];
  readonly feedAddress: string;
  readonly now: Date;
  readonly days: readonly OtherDays[];
  /** Today in the host's zone. */
  readonly today: string;
  /** The confirmation of the last action, if any. */
  readonly said: string | undefined;
}) {
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle
        title={fill(text.title, { person: host.name })}
        back={{ href: '/desk/calls/hours', label: words.title }}
      />
      <RefusedMessage refused={refused} className={styles.said} />
      <DoneMessage said={said} refused={refused} className={styles.said} />
      <div className={styles.panels}>
        <div id="call-week" data-live={refused?.action === 'save-hours' ? undefined : ''}>
          <WeekPanel host={host} refused={refused} />
        </div>
        <div className={styles.column}>
          <div id="call-rules" data-live={refused?.action === 'change-host' ? undefined : ''}>
            <RulesPanel host={host} refused={refused} />
          </div>
          <div id="call-feed" data-live>
            <FeedPanel address={feedAddress} />
          </div>
          <CalendarsPanel calendars={calendars} now={now} refused={refused} />
          <DaysPanel owner="host" all={days} today={today} refused={refused} />
        </div>
      </div>
    </div>
  );
}
