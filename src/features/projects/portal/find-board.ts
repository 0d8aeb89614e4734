import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { projectStatuses, type ProjectStatus } from '#src/features/projects/project-status.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { whenDelivered } from '#src/features/projects/when-delivered.ts';

/** A client's projects by status, each with what is due first on top, from one query. */
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

/** The ids of a client's projects, the oldest first. */
export async function listProjectIds(db: Db, clientId: string): Promise<string[]> {
  const own = await db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.clientId, clientId))
    .orderBy(asc(projects.number));
  return own.map(({ id }) => id);
}
