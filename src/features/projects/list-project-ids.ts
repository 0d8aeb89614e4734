import { asc, eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { projects } from './project.table.ts';

/** The ids of a client's projects, in the order in which they began. */
export async function listProjectIds(db: Db, clientId: string): Promise<string[]> {
  const own = await db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.clientId, clientId))
    .orderBy(asc(projects.number));
  return own.map(({ id }) => id);
}
