import portal from '#content/portal.yaml';
import words from '#content/project.yaml';
import '#src/ui/wave.css';
import { StateMark, type MarkShape } from '#src/ui/state-mark.tsx';
import type { FoundProject } from './find-project.ts';
import { dayText } from '#src/features/workspace/moment-text.ts';
import styles from './project-head.module.css';
import { projectCodeOf, type ProjectStatus } from '#src/features/projects/project-status.ts';

/** The shape beside each status, the same everywhere. */
const shapes: Readonly<Record<ProjectStatus, MarkShape>> = {
  backlog: 'empty',
  'in-progress': 'half',
  review: 'signal',
  delivered: 'full',
};

/** A figure's width says how much it is: wdth = 62 + 0.63 per percent, in the steps of wave.css. */
const widthClassOf = (percent: number) => `w${62 + 3 * Math.round((0.63 * percent) / 3)}`;

/** What project this is and how far it got. */
export function ProjectHead({
  project: { number, name, status, progress, dueOn },
  isSample,
}: {
  readonly project: FoundProject['project'];
  readonly isSample: boolean;
}) {
  return (
    <header className={styles.head} id="project-head" data-live>
      <div className={styles.words}>
        <div className={`italic ${styles.facts}`}>
          <nav aria-label={words.where}>
            <a className={styles.up} href="/portal/projects">
              {words.projects}
            </a>
          </nav>
          <span className="num">{projectCodeOf(number)}</span>
          <span className="num">
            {dueOn ? portal.project.due.replace('{day}', dayText(dueOn)) : portal.project.noDue}
          </span>
          {isSample && <span>{portal.sample}</span>}
        </div>
        <h1 dir="auto">{name}</h1>
      </div>
      <div className={styles.state}>
        <StateMark shape={shapes[status]} label={portal.statuses[status]} />
        <p className={`num ${styles.percent}`}>
          <span className={widthClassOf(progress)} aria-hidden="true">
            {progress}%
          </span>
          <span className="sr-only">{words.done.replace('{percent}', String(progress))}</span>
        </p>
      </div>
    </header>
  );
}
