import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { deskChannel } from '#src/features/notifications/events/desk-hub.ts';
import { tellClient } from '#src/features/notifications/events/tell-client.ts';
import { isActivePerson } from '#src/features/accounts/people/person-of-client.ts';
import { lockProject, lockProjectOf, type LockedProject } from '#src/features/projects/change-project.ts';
import { fileLabelOf } from '../file-label.ts';
import { fileStoreOf, type StoredBytes } from '../store/file-store.ts';
import { removedBytesQueue, type RemovedBytes } from '../store/removed-bytes.job.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import type { Services } from '#src/platform/services/services.ts';
import type { May } from '#src/features/accounts/people/person.table.ts';
import { sentFiles, sentUploads } from './sent-file.table.ts';

type NewSentFile = {
  /** The id of its upload. */
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly stored: StoredBytes;
};

type SentFile = typeof sentFiles.$inferSelect;

/** What an announcement about a sent file names; to be asked while its project is locked and the file is there. */
async function aboutSent(
  tx: Db,
  project: LockedProject,
  { id, name, sentAt }: Pick<SentFile, 'id' | 'name' | 'sentAt'>,
) {
  const isNamed = and(eq(sentFiles.projectId, project.id), eq(sentFiles.name, name));
  const place = sql`(${sentFiles.sentAt}, ${sentFiles.id}) <= (${sentAt.toISOString()}::timestamptz, ${id}::uuid)`;
  const uploadCount = await tx.$count(sentFiles, isNamed);
  const uploadNumber = await tx.$count(sentFiles, and(isNamed, place));
  return {
    clientId: project.clientId,
    projectId: project.id,
    subjectId: id,
    details: { project: project.name, file: fileLabelOf({ name, uploadNumber, uploadCount }) },
  };
}

/** Puts stored bytes into the inbox of a project, in place of their upload, in the caller's transaction; the team is told. */
export async function addSentFile(
  tx: Db,
  services: QueueServices,
  sender: Actor,
  { id, projectId, name, stored }: NewSentFile,
): Promise<Outcome<'no-project'>> {
  const project = await lockProject(tx, projectId);
  if (!project) return { ok: false, reason: 'no-project' };
  await tx.delete(sentUploads).where(eq(sentUploads.id, id));
  const sentAt = services.clock.now();
  await tx.insert(sentFiles).values({
    id,
    projectId,
    name,
    ...stored,
    sentBy: sender.id,
    sentByName: sender.name,
    sentAt,
  });
  await announce(tx, services, sender, {
    kind: 'file-sent',
    ...(await aboutSent(tx, project, { id, name, sentAt })),
  });
  return { ok: true };
}

export type SentKey = { readonly projectId: string; readonly sentId: string };

/** A file in the inbox of a project of this person's, locked with its project; null for everybody else. */
export async function lockSentFile(tx: Db, person: Person, { projectId, sentId }: SentKey) {
  const project = validate(sentId) ? await lockProjectOf(tx, person, projectId) : null;
  if (!project) return null;
  const [file] = await tx
    .select()
    .from(sentFiles)
    .where(and(eq(sentFiles.id, sentId), eq(sentFiles.projectId, projectId)))
    .for('update');
  return file ? { project, file } : null;
}

/** True if a client's person may withdraw a file: its sender, or a person who may approve. */
export const mayWithdraw = (
  { id, may }: { readonly id: string; readonly may: May },
  { sentBy }: Pick<SentFile, 'sentBy'>,
) => may === 'approve' || sentBy === id;

const isWithTeam = ({ fetchedAt, takenAs }: SentFile) => fetchedAt !== null || takenAs !== null;

type Removal = {
  readonly kind: 'sent-file-withdrawn' | 'sent-file-removed';
  /** True if the removal requires that the team already has the file; false if it requires that the team does not. */
  readonly isWithTeam: boolean;
};

async function takeAway(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'config'>,
  person: Person,
  key: SentKey,
  removal: Removal,
): Promise<Outcome<'not-found' | 'not-yours' | 'with-team' | 'not-with-team'>> {
  const removed = await services.db.transaction(async (tx) => {
    const locked = await lockSentFile(tx, person, key);
    if (!locked) return { ok: false, reason: 'not-found' } as const;
    const { file, project } = locked;
    if (!(await isActivePerson(tx, person.id))) return { ok: false, reason: 'not-found' } as const;
    const isAllowed = person.role === 'team' || mayWithdraw(person, file);
    if (!isAllowed) return { ok: false, reason: 'not-yours' } as const;
    if (isWithTeam(file) !== removal.isWithTeam)
      return { ok: false, reason: removal.isWithTeam ? 'not-with-team' : 'with-team' } as const;
    const about = await aboutSent(tx, project, file);
    await tx.delete(sentFiles).where(eq(sentFiles.id, file.id));
    const data: RemovedBytes = { storageKey: file.storageKey };
    await services.jobs.enqueue(tx, [{ queue: removedBytesQueue, data }]);
    await announce(tx, services, person, { kind: removal.kind, ...about });
    return { ok: true, storageKey: file.storageKey } as const;
  });
  if (!removed.ok) return removed;
  // At once where that is possible; else the job does it.
  await fileStoreOf(services.config)
    .remove(removed.storageKey)
    .catch(() => undefined);
  return { ok: true };
}

/** Takes back what a client has sent: who sent it, or who may approve. Refused once the team has it. */
export const withdrawSentFile = (
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'config'>,
  client: Person,
  key: SentKey,
) => takeAway(services, client, key, { kind: 'sent-file-withdrawn', isWithTeam: false });

/** Removes a sent file from the inbox. Refused as long as no team member has downloaded or used it. */
export const removeSentFile = (
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'config'>,
  team: Person,
  key: SentKey,
) => takeAway(services, team, key, { kind: 'sent-file-removed', isWithTeam: true });

/** Records that a team member downloads these files of a project, and announces those that were not downloaded before. */
export async function markFetched(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  team: Person,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  const isNew = and(inArray(sentFiles.id, [...ids]), isNull(sentFiles.fetchedAt));
  if ((await db.$count(sentFiles, isNew)) === 0) return;
  await db.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (!project) return;
    const at = clock.now();
    const fetched = await tx
      .update(sentFiles)
      .set({ fetchedAt: at, fetchedByName: team.name })
      .where(and(isNew, eq(sentFiles.projectId, projectId)))
      .returning({ id: sentFiles.id });
    if (fetched.length === 0) return;
    await tellClient(tx, { kind: 'sent-file-fetched', clientId: project.clientId, projectId, at });
    await tx.execute(sql`select pg_notify(${deskChannel}, 'sent-file-fetched')`);
  });
}
