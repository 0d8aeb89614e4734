import words from '#content/desk-projects.yaml';
import { momentText } from '#src/features/workspace/moment-text.ts';
import { fill, nameOf } from '#src/platform/fill.ts';
import portal from '#content/portal.yaml';
import { Empty } from '#src/ui/empty.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { isStatus } from '#src/features/projects/project-status.ts';
import type { ProjectPageData } from './project-page.ts';
import styles from './project-activity.module.css';

const { activity: texts, statuses } = words;

type Deed = ProjectPageData['activity'][number];

const statusName = (text = '') => (isStatus(text) ? statuses[text] : text);

/** What was done, in words; a kind without words of its own is said as it is written down. */
function sentenceOf({ kind, details }: Deed): string {
  const template = Object.hasOwn(texts.kinds, kind)
    ? texts.kinds[kind as keyof typeof texts.kinds]
    : kind.replaceAll('-', ' ');
  return fill(template, {
    milestone: nameOf(details['milestone'], ''),
    file: nameOf(details['file'], ''),
    invoice: details['invoice'] ?? '',
    reason: nameOf(details['reason'], '', 300),
    from: statusName(details['from']),
    to: statusName(details['to']),
  });
}

/** Who did what in a project and when, the latest first. */
export function ProjectActivity({ deeds, now }: { readonly deeds: readonly Deed[]; readonly now: Date }) {
  return (
    <Panel id="activity" title={texts.title}>
      {deeds.length === 0 && (
        <div className={styles.empty}>
          <Empty>{texts.empty}</Empty>
        </div>
      )}
      <ol className={styles.deeds} id="deeds" data-live>
        {deeds.map((deed) => (
          <li key={deed.id}>
            <bdi>{deed.actorName}</bdi> <span dir="auto">{sentenceOf(deed)}</span>{' '}
            <time className="italic dim" dateTime={deed.at.toISOString()}>
              {momentText(deed.at, now, portal.today)}
            </time>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
