import type { Permission } from '#src/features/accounts/people/person.table.ts';
import portal from '#content/portal.yaml';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { countWord } from '#src/workspace/count-words.ts';
import styles from './dashboard.module.css';
import type { Dashboard as DashboardData } from './find-dashboard.ts';
import { NotificationsPanel } from '#src/features/notifications/panel/notifications-panel.tsx';
import { WaitingPanel } from './waiting-panel.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import { dayText } from '#src/workspace/time-text.ts';
import { projectFigureOf, projectCodeOf } from '#src/features/projects/project-status.ts';
import { percentClassOf, ProjectMark } from '#src/features/projects/project-mark.tsx';
import type { projects } from '#src/features/projects/project.table.ts';
import projectRowStyles from './project-row.module.css';
import { Step, Steps } from '#src/ui/steps.tsx';
import type { ProjectMilestone } from '#src/features/projects/milestones/milestones.ts';
import nextMilestonesStyles from './next-milestones.module.css';

const { dashboard: nextMilestonesWords } = portal;

type NextMilestone = ProjectMilestone & { /** Its name. */ readonly project: string };

/** Returns up to six milestones, starting with the last two completed ones. */
function nearest(milestones: readonly NextMilestone[]): readonly NextMilestone[] {
  const firstOpen = milestones.findIndex(({ completedAt }) => completedAt === null);
  const from = Math.max(0, firstOpen - 2);
  return milestones.slice(from, from + 6);
}

/** Renders the milestones around the next open one of the project due next; null if none is open. */
function NextMilestones({ milestones }: { readonly milestones: readonly NextMilestone[] }) {
  const [first] = milestones;
  if (!first) return null;
  return (
    <Panel
      id="milestones-title"
      title={fill(nextMilestonesWords.milestones, { project: first.project })}
      className={nextMilestonesStyles.panel}
    >
      <Steps>
        {nearest(milestones).map(({ id, title, description, dueOn, completedAt }) => (
          <Step key={id} isDone={completedAt !== null}>
            <bdi>{title}</bdi>.{completedAt && <span className="sr-only"> {nextMilestonesWords.done}.</span>}{' '}
            <span className="dim">
              <bdi>{description}</bdi>
              {description && dueOn && ', '}
              {dueOn && dayText(dueOn)}
            </span>
          </Step>
        ))}
      </Steps>
    </Panel>
  );
}

type ListedProject = Pick<
  typeof projects.$inferSelect,
  'id' | 'number' | 'name' | 'description' | 'status' | 'progress' | 'dueOn'
>;

/** Renders a project as one row that links to its page. */
function ProjectRow({ project }: { readonly project: ListedProject }) {
  const { id, number, name, description, status, progress, dueOn } = project;
  const { due, noDue } = portal.project;
  return (
    <article className={projectRowStyles.row} aria-labelledby={`project-${id}`}>
      <div className={projectRowStyles.plate}>
        <Figure slug={projectFigureOf(number)} />
      </div>
      <div className={projectRowStyles.words}>
        <p className={`italic ${projectRowStyles.meta}`}>
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
      <div className={projectRowStyles.state}>
        <p className={`num ${projectRowStyles.percent} ${percentClassOf(progress)}`}>{progress}%</p>
        <div className={projectRowStyles.bar}>
          <ProgressBar percent={progress} />
        </div>
        <p className={projectRowStyles.mark}>
          <ProjectMark status={status} />
        </p>
      </div>
    </article>
  );
}

const { dashboard: words } = portal;

function FirstProjects({ projects }: Pick<DashboardData, 'projects'>) {
  const total = projects[0]?.total ?? 0;
  const all = total === 1 ? words.oneProject : fill(words.allProjects, { count: countWord(total) });
  return (
    <section id="projects" data-live aria-labelledby="projects-title">
      <h2 className="sr-only" id="projects-title">
        {words.projects}
      </h2>
      {total === 0 ? (
        <Empty>{words.noProjects}</Empty>
      ) : (
        <>
          <div>
            {projects.map((project) => (
              <ProjectRow key={project.id} project={project} />
            ))}
          </div>
          <p className={styles.all}>
            <ArrowLink label={all} href="/portal/projects" />
          </p>
        </>
      )}
    </section>
  );
}

/** Renders a client's dashboard: waiting items, next projects and milestones, and notifications. */
export function Dashboard({
  data,
  notificationCount,
  today,
  permission,
  children,
}: {
  readonly data: DashboardData;
  readonly notificationCount: number;
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly permission: Permission;
  /** The client's calls. */
  readonly children: React.ReactNode;
}) {
  return (
    <div className={styles.dashboard}>
      <div className={styles.side} id="waiting" data-live>
        <WaitingPanel {...data} {...{ today, permission }} />
        {children}
      </div>
      <div className={styles.main}>
        <FirstProjects projects={data.projects} />
        <div id="milestones" data-live>
          <NextMilestones milestones={data.milestones} />
        </div>
      </div>
      <div className={styles.side} id="notifications" data-live>
        <NotificationsPanel
          notifications={data.notifications}
          count={notificationCount}
          permission={permission}
        />
      </div>
    </div>
  );
}
