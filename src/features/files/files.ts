import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7, validate } from 'uuid';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { lockProject } from '#src/features/projects/projects.ts';
import { allOrNothing } from '#src/platform/database/all-or-nothing.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Services } from '#src/platform/services/services.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import type { StoredBytes } from './store/stored-bytes.ts';
import { fileLabelOf, uploadCount, uploadNumber } from './file-name.tsx';
import { requestComparing } from './comparisons/sound-comparisons.ts';
import { requestMeasuring } from './measurements/sound-measurements.ts';
import {
  allFiles,
  changeRequests,
  fileApprovals,
  files,
  type FileGroup,
  type FileKind,
} from './store/file.table.ts';
import { moveCommentsAway } from './removed/move-comments.ts';
import { suggestRecording, versionNumberFor } from './recording-versions.ts';

type NewFile = {
  /** A new id if it is not given. */
  readonly id?: string;
  readonly projectId: string;
  /** The name on the uploader's disk. */
  readonly name: string;
  /** The folder on the uploader's disk; none if it is not given. */
  readonly folder?: string;
  readonly needsApproval: boolean;
  /** True if created from a file that the client sent. */
  readonly isFromClient?: boolean;
  readonly stored: StoredBytes;
  /** Upload time; defaults to now. */
  readonly now?: Date;
};

/** Returns the recording that a new file is a version of by its name; null if the project has none. */
async function proposalFor(
  tx: Db,
  projectId: string,
  file: { name: string; folder: string; kind: FileKind },
) {
  const { originalName, folder, kind, recordingId, proposedFor, uploadedAt } = files;
  const name = sql<string>`coalesce(${originalName}, ${files.name})`;
  const known = await tx
    .select({ name, folder, kind, recordingId, proposedFor, uploadedAt })
    .from(files)
    .where(and(eq(files.projectId, projectId), isNull(files.formatOf)));
  return suggestRecording(file, known);
}

/** Requests the comparison with the newest version of the proposed recording: the team sees what changed before deciding. */
async function requestProposed(tx: Db, services: QueueServices, recordingId: string, sha256: string) {
  const [newest] = await tx
    .select({ sha256: files.sha256 })
    .from(files)
    .where(eq(files.recordingId, recordingId))
    .orderBy(desc(files.version))
    .limit(1);
  if (newest && newest.sha256 !== sha256) await requestComparing(tx, services, newest.sha256, sha256);
}

/**
 * Adds stored bytes to a project as a file, in the caller's transaction: as a new recording, with a suggestion to make
 * it a version of another if its name matches. On failure the caller removes the bytes.
 */
export async function addFile(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  { id: fileId = uuidv7(), stored, now = services.clock.now(), ...file }: NewFile,
): Promise<Outcome<'no-project', { readonly fileId: string }>> {
  const { projectId, name, folder = '', needsApproval } = file;
  const project = await lockProject(tx, projectId);
  if (!project) return { ok: false, reason: 'no-project' };
  const sound = await requestMeasuring(tx, services, stored);
  const proposedFor = await proposalFor(tx, projectId, { name, folder, kind: stored.kind });
  await tx.insert(files).values({
    id: fileId,
    ...file,
    ...stored,
    ...sound,
    recordingId: fileId,
    version: versionNumberFor(name, []),
    proposedFor,
    uploadedBy: actor.id,
    uploadedByName: actor.name,
    uploadedAt: now,
  });
  if (proposedFor !== null) await requestProposed(tx, services, proposedFor, stored.sha256);
  const atUpload = { ...services, clock: { now: () => now } };
  const isNamed = and(eq(files.projectId, projectId), eq(files.name, name), eq(files.folder, folder));
  const number = await tx.$count(files, isNamed);
  await announce(tx, atUpload, actor, {
    kind: 'file-added',
    clientId: project.clientId,
    projectId,
    subjectId: fileId,
    details: {
      project: project.name,
      file: fileLabelOf({ name, uploadNumber: number, uploadCount: number }),
      ...(folder === '' ? {} : { folder }),
    },
    ...(needsApproval ? { notify: 'file-waiting' as const } : {}),
  });
  return { ok: true, fileId };
}

export type FileKey = { readonly projectId: string; readonly fileId: string };

/** Returns a file of this project, locked until the transaction ends, with its project and approval state; or null. */
export async function lockFile(tx: Db, { projectId, fileId }: FileKey) {
  const project = validate(fileId) ? await lockProject(tx, projectId) : null;
  if (!project) return null;
  const [file] = await tx
    .select({ file: files, uploadNumber, uploadCount })
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.projectId, projectId)))
    .for('update');
  if (!file) return null;
  const approvals = await tx
    .select({ fileId: fileApprovals.fileId })
    .from(fileApprovals)
    .where(eq(fileApprovals.fileId, fileId));
  return { ...file, project, isApproved: approvals.length > 0 };
}

/** The ids and names for an announcement about a file. */
export const aboutFile = ({
  file,
  project,
  uploadNumber: number,
  uploadCount: count,
}: NonNullable<Awaited<ReturnType<typeof lockFile>>>) => ({
  clientId: project.clientId,
  projectId: project.id,
  subjectId: file.id,
  details: {
    project: project.name,
    file: fileLabelOf({ name: file.name, uploadNumber: number, uploadCount: count }),
  },
});

