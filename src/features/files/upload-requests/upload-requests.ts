import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7, validate } from 'uuid';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { announce, type Change } from '#src/features/notifications/announce.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { settleNotifications } from '#src/features/notifications/panel/notifications.ts';
import { lockProject, lockProjectOf, type LockedProject } from '#src/features/projects/projects.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import type { Calendar } from '#src/platform/calendar.ts';
import { dayText } from '#src/workspace/time-text.ts';
import { clientUploads } from '../client-uploads/client-upload.table.ts';
import { planReminder } from './remind-of-request.job.ts';
import { uploadRequests } from './upload-request.table.ts';

type UploadRequest = typeof uploadRequests.$inferSelect;

/** Returns the fields of an announcement about a request. */
const aboutRequest = (
  project: Pick<LockedProject, 'id' | 'clientId' | 'name'>,
  { id, title, dueOn }: Pick<UploadRequest, 'id' | 'title' | 'dueOn'>,
): Omit<Change, 'kind'> => ({
  clientId: project.clientId,
  projectId: project.id,
  subjectId: id,
  details: { project: project.name, request: title, due: dayText(dueOn) },
});

type NewRequest = {
  readonly projectId: string;
  readonly title: string;
  /** YYYY-MM-DD. */
  readonly dueOn: string;
};

type ReminderServices = QueueServices & { readonly calendar?: Calendar };

/** Asks a project's client for files until a day, with an email now and a reminder before it. */
export async function requestUploads(
  db: Db,
  services: ReminderServices,
  team: Actor,
  { projectId, title, dueOn }: NewRequest,
): Promise<Outcome<'no-project', { readonly requestId: string }>> {
  return db.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (!project) return { ok: false, reason: 'no-project' };
    const id = uuidv7();
    const by = { requestedBy: team.id, requestedByName: team.name, requestedAt: services.clock.now() };
    await tx.insert(uploadRequests).values({ id, projectId, title, dueOn, ...by });
    await announce(tx, services, team, {
      kind: 'upload-requested',
      ...aboutRequest(project, { id, title, dueOn }),
      notify: 'files-requested',
    });
    await planReminder(tx, services, { requestId: id, dueOn });
    return { ok: true, requestId: id };
  });
}

export type RequestKey = { readonly projectId: string; readonly requestId: string };

/**
 * Changes what an open request asks for, and until when, with an email; the client is reminded before the new day, even
 * if they were before the old one.
 */
export async function changeRequest(
  db: Db,
  services: ReminderServices,
  team: Actor,
  { projectId, requestId, title, dueOn }: NewRequest & RequestKey,
): Promise<Outcome<'not-found' | 'closed'>> {
  if (!validate(requestId)) return { ok: false, reason: 'not-found' };
  return db.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (!project) return { ok: false, reason: 'not-found' };
    const isIt = and(eq(uploadRequests.id, requestId), eq(uploadRequests.projectId, projectId));
    const [request] = await tx.select().from(uploadRequests).where(isIt).for('update');
    if (!request) return { ok: false, reason: 'not-found' };
    if (request.state !== 'open') return { ok: false, reason: 'closed' };
    const isMoved = request.dueOn !== dueOn;
    if (!isMoved && request.title === title) return { ok: true };
    await tx
      .update(uploadRequests)
      .set({ title, dueOn, ...(isMoved ? { remindedAt: null } : {}) })
      .where(isIt);
    if (isMoved) await planReminder(tx, services, { requestId, dueOn });
    // What they were told before is no longer true; each notification exists once per request.
    const isTold = eq(notifications.subjectId, requestId);
    await tx.delete(notifications).where(and(eq(notifications.clientId, project.clientId), isTold));
    await announce(tx, services, team, {
      kind: 'upload-request-changed',
      ...aboutRequest(project, { id: requestId, title, dueOn }),
      notify: 'files-requested',
    });
    return { ok: true };
  });
}

