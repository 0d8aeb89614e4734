import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import words from '#content/project.yaml';
import { isActivePerson } from '#src/features/accounts/people/clients.ts';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { lockProject, lockProjectOf } from '#src/features/projects/projects.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { hourMs } from '#src/platform/durations.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { pendingClientUploads } from './client-upload.table.ts';

export const bytesPerGb = 1_000_000_000;

const defaultLimitBytes = words.sent.limitGb * bytesPerGb;

/** The space for a client's uploads to a project; files and unfinished uploads count as used. */
export type UploadSpace = {
  /** True if the desk has not overridden the default limit. */
  readonly isUsual: boolean;
  readonly limitBytes: number;
  readonly usedBytes: number;
  readonly leftBytes: number;
  /** Files and unfinished uploads. */
  readonly count: number;
};

/** The limit and usage of a project's sent files, as columns of a `projects` query. */
export const uploadSpaceColumns = {
  limitBytes: projects.sentLimitBytes,
  usedBytes: sql<number>`coalesce((select sum(size_bytes) from sent_files where project_id = projects.id), 0)
    + coalesce((select sum(size_bytes) from sent_uploads where project_id = projects.id), 0)`.mapWith(Number),
  count: sql<number>`(select count(*) from sent_files where project_id = projects.id)
    + (select count(*) from sent_uploads where project_id = projects.id)`.mapWith(Number),
};

type UploadSpaceRow = Pick<UploadSpace, 'usedBytes' | 'count'> & { readonly limitBytes: number | null };

/** Returns the space for client uploads from the columns of a project's row. */
export function uploadSpaceOf({ limitBytes, usedBytes, count }: UploadSpaceRow): UploadSpace {
  const limit = limitBytes ?? defaultLimitBytes;
  const leftBytes = Math.max(0, limit - usedBytes);
  return { isUsual: limitBytes === null, limitBytes: limit, usedBytes, leftBytes, count };
}

/** Returns the space for client uploads of a project; that of an empty project if it does not exist. */
export async function findUploadSpace(db: Db, projectId: string): Promise<UploadSpace> {
  const [found] = await db.select(uploadSpaceColumns).from(projects).where(eq(projects.id, projectId));
  return uploadSpaceOf(found ?? { limitBytes: null, usedBytes: 0, count: 0 });
}

export type SpaceOutcome =
  | Outcome<'project' | 'many' | 'open'>
  | { readonly ok: false; readonly reason: 'space'; readonly space: UploadSpace };

/** Maximum unfinished uploads per person; the project page sends three at a time. */
const mostOpenUploads = 10;

/** A new upload. */
export type NewUpload = {
  readonly uploadId: string;
  readonly projectId: string;
  readonly sizeBytes: number;
  readonly now: Date;
};

/**
 * Reserves space in a client's own project for a new upload, in the caller's transaction. The lock on the client
 * serialises concurrent uploads and makes the end of a person's access visible.
 */
export async function reserveUploadSpace(
  tx: Db,
  client: Person,
  { uploadId, projectId, sizeBytes, now }: NewUpload,
): Promise<SpaceOutcome> {
  const project = await lockProjectOf(tx, client, projectId);
  if (!project || !(await isActivePerson(tx, client.id))) return { ok: false, reason: 'project' };
  const open = await tx.$count(pendingClientUploads, eq(pendingClientUploads.begunBy, client.id));
  if (open >= mostOpenUploads) return { ok: false, reason: 'open' };
  const space = await findUploadSpace(tx, projectId);
  if (space.count >= words.sent.mostFiles) return { ok: false, reason: 'many' };
  if (sizeBytes > space.leftBytes) return { ok: false, reason: 'space', space };
  await tx
    .insert(pendingClientUploads)
    .values({ id: uploadId, projectId, begunBy: client.id, sizeBytes, begunAt: now });
  return { ok: true };
}

/** Releases the space of an upload that was cancelled or cannot become a file. */
export async function releaseUploadSpace(db: Db, uploadId: string): Promise<void> {
  await db.delete(pendingClientUploads).where(eq(pendingClientUploads.id, uploadId));
}

/** A new upload reserves its space shortly before its bytes are stored, so recent reservations are kept. */
const youngestMs = hourMs;

/** Releases the space of uploads that no longer exist on disk. */
export async function releaseAbandonedSpace(db: Db, now: Date, onDisk: readonly string[]): Promise<void> {
  const known = new Set(onDisk);
  const old = lt(pendingClientUploads.begunAt, new Date(now.getTime() - youngestMs));
  const rows = await db.select({ id: pendingClientUploads.id }).from(pendingClientUploads).where(old);
  const abandoned = rows.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  if (abandoned.length > 0)
    await db.delete(pendingClientUploads).where(and(inArray(pendingClientUploads.id, abandoned), old));
}

/** Changes a project's limit for client uploads; null restores the default. Sent files are kept. */
export async function changeUploadLimit(
  db: Db,
  services: QueueServices,
  actor: Actor,
  { projectId, limitBytes }: { readonly projectId: string; readonly limitBytes: number | null },
): Promise<Outcome<'not-found'>> {
  return db.transaction(async (tx) => {
    const found = await lockProject(tx, projectId);
    if (!found) return { ok: false, reason: 'not-found' };
    if (found.sentLimitBytes === limitBytes) return { ok: true };
    await tx.update(projects).set({ sentLimitBytes: limitBytes }).where(eq(projects.id, projectId));
    await announce(tx, services, actor, {
      kind: 'sent-limit-changed',
      clientId: found.clientId,
      projectId,
      subjectId: projectId,
      details: { project: found.name },
    });
    return { ok: true };
  });
}
