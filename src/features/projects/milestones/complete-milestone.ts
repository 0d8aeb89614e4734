import { eq } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { aboutMilestone, lockMilestone, type MilestoneKey } from './lock-milestone.ts';
import { milestones } from './milestone.table.ts';

type Outcome = { ok: true } | { ok: false; reason: 'not-found' };

/** A step is done; the client is told of it once. Doing it again changes nothing. */
export async function completeMilestone(
  db: Db,
  services: AnnounceServices,
  actor: Actor,
  key: MilestoneKey,
): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const milestone = await lockMilestone(tx, key);
    if (!milestone) return { ok: false, reason: 'not-found' };
    if (milestone.completedAt) return { ok: true };
    const completedAt = services.clock.now();
    await tx.update(milestones).set({ completedAt }).where(eq(milestones.id, milestone.id));
    const about = aboutMilestone(milestone);
    await announce(tx, services, actor, { kind: 'milestone-done', ...about, notify: 'milestone-done' });
    return { ok: true };
  });
}

/** A step is not done after all. */
export async function reopenMilestone(
  db: Db,
  services: AnnounceServices,
  actor: Actor,
  key: MilestoneKey,
): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const milestone = await lockMilestone(tx, key);
    if (!milestone) return { ok: false, reason: 'not-found' };
    if (!milestone.completedAt) return { ok: true };
    await tx.update(milestones).set({ completedAt: null }).where(eq(milestones.id, milestone.id));
    await announce(tx, services, actor, { kind: 'milestone-reopened', ...aboutMilestone(milestone) });
    return { ok: true };
  });
}
