import { eq } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { files } from './file.table.ts';
import { dropFileNotice, lockFile, type FileKey } from './lock-file.ts';

/** Asks the client for their approval of a file, or does without it. What was approved stays as it is. */
export async function changeApprovalNeed(
  db: Db,
  services: AnnounceServices,
  actor: Actor,
  { needsApproval, ...key }: FileKey & { readonly needsApproval: boolean },
): Promise<{ ok: true } | { ok: false; reason: 'not-found' | 'approved' }> {
  return db.transaction(async (tx) => {
    const held = await lockFile(tx, key);
    if (!held) return { ok: false, reason: 'not-found' };
    if (held.isApproved) return { ok: false, reason: 'approved' };
    const { file, project } = held;
    if (file.needsApproval === needsApproval) return { ok: true };
    await tx.update(files).set({ needsApproval }).where(eq(files.id, file.id));
    if (!needsApproval) await dropFileNotice(tx, project.clientId, file.id);
    await announce(tx, services, actor, {
      kind: 'file-changed',
      clientId: project.clientId,
      projectId: project.id,
      subjectId: file.id,
      details: { project: project.name, file: file.name },
      ...(needsApproval ? { notify: 'file-waiting' as const } : {}),
    });
    return { ok: true };
  });
}
