import { eq, max } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { lockProject } from '#src/features/projects/lock-project.ts';
import { milestones } from './milestone.table.ts';

export type NewMilestone = {
  readonly projectId: string;
  readonly title: string;
  readonly description: string;
  /** YYYY-MM-DD. */
  readonly dueOn: string | null;
};

/** Adds a step at the end of a project's milestones, in the caller's transaction. */
export async function addMilestone(
  tx: Db,
  services: AnnounceServices,
  actor: Actor,
  { projectId, title, description, dueOn }: NewMilestone,
): Promise<{ ok: true; milestoneId: string } | { ok: false; reason: 'not-found' }> {
  const project = await lockProject(tx, projectId);
  if (!project) return { ok: false, reason: 'not-found' };
  const [last] = await tx
    .select({ position: max(milestones.position) })
    .from(milestones)
    .where(eq(milestones.projectId, project.id));
  const id = uuidv7();
  const position = (last?.position ?? 0) + 1;
  await tx.insert(milestones).values({ id, projectId: project.id, title, description, dueOn, position });
  await announce(tx, services, actor, {
    kind: 'milestone-added',
    clientId: project.clientId,
    projectId: project.id,
    subjectId: id,
    details: { project: project.name, milestone: title },
  });
  return { ok: true, milestoneId: id };
}
