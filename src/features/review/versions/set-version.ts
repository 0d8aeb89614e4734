import { eq, inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { files } from '#src/features/files/store/file.table.ts';
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
import { carryIntoPlace, forgetStrayPlaces } from './carry-comments.ts';
import { aboutVersion, lockVersions, type LockedVersions, type VersionKey } from './lock-versions.ts';

/** `approved`: this version, or the one that it would change places with, is locked. */
export type VersionOutcome = Outcome<'not-found' | 'approved'>;

/** Applies what follows from a version's new place: older requests settle, and comments move with it. */
async function settlePlace(tx: Db, services: QueueServices, actor: Actor, key: VersionKey): Promise<void> {
  await supersedeOlder(tx, services, actor, { ...key, by: 'decision' });
  await forgetStrayPlaces(tx, key.projectId);
  await carryIntoPlace(tx, services, key);
}

/** Answers the proposal that a file is a version of another with no. */
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
 * Makes a file a version of a recording of its project, or, with null, a recording of its own, in the caller's transaction. It
 * gets the number in its name where that is free, else the next. Requests to approve what it replaces settle, and open comments
 * of the version before are carried to it; requests that were settled stay so where it is taken away again. Where it is
 * already there, only the proposal is answered.
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
  const isThere = recordingId === null ? isAlone : recordingId === file.recordingId;
  if (!isThere && file.approvedAt !== null) return { ok: false, reason: 'approved' };
  if (!isThere) return moveTo(tx, services, actor, locked, recordingId);
  await declineProposal(tx, services, actor, locked);
  return { ok: true };
}

/**
 * Lets a version change places with the one after it, or before it. The one that is newer now waits for approval again where the other
 * had replaced it. Refused where either is approved.
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

/** Labels a version, or pins it as the one that the player opens, in the caller's transaction; approved ones too. */
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
