import { and, eq, inArray, or } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { emailItems } from '#src/features/notifications/emails/email-item.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { lockProject, type LockedProject } from '#src/features/projects/projects.ts';
import { allOrNothing } from '#src/platform/database/all-or-nothing.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { fileLabelOf } from '../file-name.tsx';
import { changeApprovalNeed, removeFile } from '../files.ts';
import { listProjectFiles, type ProjectFile } from '../list-project-files.ts';
import { allFiles, files, type FileGroup, type VersionStage } from '../store/file.table.ts';

/** The chosen files of a project. */
export type ChosenFiles = { readonly projectId: string; readonly fileIds: readonly string[] };

/** Returns the chosen files in the order of the project's list; null unless all are files of this project. */
export async function findChosen(
  db: Db,
  { projectId, fileIds }: ChosenFiles,
): Promise<readonly ProjectFile[] | null> {
  if (!validate(projectId) || fileIds.length === 0) return null;
  const all = await listProjectFiles(db, projectId);
  const ids = new Set(fileIds);
  const chosen = all.filter(({ id }) => ids.has(id));
  return chosen.length === ids.size ? chosen : null;
}

/**
 * Changes the chosen files of a project in one transaction, which locks the project; all are changed, or none. Not found
 * if one of them is missing.
 */
const changeChosen = <Reason extends string>(
  db: Db,
  chosen: ChosenFiles,
  change: (
    tx: Db,
    of: { readonly project: LockedProject; readonly found: readonly ProjectFile[] },
  ) => Promise<Outcome<Reason>>,
): Promise<Outcome<Reason | 'not-found'>> =>
  allOrNothing(db, async (tx): Promise<Outcome<Reason | 'not-found'>> => {
    const project = await lockProject(tx, chosen.projectId);
    const found = project && (await findChosen(tx, chosen));
    return found ? change(tx, { project, found }) : { ok: false, reason: 'not-found' };
  });

/**
 * Returns the chosen files for which approval can be requested: the newest chosen version of each recording, unless it
 * is approved or already waiting.
 */
export function toRequest(chosen: readonly ProjectFile[]): ProjectFile[] {
  const ids = new Set(chosen.map(({ id }) => id));
  return chosen.filter(
    (file) =>
      file.approvedAt === null &&
      !file.isWaiting &&
      !(file.formatOf !== null && ids.has(file.formatOf)) &&
      !chosen.some(({ recordingId, version }) => recordingId === file.recordingId && version > file.version),
  );
}

/** Requests the approval of several files in one transaction. The emails about them are combined into one. */
export const requestApprovals = (
  db: Db,
  services: QueueServices,
  actor: Actor,
  chosen: ChosenFiles,
): Promise<Outcome<'not-found' | 'approved'>> =>
  changeChosen(db, chosen, async (tx, { found }) => {
    // Oldest first, as uploads are announced.
    for (const { id } of toRequest(found)) {
      const need = { projectId: chosen.projectId, fileId: id, needsApproval: true };
      const changed = await changeApprovalNeed(tx, services, actor, need);
      if (!changed.ok) return changed;
    }
    return { ok: true };
  });

/** Removes several files with their formats in one transaction; refused if one is approved. */
export const removeFiles = (
  db: Db,
  services: QueueServices,
  actor: Actor,
  chosen: ChosenFiles,
): Promise<Outcome<'not-found' | 'approved'>> =>
  changeChosen(db, chosen, async (tx, { found }) => {
    const ids = new Set(found.map(({ id }) => id));
    // Formats are removed with their file.
    for (const { id: fileId } of found.filter(({ formatOf }) => !ids.has(formatOf ?? ''))) {
      const removed = await removeFile({ ...services, db: tx }, actor, {
        projectId: chosen.projectId,
        fileId,
      });
      if (!removed.ok) return removed;
    }
    return { ok: true };
  });

type Labels = {
  /** Undefined leaves it; null removes it. */
  readonly stage?: VersionStage | null;
  readonly group?: FileGroup | null;
};

/** Labels several files, and sets the group of their recordings, in one transaction. */
export const labelFiles = (
  db: Db,
  services: QueueServices,
  actor: Actor,
  { stage, group, ...chosen }: ChosenFiles & Labels,
): Promise<Outcome<'not-found'>> =>
  changeChosen(db, chosen, async (tx, { project, found }) => {
    const ids = found.map(({ id }) => id);
    const recordings = found.map(({ recordingId }) => recordingId);
    if (stage !== undefined) await tx.update(files).set({ stage }).where(inArray(files.id, ids));
    if (group !== undefined)
      await tx.update(files).set({ group }).where(inArray(files.recordingId, recordings));
    for (const file of found)
      await announce(tx, services, actor, { kind: 'version-changed', ...aboutListed(project, file) });
    return { ok: true };
  });

/** The ids and names for an announcement about a file of the list. */
const aboutListed = (project: LockedProject, file: ProjectFile) => ({
  clientId: project.clientId,
  projectId: project.id,
  subjectId: file.id,
  details: { project: project.name, file: fileLabelOf(file) },
});

/**
 * Moves recordings with all their versions, formats, comments and approvals to another project of the same client, in
 * one transaction. Listening links stay with the project that they were made for.
 */
export const moveFiles = (
  db: Db,
  services: QueueServices,
  actor: Actor,
  { to, ...chosen }: ChosenFiles & { readonly to: string },
): Promise<Outcome<'not-found' | 'no-target'>> =>
  changeChosen(db, chosen, async (tx, { project, found }) => {
    const target = to === project.id ? null : await lockProject(tx, to);
    if (target?.clientId !== project.clientId) return { ok: false, reason: 'no-target' };
    const recordings = found.map(({ recordingId }) => recordingId);
    // Removed versions move, too, so that they can be restored there.
    const moved = await tx
      .select({ id: allFiles.id })
      .from(allFiles)
      .where(and(eq(allFiles.projectId, project.id), inArray(allFiles.recordingId, recordings)));
    const ids = moved.map(({ id }) => id);
    const isMoved = or(inArray(allFiles.id, ids), inArray(allFiles.formatOf, ids));
    const place = { projectId: target.id, position: null, proposedFor: null };
    const all = await tx.update(allFiles).set(place).where(isMoved).returning({ id: allFiles.id });
    const subjects = all.map(({ id }) => id);
    const where = { projectId: target.id };
    await tx.update(notifications).set(where).where(inArray(notifications.subjectId, subjects));
    await tx.update(emailItems).set(where).where(inArray(emailItems.subjectId, subjects));
    for (const file of found) {
      await announce(tx, services, actor, { kind: 'file-moved-away', ...aboutListed(project, file) });
      await announce(tx, services, actor, { kind: 'file-moved-here', ...aboutListed(target, file) });
    }
    return { ok: true };
  });
