import words from '#content/desk.yaml';
import { fill, wordsFor } from '#src/platform/fill.ts';
import { DeskTime } from './desk-time.tsx';
import type { activity } from '#src/features/accounts/people/activity.table.ts';
import styles from './activity-list.module.css';

const { kinds, something } = words.activity;

type Activity = typeof activity.$inferSelect;

/** An activity as a sentence; a neutral one for a kind of a newer version. */
function activityText({ kind, details }: Pick<Activity, 'kind' | 'details'>): string {
  return fill(wordsFor(kinds, kind, something), details, '').trim();
}

/** Lists who did what and when, the latest first. */
export function ActivityList({
  activity,
  now,
}: {
  readonly activity: readonly Activity[];
  readonly now: Date;
}) {
  if (activity.length === 0) return <p className={`small dim ${styles.none}`}>{words.lead.noActivity}</p>;
  return (
    <ol className={styles.list}>
      {activity.map(({ id, at, actorName, ...entry }) => (
        <li key={id}>
          <span dir="auto">{activityText(entry)}</span>
          <span className="italic dim">
            <bdi>{actorName}</bdi>, <DeskTime at={at} now={now} />
          </span>
        </li>
      ))}
    </ol>
  );
}
