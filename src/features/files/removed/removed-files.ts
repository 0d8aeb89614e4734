import { and, asc, desc, eq, isNotNull, lt, or, type SQL } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { lockProject } from '#src/features/projects/projects.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs } from '#src/platform/durations.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import type { Services } from '#src/platform/services/services.ts';
import { forgetMeasurements } from '../measurements/sound-measurements.ts';
import { fileStoreOf } from '../store/file-store.ts';
import { allFiles } from '../store/file.table.ts';
import { removedBytesQueue, type RemovedBytes } from '../store/removed-bytes.job.ts';

/** For how many days a removed file can be restored. */
export const removedForDays = 30;

/** Returns when a removed file is deleted. */
export const deletedAfter = (removedAt: Date): Date => new Date(removedAt.getTime() + removedForDays * dayMs);

const { id, name, sizeBytes, version, removedAt, removedByName } = allFiles;
const isRemoved = isNotNull(removedAt);

/** Lists the removed files of a project, the last removed first. */
export async function listRemovedFiles(db: Db, projectId: string) {
  const rows = await db
    .select({ id, name, sizeBytes, version, removedAt, removedByName })
    .from(allFiles)
    .where(and(eq(allFiles.projectId, projectId), isRemoved))
    .orderBy(desc(removedAt), asc(name), asc(id));
  return rows.map((row) => ({ ...row, removedAt: row.removedAt ?? new Date(0) }));
}

export type RemovedFile = Awaited<ReturnType<typeof listRemovedFiles>>[number];

/** One removed file of a project with its formats; with `all` all of them. */
export type RemovedKey = { readonly projectId: string; readonly fileId: string };

/** Returns the removed files of a project, with their project, locked until the transaction ends; null if there are none. */
export async function lockRemoved(tx: Db, { projectId, fileId }: RemovedKey) {
  if (fileId !== 'all' && !validate(fileId)) return null;
  const project = await lockProject(tx, projectId);
  if (!project) return null;
  // Its formats were removed with it.
  const chosen = fileId === 'all' ? undefined : or(eq(id, fileId), eq(allFiles.formatOf, fileId));
  const removed = await tx
    .select()
    .from(allFiles)
    .where(and(eq(allFiles.projectId, projectId), isRemoved, chosen))
    // In the order in which versions are placed again.
    .orderBy(asc(version), asc(allFiles.uploadedAt), asc(id))
    .for('update');
  return removed.length > 0 ? { project, removed } : null;
}

/** Deletes removed files with their comments; returns the storage keys of bytes that nothing needs any more. */
async function deleteRows(tx: Db, jobs: QueueServices['jobs'], which: SQL | undefined): Promise<string[]> {
  const deleted = await tx
    .delete(allFiles)
    .where(and(isRemoved, which))
    .returning({ storageKey: allFiles.storageKey, sha256: allFiles.sha256 });
  const hashes = deleted.map(({ sha256 }) => sha256);
  const keys = [...deleted.map(({ storageKey }) => storageKey), ...(await forgetMeasurements(tx, hashes))];
  const data = (storageKey: string): RemovedBytes => ({ storageKey });
  if (keys.length > 0)
    await jobs.enqueue(
      tx,
      keys.map((key) => ({ queue: removedBytesQueue, data: data(key) })),
    );
  return keys;
}

/** Deletes bytes at once if possible; otherwise the job does. */
async function deleteBytes(config: Services['config'], keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await fileStoreOf(config)
      .remove(key)
      .catch(() => undefined);
}

/** Deletes removed files of a project for good, before their 30 days have passed. */
export async function deleteRemovedFiles(
  { db, config, ...services }: Pick<Services, 'db' | 'clock' | 'jobs' | 'config'>,
  actor: Actor,
  key: RemovedKey,
): Promise<Outcome<'not-found'>> {
  const keys = await db.transaction(async (tx) => {
    const locked = await lockRemoved(tx, key);
    if (!locked) return null;
    const { project, removed } = locked;
    const deleted: string[] = [];
    for (const file of removed) {
      deleted.push(...(await deleteRows(tx, services.jobs, eq(id, file.id))));
      await announce(tx, services, actor, {
        kind: 'file-deleted',
        clientId: project.clientId,
        projectId: project.id,
        subjectId: file.id,
        details: { project: project.name, file: file.name },
      });
    }
    return deleted;
  });
  if (keys === null) return { ok: false, reason: 'not-found' };
  await deleteBytes(config, keys);
  return { ok: true };
}

/** Deletes files that were removed more than 30 days ago. */
export async function deleteOldRemoved({
  db,
  clock,
  jobs,
  config,
}: Pick<Services, 'db' | 'clock' | 'jobs' | 'config'>): Promise<void> {
  const before = new Date(clock.now().getTime() - removedForDays * dayMs);
  const keys = await db.transaction((tx) => deleteRows(tx, jobs, lt(removedAt, before)));
  await deleteBytes(config, keys);
}