/**
 * Closes an open request: `done` once all files are there, for the team and every person of the client; `cancelled` for
 * the team. Refused as `closed` if it is closed, and for a client as `no-files` if nothing was sent for it.
 */
export async function closeRequest(
  db: Db,
  services: QueueServices,
  person: Person,
  { projectId, requestId, as }: RequestKey & { readonly as: 'done' | 'cancelled' },
): Promise<Outcome<'not-found' | 'closed' | 'no-files'>> {
  if (!validate(requestId)) return { ok: false, reason: 'not-found' };
  return db.transaction(async (tx) => {
    const project = await lockProjectOf(tx, person, projectId);
    if (!project) return { ok: false, reason: 'not-found' };
    const isIt = and(eq(uploadRequests.id, requestId), eq(uploadRequests.projectId, projectId));
    const [request] = await tx.select().from(uploadRequests).where(isIt).for('update');
    if (!request) return { ok: false, reason: 'not-found' };
    if (request.state !== 'open') return { ok: false, reason: 'closed' };
    const isSent = (await tx.$count(clientUploads, eq(clientUploads.requestId, requestId))) > 0;
    if (person.role === 'client' && !isSent) return { ok: false, reason: 'no-files' };
    const now = services.clock.now();
    const by = { closedBy: person.id, closedByName: person.name, closedAt: now };
    await tx
      .update(uploadRequests)
      .set({ state: as, ...by })
      .where(isIt);
    const { clientId } = project;
    await settleNotifications(tx, now, 'request', { clientId, subjectIds: [requestId] });
    const kind = as === 'done' ? 'upload-request-done' : 'upload-request-cancelled';
    await announce(tx, services, person, { kind, ...aboutRequest(project, request) });
    return { ok: true };
  });
}

/** The number of files that were sent for a request and are still there. */
const fileCount = sql<number>`(
  select count(*) from sent_files where sent_files.request_id = "upload_requests"."id"
)`.mapWith(Number);

/** Lists the requests of a project: open ones by their day, then closed ones, the last closed first. */
export const listUploadRequests = (db: Db, projectId: string) =>
  db
    .select({
      id: uploadRequests.id,
      title: uploadRequests.title,
      dueOn: uploadRequests.dueOn,
      requestedByName: uploadRequests.requestedByName,
      requestedAt: uploadRequests.requestedAt,
      remindedAt: uploadRequests.remindedAt,
      state: uploadRequests.state,
      closedByName: uploadRequests.closedByName,
      closedAt: uploadRequests.closedAt,
      fileCount,
    })
    .from(uploadRequests)
    .where(eq(uploadRequests.projectId, projectId))
    .orderBy(
      sql`${uploadRequests.state} <> 'open'`,
      sql`case when ${uploadRequests.state} = 'open' then ${uploadRequests.dueOn} end`,
      desc(uploadRequests.closedAt),
      asc(uploadRequests.id),
    );

export type ListedRequest = Awaited<ReturnType<typeof listUploadRequests>>[number];

/** Lists the open requests to a client, by their day, with their projects. */
export const listOpenRequests = (db: Db, clientId: string) =>
  db
    .select({
      id: uploadRequests.id,
      title: uploadRequests.title,
      dueOn: uploadRequests.dueOn,
      projectId: projects.id,
      project: projects.name,
      fileCount,
    })
    .from(uploadRequests)
    .innerJoin(projects, eq(projects.id, uploadRequests.projectId))
    .where(and(eq(projects.clientId, clientId), eq(uploadRequests.state, 'open')))
    .orderBy(asc(uploadRequests.dueOn), asc(uploadRequests.id));

/** Returns which of these requests are open. */
export async function listStillOpen(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: uploadRequests.id })
    .from(uploadRequests)
    .where(and(inArray(uploadRequests.id, [...ids]), eq(uploadRequests.state, 'open')));
  return rows.map(({ id }) => id);
}
