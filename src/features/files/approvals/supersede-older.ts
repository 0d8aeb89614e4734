import { eq, inArray } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { settleNotifications } from '#src/features/notifications/events/settle-notifications.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { fileLabelOf, uploadCount, uploadNumber } from '../file-label.ts';
import { versionsOf } from '../recording-versions.ts';
import { fileApprovals, files } from '../store/file.table.ts';
import { waitsForApproval } from '../list-unapproved-files.ts';

const listVersions = (tx: Db, projectId: string) =>
  tx
    .select({
      id: files.id,
      name: files.name,
      recordingId: files.recordingId,
      version: files.version,
      uploadNumber,
      uploadCount,
      isWaiting: waitsForApproval,
    })
    .from(files)
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(eq(files.projectId, projectId));

/**
 * Settles the requests to approve versions that a newer one has replaced, in the caller's transaction, and announces each. After an
 * approval these are all versions older than the approved file; after a decision, all older than the newest version. The caller has
 * locked the client, so that decisions at the same moment see each other.
 */
export async function supersedeOlder(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  { projectId, fileId, by }: { projectId: string; fileId: string; by: 'approval' | 'decision' },
): Promise<void> {
  const all = await listVersions(tx, projectId);
  const file = all.find(({ id }) => id === fileId);
  if (!file) return;
  const series = versionsOf(all, file.recordingId);
  const newest = by === 'approval' ? file : series.at(-1);
  if (!newest) return;
  const older = series.slice(0, series.indexOf(newest)).filter(({ isWaiting }) => isWaiting);
  if (older.length === 0) return;
  const [project] = await tx
    .select({ clientId: projects.clientId, name: projects.name })
    .from(projects)
    .where(eq(projects.id, projectId));
  if (!project) return;
  const subjectIds = older.map(({ id }) => id);
  await tx.update(files).set({ supersededBy: newest.id }).where(inArray(files.id, subjectIds));
  const { clientId } = project;
  await settleNotifications(tx, services.clock.now(), 'approval', { clientId, subjectIds });
  for (const each of older) {
    const details = { project: project.name, file: fileLabelOf(each), newer: fileLabelOf(newest) };
    await announce(tx, services, actor, {
      kind: 'file-superseded',
      clientId,
      projectId,
      subjectId: each.id,
      details,
    });
  }
}
