import portal from '#content/portal.yaml';
import words from '#content/project.yaml';
import type { FoundProject } from './find-project.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import styles from './project-head.module.css';
import { percentClassOf, ProjectMark } from '#src/features/projects/project-mark.tsx';
import { projectDayText } from '#src/features/projects/when-delivered.ts';
import { projectCodeOf } from '#src/features/projects/project-status.ts';
import { fill } from '#src/platform/fill.ts';

/** The head of a client's project page: number, due date, name, status and progress. */
export function ProjectHead({
  project,
  isSample,
}: {
  readonly project: FoundProject['project'];
  readonly isSample: boolean;
}) {
  const { number, name, status, progress } = project;
  return (
    <header className={styles.head} id="project-head" data-live>
      <div className={styles.words}>
        <nav aria-label={words.where}>
          <ArrowLink className={styles.up} label={words.projects} icon="arrow-left" href="/portal/projects" />
        </nav>
        <div className={`italic ${styles.facts}`}>
          <span className="num">{projectCodeOf(number)}</span>
          <span className="num">{projectDayText(project, portal.project)}</span>
          {isSample && <span>{portal.sample}</span>}
        </div>
        <h1 className="title-1" dir="auto">
          {name}
        </h1>
      </div>
      <div className={styles.state}>
        <ProjectMark status={status} />
        <p className={`num ${styles.percent}`}>
          <span className={percentClassOf(progress)} aria-hidden="true">
            {progress}%
          </span>
          <span className="sr-only">{fill(words.done, { percent: String(progress) })}</span>
        </p>
      </div>
    </header>
  );
}
