import { asc, eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { milestones } from './milestone.table.ts';

/** A project's milestones in their order. */
export const listMilestones = (db: Db, projectId: string) =>
  db
    .select({
      id: milestones.id,
      title: milestones.title,
      description: milestones.description,
      dueOn: milestones.dueOn,
      completedAt: milestones.completedAt,
    })
    .from(milestones)
    .where(eq(milestones.projectId, projectId))
    .orderBy(asc(milestones.position), asc(milestones.id));

export type ProjectMilestone = Awaited<ReturnType<typeof listMilestones>>[number];
