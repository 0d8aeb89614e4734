import words from '#content/desk-projects.yaml';
import { listText } from '#src/workspace/count-words.ts';
import { momentText } from '#src/workspace/moment-text.ts';
import { findChange } from '#src/features/notifications/kinds/known-kinds.ts';
import { fill, nameOf } from '#src/platform/fill.ts';
import portal from '#content/portal.yaml';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { isStatus } from '#src/features/projects/project-status.ts';
import type { ProjectActivityEntry } from '#src/features/projects/list-project-activity.ts';
import styles from './project-activity.module.css';

const { activity: texts, statuses } = words;

const statusName = (text = '') => (isStatus(text) ? statuses[text] : text);

/** Names the fields that were changed, of which a row holds the keys; those of a newer version are the details. */
function changedText(keys = ''): string {
  const names = keys.split(' ').filter((key) => key !== 'details' && Object.hasOwn(texts.fields, key));
  return names.length === 0
    ? texts.fields.details
    : listText(names.map((key) => texts.fields[key as keyof typeof texts.fields]));
}

/** The sentence about what was done; one for what a newer version has written down. */
function sentenceOf({ kind, details }: ProjectActivityEntry): string {
  const template = kind === 'lead-converted' ? texts.kinds[kind] : findChange(kind)?.deskHistory;
  return fill(template ?? texts.something, {
    changed: changedText(details['changed']),
    milestone: nameOf(details['milestone'], ''),
    file: nameOf(details['file'], ''),
    newer: nameOf(details['newer'], ''),
    recording: nameOf(details['recording'], ''),
    version: details['version'] ?? '',
    invoice: details['invoice'] ?? '',
    time: details['time'] ?? '',
    link: nameOf(details['link'], '', 100),
    reason: nameOf(details['reason'], '', 300),
    from: statusName(details['from']),
    to: statusName(details['to']),
  });
}

/** The activity in a project, the latest first. */
export function ProjectActivity({
  entries,
  now,
}: {
  readonly entries: readonly ProjectActivityEntry[];
  readonly now: Date;
}) {
  return (
    <Panel id="activity" title={texts.title}>
      {entries.length === 0 && (
        <div className={styles.empty}>
          <Empty>{texts.empty}</Empty>
        </div>
      )}
      <ol className={styles.deeds} id="deeds" data-live>
        {entries.map((entry) => (
          <li key={entry.id}>
            <bdi>{entry.actorName}</bdi> <span dir="auto">{sentenceOf(entry)}</span>{' '}
            <time className="italic dim" dateTime={entry.at.toISOString()}>
              {momentText(entry.at, now, portal.today)}
            </time>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
