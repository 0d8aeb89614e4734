import { createHash } from 'node:crypto';
import { and, asc, eq, isNull, max } from 'drizzle-orm';
import { v7 as uuidv7, validate } from 'uuid';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { lockProject, type LockedProject } from '../projects.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
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

type MilestoneKey = { readonly projectId: string; readonly milestoneId: string };

type MilestoneContent = {
  readonly title: string;
  readonly description: string;
  /** YYYY-MM-DD. */
  readonly dueOn: string | null;
};

type LockedMilestone = typeof milestones.$inferSelect & { readonly project: LockedProject };

const notFound = { ok: false, reason: 'not-found' } as const;

/** Finds a milestone and locks its project until the transaction ends; null if there is none. */
async function lockMilestone(
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

/** Runs a change of a milestone in a transaction of its own, with the milestone locked. */
const changeMilestone = <R>(
  db: Db,
  key: MilestoneKey,
  change: (tx: Db, milestone: LockedMilestone) => Promise<R>,
): Promise<R | typeof notFound> =>
  db.transaction(async (tx) => {
    const milestone = await lockMilestone(tx, key);
    return milestone ? change(tx, milestone) : notFound;
  });

/** The ids and names for an announcement about a milestone. */
const aboutMilestone = ({
  id,
  title,
  project,
}: Pick<LockedMilestone, 'id' | 'title'> & { readonly project: LockedProject }) => ({
  clientId: project.clientId,
  projectId: project.id,
  subjectId: id,
  details: { project: project.name, milestone: title },
});

/** Adds a milestone after the others of its project, in the caller's transaction. */
export async function addMilestone(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  { projectId, title, description, dueOn }: MilestoneContent & { readonly projectId: string },
): Promise<{ ok: true; milestoneId: string } | typeof notFound> {
  const project = await lockProject(tx, projectId);
  if (!project) return notFound;
  const [last] = await tx
    .select({ position: max(milestones.position) })
    .from(milestones)
    .where(eq(milestones.projectId, project.id));
  const id = uuidv7();
  const position = (last?.position ?? 0) + 1;
  await tx.insert(milestones).values({ id, projectId: project.id, title, description, dueOn, position });
  await announce(tx, services, actor, { kind: 'milestone-added', ...aboutMilestone({ id, title, project }) });
  return { ok: true, milestoneId: id };
}

/** Returns a short hash of a milestone's content. An edit names the hash its editor saw, so that it can be refused as stale. */
export const milestoneHashOf = ({ title, description, dueOn }: MilestoneContent): string =>
  createHash('sha256')
    .update(JSON.stringify([title, description, dueOn]))
    .digest('base64url')
    .slice(0, 16);

export type MilestoneEdit = MilestoneKey &
  MilestoneContent & {
    /** `milestoneHashOf` the milestone that the editor saw. */
    readonly seenHash: string;
  };

/** Changes the title, description and due date of a milestone; refused as `stale` if another person changed them meanwhile. */
export const editMilestone = (
  db: Db,
  services: QueueServices,
  actor: Actor,
  { title, description, dueOn, seenHash, ...key }: MilestoneEdit,
): Promise<Outcome<'not-found' | 'stale'>> =>
  changeMilestone(db, key, async (tx, milestone) => {
    const edit = { title, description, dueOn };
    const hash = milestoneHashOf(milestone);
    if (milestoneHashOf(edit) === hash) return { ok: true };
    if (seenHash !== hash) return { ok: false, reason: 'stale' };
    await tx.update(milestones).set(edit).where(eq(milestones.id, milestone.id));
    const about = aboutMilestone({ ...milestone, title });
    await announce(tx, services, actor, { kind: 'milestone-changed', ...about });
    return { ok: true };
  });

/** Marks a milestone as done and notifies the client the first time. Completing it again changes nothing. */
export const completeMilestone = (
  db: Db,
  services: QueueServices,
  actor: Actor,
  key: MilestoneKey,
): Promise<Outcome<'not-found'>> =>
  changeMilestone(db, key, async (tx, milestone) => {
    if (milestone.completedAt) return { ok: true };
    const completedAt = services.clock.now();
    await tx.update(milestones).set({ completedAt }).where(eq(milestones.id, milestone.id));
    const about = aboutMilestone(milestone);
    await announce(tx, services, actor, { kind: 'milestone-done', ...about, notify: 'milestone-done' });
    return { ok: true };
  });

/** Marks a milestone as not done. Reopening it again changes nothing. */
export const reopenMilestone = (
  db: Db,
  services: QueueServices,
  actor: Actor,
  key: MilestoneKey,
): Promise<Outcome<'not-found'>> =>
  changeMilestone(db, key, async (tx, milestone) => {
    if (!milestone.completedAt) return { ok: true };
    await tx.update(milestones).set({ completedAt: null }).where(eq(milestones.id, milestone.id));
    await announce(tx, services, actor, { kind: 'milestone-reopened', ...aboutMilestone(milestone) });
    return { ok: true };
  });

/** Moves a milestone before the previous one (-1) or after the next one (1); at either end nothing changes. */
export const moveMilestone = (
  db: Db,
  services: QueueServices,
  actor: Actor,
  { by, ...key }: MilestoneKey & { readonly by: -1 | 1 },
): Promise<Outcome<'not-found'>> =>
  changeMilestone(db, key, async (tx, milestone) => {
    const all = await tx
      .select({ id: milestones.id, position: milestones.position })
      .from(milestones)
      .where(eq(milestones.projectId, milestone.projectId))
      .orderBy(asc(milestones.position), asc(milestones.id));
    const index = all.findIndex(({ id }) => id === milestone.id);
    const neighbour = all[index + by];
    if (!neighbour) return { ok: true };
    const order = all.with(index, neighbour).with(index + by, { ...milestone });
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

/** Removes a milestone and clears its notification. */
export const removeMilestone = (
  db: Db,
  services: QueueServices,
  actor: Actor,
  key: MilestoneKey,
): Promise<Outcome<'not-found'>> =>
  changeMilestone(db, key, async (tx, milestone) => {
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
