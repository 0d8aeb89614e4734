import { asc, eq } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { aboutMilestone, lockMilestone, type MilestoneKey } from './lock-milestone.ts';
import { milestones } from './milestone.table.ts';

/** Lets a step change places with the one before or after it; at the end of the row nothing happens. */
export async function shiftMilestone(
  db: Db,
  services: AnnounceServices,
  actor: Actor,
  { by, ...key }: MilestoneKey & { readonly by: -1 | 1 },
): Promise<{ ok: true } | { ok: false; reason: 'not-found' }> {
  return db.transaction(async (tx) => {
    const milestone = await lockMilestone(tx, key);
    if (!milestone) return { ok: false, reason: 'not-found' };
    const row = await tx
      .select({ id: milestones.id, position: milestones.position })
      .from(milestones)
      .where(eq(milestones.projectId, milestone.projectId))
      .orderBy(asc(milestones.position), asc(milestones.id));
    const index = row.findIndex(({ id }) => id === milestone.id);
    const other = row[index + by];
    if (!other) return { ok: true };
    const order = row.with(index, other).with(index + by, { ...milestone });
    for (const [place, { id, position }] of order.entries()) {
      if (position === place + 1) continue;
      await tx
        .update(milestones)
        .set({ position: place + 1 })
        .where(eq(milestones.id, id));
    }
    await announce(tx, services, actor, { kind: 'milestone-changed', ...aboutMilestone(milestone) });
    return { ok: true };
  });
}
