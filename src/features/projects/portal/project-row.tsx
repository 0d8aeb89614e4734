import portal from '#content/portal.yaml';
import { Figure } from '#src/ui/figure.tsx';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import { fill } from '#src/platform/fill.ts';
import { dayText } from '#src/workspace/moment-text.ts';
import { projectFigureOf, projectCodeOf } from '#src/features/projects/project-status.ts';
import { percentClassOf, ProjectMark } from '#src/features/projects/project-mark.tsx';
import type { projects } from '#src/features/projects/project.table.ts';
import styles from './project-row.module.css';

type ListedProject = Pick<
  typeof projects.$inferSelect,
  'id' | 'number' | 'name' | 'description' | 'status' | 'progress' | 'dueOn'
>;

/** A project in one row that links to its page. */
export function ProjectRow({ project }: { readonly project: ListedProject }) {
  const { id, number, name, description, status, progress, dueOn } = project;
  const { due, noDue } = portal.project;
  return (
    <article className={styles.row} aria-labelledby={`project-${id}`}>
      <div className={styles.plate}>
        <Figure slug={projectFigureOf(number)} />
      </div>
      <div className={styles.words}>
        <p className={`italic ${styles.meta}`}>
          <span>{projectCodeOf(number)}</span>
          <span>{dueOn ? fill(due, { day: dayText(dueOn) }) : noDue}</span>
        </p>
        <h3 className="title-3" id={`project-${id}`}>
          <a href={`/portal/projects/${id}`}>
            <bdi>{name}</bdi>
          </a>
        </h3>
        <p className="small dim" dir="auto">
          {description}
        </p>
      </div>
      <div className={styles.state}>
        <p className={`num ${styles.percent} ${percentClassOf(progress)}`}>{progress}%</p>
        <div className={styles.bar}>
          <ProgressBar percent={progress} />
        </div>
        <p className={styles.mark}>
          <ProjectMark status={status} />
        </p>
      </div>
    </article>
  );
}
