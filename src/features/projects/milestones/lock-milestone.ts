import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { lockProject, type LockedProject } from '#src/features/projects/lock-project.ts';
import { milestones } from './milestone.table.ts';

export type MilestoneKey = { readonly projectId: string; readonly milestoneId: string };

export type LockedMilestone = typeof milestones.$inferSelect & { readonly project: LockedProject };

/** A milestone of this project, held with its project until the transaction ends; null: there is none. */
export async function lockMilestone(
  tx: Db,
  { projectId, milestoneId }: MilestoneKey,
): Promise<LockedMilestone | null> {
  if (!validate(milestoneId)) return null;
  const project = await lockProject(tx, projectId);
  if (!project) return null;
  const [milestone] = await tx
    .select()
    .from(milestones)
    .where(and(eq(milestones.id, milestoneId), eq(milestones.projectId, project.id)));
  return milestone ? { ...milestone, project } : null;
}

/** What an announcement about a milestone names. */
export const aboutMilestone = ({ id, title, project }: LockedMilestone) => ({
  clientId: project.clientId,
  projectId: project.id,
  subjectId: id,
  details: { project: project.name, milestone: title },
});
