import { eq, inArray, and, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { files, fileApprovals, carriedComments, fileComments } from '#src/features/files/store/file.table.ts';
import { announceApprovalNeed } from '#src/features/files/files.ts';
import {
  nameOfRecording,
  versionsOf,
  recordingNameOf,
  versionNumberFor,
} from '#src/features/files/recording-versions.ts';
import { supersedeOlder } from '#src/features/files/approvals/approve-file.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { lockProject } from '#src/features/projects/projects.ts';
import { fileLabelOf, uploadCount, uploadNumber } from '#src/features/files/file-name.tsx';
import { requestComparing } from '#src/features/files/comparisons/sound-comparisons.ts';
import { isCarriedTo, isShownOn, shownPlace } from '#src/features/files/shown-comments.ts';
import { alignPair, type VersionSound } from '#src/features/files/comparisons/align-carried.ts';

/** Lists the open comments of a version: its own, and those carried to it, with their moments there. */
export const listOpen = (tx: Db, fileId: string) =>
  tx
    .select({
      commentId: fileComments.id,
      atMs: shownPlace.atMs,
      untilMs: shownPlace.untilMs,
      isCut: shownPlace.isCut,
    })
    .from(fileComments)
    .leftJoin(carriedComments, isCarriedTo(fileId))
    .where(and(isNull(fileComments.doneAt), isNull(fileComments.replyTo), isShownOn(fileId)));

async function carry(tx: Db, services: QueueServices, older: VersionSound, newer: VersionSound) {
  const open = await listOpen(tx, older.id);
  if (open.length > 0) {
    const rows = open.map((comment) => ({ ...comment, fileId: newer.id, fromFileId: older.id }));
    await tx.insert(carriedComments).values(rows).onConflictDoNothing();
    await alignPair(tx, services, older, newer);
  }
  // The comparison corrects the moments later.
  if (older.sha256 !== newer.sha256) await requestComparing(tx, services, older.sha256, newer.sha256);
}

/**
 * Carries the open comments of the previous version to this one, and from this one to the next, in the caller's
 * transaction, which has locked the client. A comment that is already there keeps its moment. Requests comparisons of
 * both pairs, after which `alignCarried` corrects the moments.
 */
async function carryIntoPlace(
  tx: Db,
  services: QueueServices,
  { projectId, fileId }: VersionKey,
): Promise<void> {
  const { id, name, recordingId, version, sha256, durationMs } = files;
  const all = await tx
    .select({ id, name, recordingId, version, sha256, durationMs })
    .from(files)
    .where(eq(files.projectId, projectId));
  const versions = versionsOf(all, all.find((file) => file.id === fileId)?.recordingId ?? '');
  const place = versions.findIndex((file) => file.id === fileId);
  const [before, file, after] = [versions[place - 1], versions[place], versions[place + 1]];
  if (before && file) await carry(tx, services, before, file);
  if (file && after) await carry(tx, services, file, after);
}

/** Removes carried comments from versions that are no longer newer versions of their original. */
async function forgetStrayPlaces(tx: Db, projectId: string): Promise<void> {
  await tx.execute(sql`delete from carried_comments place
    using file_comments comment, files origin, files shown
    where comment.id = place.comment_id and origin.id = comment.file_id and shown.id = place.file_id
      and shown.project_id = ${projectId}
      and (origin.recording_id <> shown.recording_id or origin.version >= shown.version)`);
}

export type VersionKey = { readonly projectId: string; readonly fileId: string };

const listFiles = (tx: Db, projectId: string) =>
  tx
    .select({
      id: files.id,
      name: files.name,
      kind: files.kind,
      recordingId: files.recordingId,
      version: files.version,
      stage: files.stage,
      isPinned: files.isPinned,
      proposedFor: files.proposedFor,
      supersededBy: files.supersededBy,
      durationMs: files.durationMs,
      uploadNumber,
      uploadCount,
      approvedAt: fileApprovals.approvedAt,
    })
    .from(files)
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(eq(files.projectId, projectId));

/**
 * Finds a file of this project and all other files of it, locked by the lock on the client. Returns null if there is
 * none.
 */
async function lockVersions(tx: Db, { projectId, fileId }: VersionKey) {
  const project = await lockProject(tx, projectId);
  if (!project) return null;
  const all = await listFiles(tx, projectId);
  const file = all.find(({ id }) => id === fileId);
  return file ? { project, file, all } : null;
}

type LockedVersions = NonNullable<Awaited<ReturnType<typeof lockVersions>>>;

/** Returns the ids and names for an announcement about a version. */
const aboutVersion = ({ project, file }: LockedVersions, more: Readonly<Record<string, string>> = {}) => ({
  clientId: project.clientId,
  projectId: project.id,
  subjectId: file.id,
  details: { project: project.name, file: fileLabelOf(file), ...more },
});

/** `approved`: this version, or the one to swap with, is locked. */
export type VersionOutcome = Outcome<'not-found' | 'approved'>;

/** Applies the effects of a version's new position: settles older requests and carries comments. */
export async function settlePlace(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  key: VersionKey,
): Promise<void> {
  await supersedeOlder(tx, services, actor, { ...key, by: 'decision' });
  await forgetStrayPlaces(tx, key.projectId);
  await carryIntoPlace(tx, services, key);
}

/** Declines the proposal that a file is a version of another. */
async function declineProposal(tx: Db, services: QueueServices, actor: Actor, locked: LockedVersions) {
  const { file } = locked;
  if (file.proposedFor === null) return;
  await tx.update(files).set({ proposedFor: null }).where(eq(files.id, file.id));
  await announce(tx, services, actor, { kind: 'version-changed', ...aboutVersion(locked) });
}

async function moveTo(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  locked: LockedVersions,
  recordingId: string | null,
): Promise<VersionOutcome> {
  const { file, all, project } = locked;
  const versions = recordingId === null ? [] : versionsOf(all, recordingId);
  const [first] = versions;
  if (recordingId !== null && !first) return { ok: false, reason: 'not-found' };
  const version = versionNumberFor(
    file.name,
    versions.map((each) => each.version),
  );
  await tx
    .update(files)
    .set({ recordingId: recordingId ?? uuidv7(), version, isPinned: false, proposedFor: null })
    .where(eq(files.id, file.id));
  const more = { version: String(version), recording: recordingNameOf(first?.name ?? file.name) };
  const kind = first ? 'version-set' : 'version-split';
  await announce(tx, services, actor, { kind, ...aboutVersion(locked, more) });
  await settlePlace(tx, services, actor, { projectId: project.id, fileId: file.id });
  return { ok: true };
}

/**
 * Makes a file a version of a recording of its project or, with null, a recording of its own, in the caller's
 * transaction. It gets the version number from its name if that is free, else the next one. Approval requests that it
 * replaces are settled and stay so; open comments of the previous version are carried to it. If the file is already
 * there, only the proposal is settled.
 */
export async function placeVersion(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  { recordingId, ...key }: VersionKey & { readonly recordingId: string | null },
): Promise<VersionOutcome> {
  const locked = await lockVersions(tx, key);
  if (!locked) return { ok: false, reason: 'not-found' };
  const { file, all } = locked;
  const isAlone = versionsOf(all, file.recordingId).length === 1;
  const isUnchanged = recordingId === null ? isAlone : recordingId === file.recordingId;
  if (!isUnchanged && file.approvedAt !== null) return { ok: false, reason: 'approved' };
  if (!isUnchanged) return moveTo(tx, services, actor, locked, recordingId);
  await declineProposal(tx, services, actor, locked);
  return { ok: true };
}

/**
 * Swaps a version with the next or the previous one. If the now newer one had been replaced by the other, it waits for
 * approval again. Rejected if either is approved.
 */
export async function reorderVersion(
  db: Db,
  services: QueueServices,
  actor: Actor,
  { towards, ...key }: VersionKey & { readonly towards: 'newer' | 'older' },
): Promise<VersionOutcome> {
  return db.transaction(async (tx): Promise<VersionOutcome> => {
    const locked = await lockVersions(tx, key);
    if (!locked) return { ok: false, reason: 'not-found' };
    const { file, all } = locked;
    const versions = versionsOf(all, file.recordingId);
    const other = versions[versions.indexOf(file) + (towards === 'newer' ? 1 : -1)];
    if (!other) return { ok: true };
    if (file.approvedAt ?? other.approvedAt) return { ok: false, reason: 'approved' };
    const swap = [
      [file.id, other.version],
      [other.id, file.version],
    ] as const;
    for (const [id, version] of swap) await tx.update(files).set({ version }).where(eq(files.id, id));
    const more = { version: String(other.version), recording: nameOfRecording(versions) };
    await announce(tx, services, actor, { kind: 'version-set', ...aboutVersion(locked, more) });
    const [older, newer] = towards === 'newer' ? [other, file] : [file, other];
    if (newer.supersededBy === older.id) {
      await tx.update(files).set({ supersededBy: null }).where(eq(files.id, newer.id));
      await announceApprovalNeed(tx, services, actor, aboutVersion({ ...locked, file: newer }), true);
    }
    await settlePlace(tx, services, actor, key);
    await carryIntoPlace(tx, services, { projectId: key.projectId, fileId: other.id });
    return { ok: true };
  });
}

type Mark = Partial<Pick<LockedVersions['file'], 'stage' | 'isPinned'>>;

/**
 * Labels a version or pins it as the one that the player opens, in the caller's transaction. Works for approved
 * versions, too.
 */
export async function markVersion(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  { mark, ...key }: VersionKey & { readonly mark: Mark },
): Promise<VersionOutcome> {
  const locked = await lockVersions(tx, key);
  if (!locked) return { ok: false, reason: 'not-found' };
  const { file, all } = locked;
  const { stage = file.stage, isPinned = file.isPinned } = mark;
  if (stage === file.stage && isPinned === file.isPinned) return { ok: true };
  const others = versionsOf(all, file.recordingId).map(({ id }) => id);
  if (isPinned) await tx.update(files).set({ isPinned: false }).where(inArray(files.id, others));
  await tx.update(files).set({ stage, isPinned }).where(eq(files.id, file.id));
  await announce(tx, services, actor, { kind: 'version-changed', ...aboutVersion(locked) });
  return { ok: true };
}
