import { and, desc, eq, sql } from 'drizzle-orm';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { projectStatuses, type ProjectStatus } from '#src/features/projects/project-status.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** Every project of a client by how it stands, what is due first on top; one query. */
export async function findBoard(db: Db, clientId: string) {
  const moved = db
    .select({ at: activity.at })
    .from(activity)
    .where(
      and(
        eq(activity.projectId, projects.id),
        eq(activity.kind, 'project-moved'),
        eq(projects.status, 'delivered'),
      ),
    )
    .orderBy(desc(activity.at))
    .limit(1)
    .as('moved');
  const found = await db
    .select({
      id: projects.id,
      number: projects.number,
      name: projects.name,
      description: projects.description,
      status: projects.status,
      progress: projects.progress,
      dueOn: projects.dueOn,
      /** When it was moved to where it is; known of delivered ones. */
      deliveredAt: moved.at,
    })
    .from(projects)
    .leftJoinLateral(moved, sql`true`)
    .where(eq(projects.clientId, clientId))
    .orderBy(sql`${projects.dueOn} asc nulls last`, projects.number);
  const byStatus = Map.groupBy(found, ({ status }) => status);
  return projectStatuses.map((status) => ({ status, projects: byStatus.get(status) ?? [] }));
}

export type Board = readonly {
  readonly status: ProjectStatus;
  readonly projects: Awaited<ReturnType<typeof findBoard>>[number]['projects'];
}[];
