import { eq } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Services } from '#src/platform/services.ts';
import { announce } from '#src/features/notices/announce.ts';
import { removeStoredFile } from './file-store.ts';
import { files } from './file.table.ts';
import { dropFileNotice, lockFile, type FileKey } from './lock-file.ts';

/** Takes a file away with its comments, and then its bytes. What was approved stays. */
export async function removeFile(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'config'>,
  actor: Actor,
  key: FileKey,
): Promise<{ ok: true } | { ok: false; reason: 'not-found' | 'approved' }> {
  const { db, config } = services;
  const removed = await db.transaction(async (tx) => {
    const held = await lockFile(tx, key);
    if (!held) return 'not-found';
    if (held.isApproved) return 'approved';
    const { file, project } = held;
    await tx.delete(files).where(eq(files.id, file.id));
    await dropFileNotice(tx, project.clientId, file.id);
    await announce(tx, services, actor, {
      kind: 'file-removed',
      clientId: project.clientId,
      projectId: project.id,
      subjectId: file.id,
      details: { project: project.name, file: file.name },
    });
    return file;
  });
  if (typeof removed === 'string') return { ok: false, reason: removed };
  // Only bytes that no row names any more; should this fail, the sweep of the store finds them.
  await removeStoredFile(config.dataDir, removed.storageKey).catch(() => undefined);
  return { ok: true };
}
