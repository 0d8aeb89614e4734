import { and, eq, isNull } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { aboutMilestone, lockMilestone, type MilestoneKey } from './lock-milestone.ts';
import { milestones } from './milestone.table.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';

/** Takes a step away, and with it the notification that pointed at it. */
export async function removeMilestone(
  db: Db,
  services: AnnounceServices,
  actor: Actor,
  key: MilestoneKey,
): Promise<{ ok: true } | { ok: false; reason: 'not-found' }> {
  return db.transaction(async (tx) => {
    const milestone = await lockMilestone(tx, key);
    if (!milestone) return { ok: false, reason: 'not-found' };
    await tx.delete(milestones).where(eq(milestones.id, milestone.id));
    await tx
      .update(notifications)
      .set({ clearedAt: services.clock.now() })
      .where(
        and(
          eq(notifications.clientId, milestone.project.clientId),
          eq(notifications.kind, 'milestone-done'),
          eq(notifications.subjectId, milestone.id),
          isNull(notifications.clearedAt),
        ),
      );
    await announce(tx, services, actor, { kind: 'milestone-removed', ...aboutMilestone(milestone) });
    return { ok: true };
  });
}
