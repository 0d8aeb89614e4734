import portal from '#content/portal.yaml';
import { Figure } from '#src/ui/figure.tsx';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import '#src/ui/wave.css';
import { dayText } from '#src/features/workspace/moment-text.ts';
import { projectFigureOf } from '#src/features/projects/project-figure.ts';
import { ProjectMark } from '#src/features/projects/project-mark.tsx';
import type { projects } from '#src/features/projects/project.table.ts';
import styles from './project-row.module.css';
import { projectCodeOf } from '#src/features/projects/project-status.ts';

/** The width that a figure in percent is set in: 62 + 0.63 a percent, in steps of 3. */
const widthClassOf = (percent: number) => `w${62 + 3 * Math.round((0.63 * percent) / 3)}`;

type ProjectGlance = Pick<
  typeof projects.$inferSelect,
  'id' | 'number' | 'name' | 'description' | 'status' | 'progress' | 'dueOn'
>;

/** A project at a glance, as a link to its page. */
export function ProjectRow({ project }: { readonly project: ProjectGlance }) {
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
          <span>{dueOn ? due.replace('{day}', dayText(dueOn)) : noDue}</span>
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
        <p className={`num ${styles.percent} ${widthClassOf(progress)}`}>{progress}%</p>
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
