import { eq } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { aboutMilestone, lockMilestone, type MilestoneKey } from './lock-milestone.ts';
import { milestoneSeenOf } from './milestone-seen.ts';
import { milestones } from './milestone.table.ts';

export type MilestoneEdit = MilestoneKey & {
  readonly title: string;
  readonly description: string;
  readonly dueOn: string | null;
  /** What the editor had before them (`milestoneSeenOf`). */
  readonly seen: string;
};

/** Changes the words and the day of a milestone; refused where somebody else changed it meanwhile. */
export async function editMilestone(
  db: Db,
  services: AnnounceServices,
  actor: Actor,
  { title, description, dueOn, seen, ...key }: MilestoneEdit,
): Promise<{ ok: true } | { ok: false; reason: 'not-found' | 'stale' }> {
  return db.transaction(async (tx) => {
    const milestone = await lockMilestone(tx, key);
    if (!milestone) return { ok: false, reason: 'not-found' };
    const edit = { title, description, dueOn };
    const present = milestoneSeenOf(milestone);
    if (milestoneSeenOf(edit) === present) return { ok: true };
    if (seen !== present) return { ok: false, reason: 'stale' };
    await tx.update(milestones).set(edit).where(eq(milestones.id, milestone.id));
    const about = aboutMilestone({ ...milestone, title });
    await announce(tx, services, actor, { kind: 'milestone-changed', ...about });
    return { ok: true };
  });
}
