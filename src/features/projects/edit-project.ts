import { eq } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { lockProject, type LockedProject } from './lock-project.ts';
import { projects } from './project.table.ts';

export type ProjectEdit = Pick<LockedProject, 'name' | 'description' | 'status' | 'progress' | 'dueOn'> & {
  readonly projectId: string;
  /** The one that the editor had before them. */
  readonly version: number;
};

export type EditedProject =
  { readonly ok: true } | { readonly ok: false; readonly reason: 'not-found' | 'stale' };

const facts = ['name', 'description', 'progress', 'dueOn'] as const;

/**
 * Changes what a project is called, how far it is, when it is due and where it stands. What is as it was is no change; an
 * edit that began from an older version is refused.
 */
export async function editProject(
  db: Db,
  services: AnnounceServices,
  actor: Actor,
  { projectId, version, ...edit }: ProjectEdit,
): Promise<EditedProject> {
  return db.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (!project) return { ok: false, reason: 'not-found' };
    const changed = facts.filter((fact) => project[fact] !== edit[fact]);
    const isMoved = project.status !== edit.status;
    if (changed.length === 0 && !isMoved) return { ok: true };
    if (project.version !== version) return { ok: false, reason: 'stale' };
    const now = services.clock.now();
    await tx
      .update(projects)
      .set({ ...edit, version: version + 1, updatedAt: now })
      .where(eq(projects.id, project.id));
    const about = { clientId: project.clientId, projectId: project.id, subjectId: project.id };
    if (changed.length > 0) {
      const progress = changed.includes('progress') ? { progress: String(edit.progress) } : {};
      const details = { project: edit.name, changed: changed.join(' '), ...progress };
      await announce(tx, services, actor, { kind: 'project-changed', ...about, details });
    }
    if (isMoved) {
      const details = { project: edit.name, from: project.status, to: edit.status };
      await announce(tx, services, actor, { kind: 'project-moved', ...about, details });
    }
    return { ok: true };
  });
}