/** Deletes the notification that a file waits for approval, so that a new request creates a new one. */
const deleteNotification = (tx: Db, clientId: string, fileId: string) =>
  tx
    .delete(notifications)
    .where(
      and(
        eq(notifications.clientId, clientId),
        eq(notifications.kind, 'file-waiting'),
        eq(notifications.subjectId, fileId),
      ),
    );

/** Announces if a file needs approval, in the caller's transaction, and notifies the client again if it does. */
export async function announceApprovalNeed(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  about: ReturnType<typeof aboutFile>,
  needsApproval: boolean,
): Promise<void> {
  // A new request creates a new one.
  await deleteNotification(tx, about.clientId, about.subjectId);
  const notify = needsApproval ? { notify: 'file-waiting' as const } : {};
  await announce(tx, services, actor, { kind: 'file-changed', ...about, ...notify });
}

/**
 * Sets whether a file needs the client's approval; a superseded request and one that was answered with a request for
 * changes become open again. Refused once it was approved.
 */
export async function changeApprovalNeed(
  db: Db,
  services: QueueServices,
  actor: Actor,
  { needsApproval, ...key }: FileKey & { readonly needsApproval: boolean },
): Promise<Outcome<'not-found' | 'approved'>> {
  return db.transaction(async (tx) => {
    const locked = await lockFile(tx, key);
    if (!locked) return { ok: false, reason: 'not-found' };
    if (locked.isApproved) return { ok: false, reason: 'approved' };
    const { file } = locked;
    const answered = await tx
      .update(changeRequests)
      .set({ closedAt: services.clock.now() })
      .where(and(eq(changeRequests.fileId, file.id), isNull(changeRequests.closedAt)))
      .returning();
    const isOpen = file.supersededBy === null && answered.length === 0;
    if (file.needsApproval === needsApproval && isOpen) return { ok: true };
    await tx.update(files).set({ needsApproval, supersededBy: null }).where(eq(files.id, file.id));
    await announceApprovalNeed(tx, services, actor, aboutFile(locked), needsApproval);
    return { ok: true };
  });
}

/**
 * Removes a file with its comments, except those carried to a newer version, which stay there. The team can restore it
 * for 30 days; only then its bytes are deleted. Its formats are removed with it. Refused once one of them was approved.
 */
export async function removeFile(
  { db, ...services }: QueueServices & Pick<Services, 'db'>,
  actor: Actor,
  key: FileKey,
): Promise<Outcome<'not-found' | 'approved'>> {
  return allOrNothing(db, async (tx): Promise<Outcome<'not-found' | 'approved'>> => {
    const locked = await lockFile(tx, key);
    if (!locked) return { ok: false, reason: 'not-found' };
    if (locked.isApproved) return { ok: false, reason: 'approved' };
    const { file, project } = locked;
    const formats = await tx.select({ id: files.id }).from(files).where(eq(files.formatOf, file.id));
    for (const { id } of formats) {
      const removed = await removeFile({ ...services, db: tx }, actor, { ...key, fileId: id });
      if (!removed.ok) return removed;
    }
    await moveCommentsAway(tx, file.id);
    // What it replaced waits for approval again.
    await tx.update(allFiles).set({ supersededBy: null }).where(eq(allFiles.supersededBy, file.id));
    const removed = { removedAt: services.clock.now(), removedBy: actor.id, removedByName: actor.name };
    await tx.update(allFiles).set(removed).where(eq(allFiles.id, file.id));
    await deleteNotification(tx, project.clientId, file.id);
    await announce(tx, services, actor, { kind: 'file-removed', ...aboutFile(locked) });
    return { ok: true };
  });
}

type Description = {
  /** The display name. */
  readonly name: string;
  readonly note: string;
  /** Null if kind, stage, folder and name decide; it applies to all versions of the recording. */
  readonly group: FileGroup | null;
};

/**
 * Renames and describes a file, in the caller's transaction. Bytes, hash and approval stay; the name at the upload is
 * kept for the extension of downloads and for recognising newer versions.
 */
export async function describeFile(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  { name, note, group, ...key }: FileKey & Description,
): Promise<Outcome<'not-found'>> {
  const locked = await lockFile(tx, key);
  if (!locked) return { ok: false, reason: 'not-found' };
  const { file } = locked;
  const isRenamed = name !== file.name;
  if (!isRenamed && note === file.note && group === file.group) return { ok: true };
  const uploadedAs = file.originalName ?? file.name;
  const originalName = name === uploadedAs ? null : uploadedAs;
  await tx.update(files).set({ name, originalName, note }).where(eq(files.id, file.id));
  if (group !== file.group)
    await tx.update(files).set({ group }).where(eq(files.recordingId, file.recordingId));
  const about = aboutFile(locked);
  await announce(tx, services, actor, {
    kind: isRenamed ? 'file-renamed' : 'file-described',
    ...about,
    details: { ...about.details, newer: name },
  });
  return { ok: true };
}
