import portal from '#content/portal.yaml';
import { Empty } from '#src/ui/panel.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import { fileStateCounts, projectDayText, whenDelivered } from './project-activity.ts';
import styles from './client-board.module.css';
import {
  projectFigureOf,
  projectCodeOf,
  projectStatuses,
  type ProjectStatus,
} from '#src/features/projects/project-status.ts';
import { FileStateCounts, ProjectMark } from '#src/features/projects/project-mark.tsx';
import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** Finds a client's projects by status, the earliest due date first, in one query. */
export async function findBoard(db: Db, clientId: string) {
  const moved = whenDelivered(db, projects);
  const found = await db
    .select({
      id: projects.id,
      number: projects.number,
      name: projects.name,
      description: projects.description,
      status: projects.status,
      progress: projects.progress,
      dueOn: projects.dueOn,
      /** Null unless it is delivered. */
      deliveredAt: moved.at,
      ...fileStateCounts,
    })
    .from(projects)
    .leftJoinLateral(moved, sql`true`)
    .where(eq(projects.clientId, clientId))
    .orderBy(sql`${projects.dueOn} asc nulls last`, projects.number);
  const byStatus = Map.groupBy(found, ({ status }) => status);
  return projectStatuses.map((status) => ({ status, projects: byStatus.get(status) ?? [] }));
}

type Board = readonly {
  readonly status: ProjectStatus;
  readonly projects: Awaited<ReturnType<typeof findBoard>>[number]['projects'];
}[];

/** Lists the ids of a client's projects, the oldest first. */
export async function listProjectIds(db: Db, clientId: string): Promise<string[]> {
  const own = await db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.clientId, clientId))
    .orderBy(asc(projects.number));
  return own.map(({ id }) => id);
}

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
      <FileStateCounts {...project} />
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
        {board.map(({ status, projects: shown }) => (
          <section key={status} aria-labelledby={`column-${status}`}>
            <div className={styles.head}>
              <h2 id={`column-${status}`}>
                <ProjectMark status={status} />
              </h2>
              <span className="italic dim num">{shown.length}</span>
            </div>
            {shown.map((project) => (
              <Card key={project.id} project={project} />
            ))}
            {status === 'delivered' ? (
              <Empty>{words.delivered}</Empty>
            ) : (
              shown.length === 0 && <p className={`small dim ${styles.none}`}>{words.empty}</p>
            )}
          </section>
        ))}
      </div>
    </div>
  );
}
