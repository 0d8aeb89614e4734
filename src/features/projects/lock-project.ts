import { eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { projects } from './project.table.ts';

export type LockedProject = typeof projects.$inferSelect;

/** A project as it is, held until the transaction ends, so that changes to it come one after the other; null: there is none. */
export async function lockProject(tx: Db, projectId: string): Promise<LockedProject | null> {
  if (!validate(projectId)) return null;
  const [project] = await tx.select().from(projects).where(eq(projects.id, projectId)).for('no key update');
  return project ?? null;
}
