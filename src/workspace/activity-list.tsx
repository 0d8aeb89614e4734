import words from '#content/desk.yaml';
import { fill, wordsFor } from '#src/platform/fill.ts';
import { ActivityGroup, groupActivity } from './activity-groups.tsx';
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
      {groupActivity(activity).map((group) => {
        const [{ id, at, actorName }] = group;
        return group.length > 1 ? (
          <li key={id}>
            <ActivityGroup group={group} actor={actorName} sentences={group.map(activityText)} />
            <span className="italic dim">
              <DeskTime at={at} now={now} />
            </span>
          </li>
        ) : (
          <li key={id}>
            <span dir="auto">{activityText(group[0])}</span>
            <span className="italic dim">
              <bdi>{actorName}</bdi>, <DeskTime at={at} now={now} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
