import { and, desc, eq, inArray } from 'drizzle-orm';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { projects } from './project.table.ts';

/** The latest activity in a project, newest first: of these kinds, or of every kind; with `clientId` of this client's alone. */
export const listProjectActivity = (
  db: Db,
  projectId: string,
  {
    limit,
    kinds,
    clientId,
  }: { readonly limit: number; readonly kinds?: readonly string[]; readonly clientId?: string },
) =>
  db
    .select({
      id: activity.id,
      at: activity.at,
      actorId: activity.actorId,
      actorName: activity.actorName,
      kind: activity.kind,
      details: activity.details,
    })
    .from(activity)
    .where(
      and(
        eq(activity.projectId, projectId),
        clientId === undefined ? undefined : eq(activity.clientId, clientId),
        kinds && inArray(activity.kind, [...kinds]),
      ),
    )
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(limit);

export type ProjectActivityEntry = Awaited<ReturnType<typeof listProjectActivity>>[number];

/** The names of those of these projects that there are, by id. */
export async function listProjectNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { id, name } = projects;
  const rows = await db
    .select({ id, name })
    .from(projects)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((project) => [project.id, project.name]));
}
