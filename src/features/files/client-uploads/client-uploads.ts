import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { deskChannel } from '#src/features/notifications/events/desk-hub.ts';
import { publishEvent } from '#src/features/notifications/events/client-events.ts';
import { isActivePerson } from '#src/features/accounts/people/clients.ts';
import { lockProject, lockProjectOf, type LockedProject } from '#src/features/projects/projects.ts';
import { fileLabelOf } from '../file-name.tsx';
import { fileStoreOf, commitStored } from '../store/file-store.ts';
import type { StoredBytes } from '../store/stored-bytes.ts';
import { removedBytesQueue, type RemovedBytes } from '../store/removed-bytes.job.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import type { Services } from '#src/platform/services/services.ts';
import type { Permission } from '#src/features/accounts/people/person.table.ts';
import { uploadRequests } from '../upload-requests/upload-request.table.ts';
import { clientUploads, pendingClientUploads } from './client-upload.table.ts';
import { allFiles, files } from '../store/file.table.ts';
import { addFile } from '../files.ts';
import { isPlayed } from '../store/file-type.ts';
import { allOrNothing } from '#src/platform/database/all-or-nothing.ts';

type NewClientUpload = {
  /** The id of its upload. */
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  /** The request that it answers, if it is one of the project that is open; others are ignored. */
  readonly requestId?: string | null;
  readonly stored: StoredBytes;
  /** True if a message that is announced has it. */
  readonly isPartOfMessage?: boolean;
};

type ClientUpload = typeof clientUploads.$inferSelect;

/** Returns the fields of an announcement about a client's file. Its project must be locked. */
async function announcementOf(
  tx: Db,
  project: LockedProject,
  { id, name, sentAt }: Pick<ClientUpload, 'id' | 'name' | 'sentAt'>,
) {
  const isNamed = and(eq(clientUploads.projectId, project.id), eq(clientUploads.name, name));
  const place = sql`(${clientUploads.sentAt}, ${clientUploads.id}) <= (${sentAt.toISOString()}::timestamptz, ${id}::uuid)`;
  const uploadCount = await tx.$count(clientUploads, isNamed);
  const uploadNumber = await tx.$count(clientUploads, and(isNamed, place));
  return {
    clientId: project.clientId,
    projectId: project.id,
    subjectId: id,
    details: { project: project.name, file: fileLabelOf({ name, uploadNumber, uploadCount }) },
  };
}

/** Returns the id of a request if it is open and of this project; otherwise null. */
async function findOpenRequest(
  tx: Db,
  { projectId, requestId }: { readonly projectId: string; readonly requestId: string | null },
): Promise<string | null> {
  if (requestId === null) return null;
  const { id, state, projectId: of } = uploadRequests;
  const isIt = and(eq(id, requestId), eq(of, projectId), eq(state, 'open'));
  return (await tx.$count(uploadRequests, isIt)) > 0 ? requestId : null;
}

/**
 * Adds stored bytes to the inbox of a project in place of their upload, in the caller's transaction, and notifies the
 * team.
 */
export async function addClientUpload(
  tx: Db,
  services: QueueServices,
  sender: Actor,
  { id, projectId, name, requestId = null, stored, isPartOfMessage = false }: NewClientUpload,
): Promise<Outcome<'no-project'>> {
  const project = await lockProject(tx, projectId);
  if (!project) return { ok: false, reason: 'no-project' };
  await tx.delete(pendingClientUploads).where(eq(pendingClientUploads.id, id));
  const sentAt = services.clock.now();
  await tx.insert(clientUploads).values({
    id,
    projectId,
    name,
    requestId: await findOpenRequest(tx, { projectId, requestId }),
    ...stored,
    sentBy: sender.id,
    sentByName: sender.name,
    sentAt,
  });
  await announce(tx, services, sender, {
    kind: 'file-sent',
    emailsTeam: !isPartOfMessage,
    ...(await announcementOf(tx, project, { id, name, sentAt })),
  });
  return { ok: true };
}

export type ClientUploadKey = { readonly projectId: string; readonly sentId: string };

/** Returns a file in the inbox of a project that this person may see, locked with its project; otherwise null. */
async function lockClientUpload(tx: Db, person: Person, { projectId, sentId }: ClientUploadKey) {
  const project = validate(sentId) ? await lockProjectOf(tx, person, projectId) : null;
  if (!project) return null;
  const [file] = await tx
    .select()
    .from(clientUploads)
    .where(and(eq(clientUploads.id, sentId), eq(clientUploads.projectId, projectId)))
    .for('update');
  return file ? { project, file } : null;
}

/** True if a client's person may withdraw a file: its sender, or a person who may approve. */
export const mayWithdraw = (
  { id, permission }: { readonly id: string; readonly permission: Permission },
  { sentBy }: Pick<ClientUpload, 'sentBy'>,
) => permission === 'approve' || sentBy === id;

const isWithTeam = ({ fetchedAt, takenAs }: ClientUpload) => fetchedAt !== null || takenAs !== null;

type Removal = {
  readonly kind: 'sent-file-withdrawn' | 'sent-file-removed';
  /** True if the removal requires that the team already has the file; false if it requires that the team does not. */
  readonly isWithTeam: boolean;
};

