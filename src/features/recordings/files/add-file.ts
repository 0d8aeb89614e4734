import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import type { StoredBytes } from './file-store.ts';
import { files } from './file.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

type NewFile = {
  /** Its own, where it has to be known before; otherwise it gets one. */
  readonly id?: string;
  readonly projectId: string;
  /** As the uploader's disk called it. */
  readonly name: string;
  readonly needsApproval: boolean;
  readonly stored: StoredBytes;
  /** When it came, where that is not now. */
  readonly now?: Date;
};

/** Adds stored bytes to a project as a file, in the caller's transaction. Where that rolls back, remove the bytes. */
export async function addFile(
  tx: Db,
  services: AnnounceServices,
  actor: Actor,
  { id: fileId = uuidv7(), projectId, name, needsApproval, stored, now = services.clock.now() }: NewFile,
): Promise<{ ok: true; fileId: string } | { ok: false; reason: 'no-project' }> {
  const [project] = await tx
    .select({ clientId: projects.clientId, name: projects.name })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for('key share');
  if (!project) return { ok: false, reason: 'no-project' };
  await tx.insert(files).values({
    id: fileId,
    projectId,
    name,
    needsApproval,
    ...stored,
    uploadedBy: actor.id,
    uploadedByName: actor.name,
    uploadedAt: now,
  });
  await announce(tx, { ...services, clock: { now: () => now } }, actor, {
    kind: 'file-added',
    clientId: project.clientId,
    projectId,
    subjectId: fileId,
    details: { project: project.name, file: name },
    ...(needsApproval ? { notify: 'file-waiting' as const } : {}),
  });
  return { ok: true, fileId };
}
