import portal from '#content/portal.yaml';
import { Empty } from '#src/ui/panel.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import type { Board } from './find-board.ts';
import { projectDayText } from '#src/features/projects/when-delivered.ts';
import styles from './project-board.module.css';
import { projectFigureOf } from '#src/features/projects/project-figure.ts';
import { ProjectMark } from '#src/features/projects/project-mark.tsx';
import { projectCodeOf } from '#src/features/projects/project-status.ts';

const { board: words, project: dates } = portal;

type BoardProject = Board[number]['projects'][number];

function Card({ project }: { readonly project: BoardProject }) {
  const { id, number, name, description, progress } = project;
  return (
    <article className={styles.card} aria-labelledby={`project-${id}`}>
      <div className={styles.top}>
        <div className={styles.words}>
          <p className="italic small dim">{projectCodeOf(number)}</p>
          <h3 id={`project-${id}`}>
            <a href={`/portal/projects/${id}`}>
              <bdi>{name}</bdi>
            </a>
          </h3>
        </div>
        <Figure slug={projectFigureOf(number)} />
      </div>
      <p className={`small dim ${styles.description}`} dir="auto">
        {description}
      </p>
      <ProgressBar percent={progress} />
      <p className={`italic ${styles.meta}`}>
        <span className="num">
          {progress}%<span className="sr-only"> {words.done}</span>
        </span>
        <span>{projectDayText(project, dates)}</span>
      </p>
    </article>
  );
}

/** A client's projects in the four columns. On narrow screens the columns scroll sideways: by the browser, or to a card's link. */
export function ProjectBoard({ board }: { readonly board: Board }) {
  return (
    <div className={styles.scroller} role="region" aria-label={words.title}>
      <div className={styles.board} id="board" data-live>
        {board.map(({ status, projects }) => (
          <section key={status} aria-labelledby={`column-${status}`}>
            <div className={styles.head}>
              <h2 id={`column-${status}`}>
                <ProjectMark status={status} />
              </h2>
              <span className="italic dim num">{projects.length}</span>
            </div>
            {projects.map((project) => (
              <Card key={project.id} project={project} />
            ))}
            {status === 'delivered' ? (
              <Empty>{words.delivered}</Empty>
            ) : (
              projects.length === 0 && <p className={`small dim ${styles.none}`}>{words.empty}</p>
            )}
          </section>
        ))}
      </div>
    </div>
  );
}
