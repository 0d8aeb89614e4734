import words from '#content/call-hours.yaml';
import { DoneNotice } from '#src/features/accounts/access/done-notice.tsx';
import { RefusedNotice } from '#src/features/accounts/access/refused-notice.tsx';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { ActivityList } from '#src/workspace/activity-list.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { DaysPanel } from './days-panel.tsx';
import type { StudioHours } from './find-studio-hours.ts';
import styles from './hours.module.css';
import { KindsPanel } from './kinds-panel.tsx';
import { NextTimesPanel } from './next-times-panel.tsx';
import { HostsPanel, SettingsPanel } from './studio-panels.tsx';

/** The page that says how calls are given out: the next free times, the hosts, the settings, kinds of calls and holidays. */
export function StudioHoursScreen({
  hours,
  now,
  said,
  refused,
}: {
  readonly hours: StudioHours;
  readonly now: Date;
  /** A message about what was just done, if anything. */
  readonly said: string | undefined;
  readonly refused: RefusedAction | null;
}) {
  const liveUnless = (...actions: string[]) => (actions.includes(refused?.action ?? '') ? undefined : '');
  const { settings, kinds, hosts, others, holidays, today, times, changes } = hours;
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle title={words.title} back={{ href: '/desk/calls', label: words.crumb }} />
      <RefusedNotice refused={refused} className={styles.said} />
      <DoneNotice said={said} refused={refused} className={styles.said} />
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
          <DaysPanel whose="studio" all={holidays} today={today} refused={refused} />
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
