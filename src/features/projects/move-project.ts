import { eq } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { lockProject } from './lock-project.ts';
import type { ProjectStatus } from './project-status.ts';
import { projects } from './project.table.ts';

export type ProjectMove = {
  readonly projectId: string;
  readonly status: ProjectStatus;
  /** The one that the mover had before them. */
  readonly version: number;
};

export type MovedProject =
  | { readonly ok: true; readonly version: number }
  | { readonly ok: false; readonly reason: 'not-found' }
  | {
      readonly ok: false;
      readonly reason: 'stale';
      readonly status: ProjectStatus;
      readonly version: number;
    };

/** Moves a project from any state to any. Where it is already, nothing happens; a move that began from an older version is refused. */
export async function moveProject(
  db: Db,
  services: AnnounceServices,
  actor: Actor,
  { projectId, status, version }: ProjectMove,
): Promise<MovedProject> {
  return db.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (!project) return { ok: false, reason: 'not-found' };
    if (project.status === status) return { ok: true, version: project.version };
    if (project.version !== version)
      return { ok: false, reason: 'stale', status: project.status, version: project.version };
    const changed = { status, version: version + 1, updatedAt: services.clock.now() };
    await tx.update(projects).set(changed).where(eq(projects.id, project.id));
    await announce(tx, services, actor, {
      kind: 'project-moved',
      clientId: project.clientId,
      projectId: project.id,
      subjectId: project.id,
      details: { project: project.name, from: project.status, to: status },
    });
    return { ok: true, version: version + 1 };
  });
}
