import { inArray } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { projects } from './project.table.ts';

/** The names of those of these projects that there are, by id. */
export async function listProjectNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { id, name } = projects;
  const rows = await db
    .select({ id, name })
    .from(projects)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((project) => [project.id, project.name]));
}
