import type { May } from '#src/features/accounts/people/person.table.ts';
import portal from '#content/portal.yaml';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Empty } from '#src/ui/panel.tsx';
import { countWord } from '#src/workspace/count-words.ts';
import styles from './dashboard.module.css';
import type { Dashboard as DashboardData } from './find-dashboard.ts';
import { NextMilestones } from '#src/features/projects/milestones/next-milestones.tsx';
import { NotificationsPanel } from '#src/features/notifications/panel/notifications-panel.tsx';
import { ProjectRow } from '#src/features/projects/portal/project-row.tsx';
import { WaitingPanel } from './waiting-panel.tsx';

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

/** A client's dashboard: what waits for them, their nearest projects, the next milestones and notifications. */
export function Dashboard({
  data,
  notificationCount,
  today,
  may,
  children,
}: {
  readonly data: DashboardData;
  readonly notificationCount: number;
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly may: May;
  /** Their calls. */
  readonly children: React.ReactNode;
}) {
  return (
    <div className={styles.dashboard}>
      <div className={styles.side} id="waiting" data-live>
        <WaitingPanel {...data} {...{ today, may }} />
        {children}
      </div>
      <div className={styles.main}>
        <FirstProjects projects={data.projects} />
        <div id="milestones" data-live>
          <NextMilestones milestones={data.milestones} />
        </div>
      </div>
      <div className={styles.side} id="notifications" data-live>
        <NotificationsPanel notifications={data.notifications} count={notificationCount} may={may} />
      </div>
    </div>
  );
}
