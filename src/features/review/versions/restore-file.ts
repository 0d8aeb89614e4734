import { eq } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { versionNumberFor } from '#src/features/files/recording-versions.ts';
import { moveCommentsBack } from '#src/features/files/removed/move-comments.ts';
import { lockRemoved, type RemovedKey } from '#src/features/files/removed/removed-files.ts';
import { allFiles, files } from '#src/features/files/store/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { settlePlace } from './change-version.ts';

type StoredFile = typeof allFiles.$inferSelect;

/** Puts a file back at its version, or at the next number if another version has taken its own since. */
async function putBack(tx: Db, { id, name, recordingId, version, isPinned }: StoredFile): Promise<void> {
  const others = await tx
    .select({ version: files.version, isPinned: files.isPinned })
    .from(files)
    .where(eq(files.recordingId, recordingId));
  const taken = others.map((other) => other.version);
  await tx
    .update(allFiles)
    .set({
      removedAt: null,
      removedBy: null,
      removedByName: null,
      version: taken.includes(version) ? versionNumberFor(name, taken) : version,
      isPinned: isPinned && !others.some((other) => other.isPinned),
    })
    .where(eq(allFiles.id, id));
  await moveCommentsBack(tx, id);
}

/**
 * Restores removed files of a project with their comments, versions and requests for approval. The client is not
 * emailed.
 */
export async function restoreFiles(
  db: Db,
  services: QueueServices,
  actor: Actor,
  key: RemovedKey,
): Promise<Outcome<'not-found'>> {
  return db.transaction(async (tx) => {
    const locked = await lockRemoved(tx, key);
    if (!locked) return { ok: false, reason: 'not-found' };
    const { project, removed } = locked;
    for (const file of removed) await putBack(tx, file);
    for (const file of removed) {
      const about = { clientId: project.clientId, projectId: project.id, subjectId: file.id };
      const details = { project: project.name, file: file.name };
      await announce(tx, services, actor, { kind: 'file-restored', ...about, details });
      await settlePlace(tx, services, actor, { projectId: project.id, fileId: file.id });
    }
    return { ok: true };
  });
}
