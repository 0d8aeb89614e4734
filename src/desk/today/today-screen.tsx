import words from '#content/today.yaml';
import type { ListedCall } from '#src/features/calls/calendar/list-calls.ts';
import type { InboxLead } from '#src/features/leads/inbox/find-inbox.ts';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { dayText } from '#src/workspace/time-text.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';
import styles from './today-screen.module.css';

type Line = { readonly href: string; readonly title: string; readonly time: React.ReactNode };

function Lines({
  kind,
  lines,
}: {
  readonly kind: keyof typeof words.kinds;
  readonly lines: readonly Line[];
}) {
  if (lines.length === 0) return null;
  return (
    <Panel id={`today-${kind}`} title={words.kinds[kind]} aside={<span className="num">{lines.length}</span>}>
      <ul className={styles.list}>
        {lines.map(({ href, title, time }) => (
          <li key={href}>
            <a href={href} dir="auto">
              {title}
            </a>
            <span className="italic dim num">{time}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Renders what is waiting for the team: a region for each kind. */
export function TodayScreen({
  calls,
  leads,
  now,
}: {
  readonly calls: readonly ListedCall[];
  readonly leads: readonly InboxLead[];
  readonly now: Date;
}) {
  const isEmpty = calls.length === 0 && leads.length === 0;
  return (
    <div className="wrap">
      <DeskTitle title={words.title} above={dayText(studioDayOf(now))} />
      <div className={styles.kinds} id="today" data-live>
        {isEmpty && <Empty>{words.nothing}</Empty>}
        <Lines
          kind="call"
          lines={calls.map(({ id, name, startsAt }) => ({
            href: `/desk/calls/${id}`,
            title: name,
            time: <DeskTime at={startsAt} now={now} />,
          }))}
        />
        <Lines
          kind="lead"
          lines={leads.flatMap(({ id, name, waitingSince }) => {
            if (waitingSince === null) return [];
            const values = { time: <DeskTime at={waitingSince} now={now} /> };
            const time = <FormattedText template={words.since} values={values} />;
            return [{ href: `/desk/leads/${id}`, title: name, time }];
          })}
        />
      </div>
    </div>
  );
}