async function takeAway(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'config'>,
  person: Person,
  key: ClientUploadKey,
  removal: Removal,
): Promise<Outcome<'not-found' | 'not-yours' | 'with-team' | 'not-with-team'>> {
  const removed = await services.db.transaction(async (tx) => {
    const locked = await lockClientUpload(tx, person, key);
    if (!locked) return { ok: false, reason: 'not-found' } as const;
    const { file, project } = locked;
    if (!(await isActivePerson(tx, person.id))) return { ok: false, reason: 'not-found' } as const;
    const isAllowed = person.role === 'team' || mayWithdraw(person, file);
    if (!isAllowed) return { ok: false, reason: 'not-yours' } as const;
    if (isWithTeam(file) !== removal.isWithTeam)
      return { ok: false, reason: removal.isWithTeam ? 'not-with-team' : 'with-team' } as const;
    const about = await announcementOf(tx, project, file);
    await tx.delete(clientUploads).where(eq(clientUploads.id, file.id));
    const data: RemovedBytes = { storageKey: file.storageKey };
    await services.jobs.enqueue(tx, [{ queue: removedBytesQueue, data }]);
    await announce(tx, services, person, { kind: removal.kind, ...about });
    return { ok: true, storageKey: file.storageKey } as const;
  });
  if (!removed.ok) return removed;
  // Removed at once if possible; otherwise by the job.
  await fileStoreOf(services.config)
    .remove(removed.storageKey)
    .catch(() => undefined);
  return { ok: true };
}

/** Withdraws a file that a client sent, for its sender or a person who may approve. Refused once the team has it. */
export const withdrawClientUpload = (
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'config'>,
  client: Person,
  key: ClientUploadKey,
) => takeAway(services, client, key, { kind: 'sent-file-withdrawn', isWithTeam: false });

/** Removes a sent file from the inbox. Refused as long as no team member has downloaded or used it. */
export const removeClientUpload = (
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'config'>,
  team: Person,
  key: ClientUploadKey,
) => takeAway(services, team, key, { kind: 'sent-file-removed', isWithTeam: true });

/**
 * Records that a team member downloads these files of a project, and announces those that were not downloaded before.
 */
export async function markDownloaded(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  team: Person,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  const isNew = and(inArray(clientUploads.id, [...ids]), isNull(clientUploads.fetchedAt));
  if ((await db.$count(clientUploads, isNew)) === 0) return;
  await db.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (!project) return;
    const at = clock.now();
    const fetched = await tx
      .update(clientUploads)
      .set({ fetchedAt: at, fetchedByName: team.name })
      .where(and(isNew, eq(clientUploads.projectId, projectId)))
      .returning({ id: clientUploads.id });
    if (fetched.length === 0) return;
    await publishEvent(tx, { kind: 'sent-file-fetched', clientId: project.clientId, projectId, at });
    await tx.execute(sql`select pg_notify(${deskChannel}, 'sent-file-fetched')`);
  });
}

type Taken = Outcome<'not-found' | 'taken' | 'no-sound', { readonly fileId: string }>;

type TakeServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'config'>;

/** True if the recording that was made of a sent file has not been removed. */
const isInUse = async (tx: Db, takenAs: string | null) =>
  takenAs !== null && (await tx.$count(files, eq(files.id, takenAs))) > 0;

/** Adds the recording, with its own copy of the bytes under this key. */
async function addRecording(
  tx: Db,
  services: TakeServices,
  team: Person,
  key: ClientUploadKey,
  storageKey: string,
): Promise<Taken> {
  const found = await lockClientUpload(tx, team, key);
  if (!found) return { ok: false, reason: 'not-found' };
  const { name, kind, mediaType, sizeBytes, sha256, takenAs, id } = found.file;
  if (await isInUse(tx, takenAs)) return { ok: false, reason: 'taken' };
  const stored = { storageKey, kind, mediaType, sizeBytes, sha256 };
  const { projectId } = key;
  const nameAt = name.lastIndexOf('/') + 1;
  const placed = { name: name.slice(nameAt), folder: name.slice(0, Math.max(0, nameAt - 1)) };
  const taken = { projectId, ...placed, needsApproval: false, isFromClient: true, stored };
  const added = await addFile(tx, services, team, taken);
  if (!added.ok) return { ok: false, reason: 'not-found' };
  await tx.update(clientUploads).set({ takenAs: added.fileId }).where(eq(clientUploads.id, id));
  return added;
}

/**
 * Makes a recording from a sound or video that the client sent. The file stays in the inbox; the recording has its own
 * copy of the bytes, which needs no extra space on most disks. No approval is requested.
 */
export async function importClientUpload(
  services: TakeServices,
  team: Person,
  key: ClientUploadKey,
): Promise<Taken> {
  const store = fileStoreOf(services.config);
  const before = await services.db.transaction((tx) => lockClientUpload(tx, team, key));
  if (!before) return { ok: false, reason: 'not-found' };
  if (await isInUse(services.db, before.file.takenAs)) return { ok: false, reason: 'taken' };
  if (!isPlayed(before.file)) return { ok: false, reason: 'no-sound' };
  // An object store takes minutes to copy a large file, so no lock is held during the copy.
  const linked = await store.link(before.file.storageKey);
  if (linked === null) return { ok: false, reason: 'not-found' };
  return commitStored(store, linked, {
    commit: () => allOrNothing(services.db, (tx) => addRecording(tx, services, team, key, linked)),
    isNamed: async () => (await services.db.$count(allFiles, eq(allFiles.storageKey, linked))) > 0,
  });
}

/** Returns which of these files the team has downloaded or used. */
export async function listHandledUploads(db: Db, ids: readonly string[]): Promise<string[]> {
  const { id, fetchedAt, takenAs } = clientUploads;
  const found = await db
    .select({ id })
    .from(clientUploads)
    .where(and(inArray(id, [...ids]), or(isNotNull(fetchedAt), isNotNull(takenAs))));
  return found.map((file) => file.id);
}
