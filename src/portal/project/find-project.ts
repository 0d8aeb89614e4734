import { and, eq, sql } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Permission } from '#src/features/accounts/people/person.table.ts';
import { listMessages } from '#src/features/messages/find-messages.ts';
import { changeKinds, type ChangeKind } from '#src/features/notifications/kinds/change-kinds.ts';
import { listProjectActivity, whenDelivered } from '#src/features/projects/project-activity.ts';
import { listMilestones } from '#src/features/projects/milestones/milestones.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { canApprove, listProjectFiles, type ProjectFile } from '#src/features/files/list-project-files.ts';
import { listClientUploads } from '#src/features/files/client-uploads/list-client-uploads.ts';
import { uploadSpaceColumns, uploadSpaceOf } from '#src/features/files/client-uploads/client-upload-space.ts';
import { findDelivered } from '#src/features/delivery/find-delivered.ts';
import { listUploadRequests } from '#src/features/files/upload-requests/upload-requests.ts';
import { listReportsToApprove } from '#src/features/delivery/find-delivery.ts';
import { findRecording } from '#src/features/review/player/find-recording.ts';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import { invoiceChangeKinds } from '#src/features/notifications/kinds/find-kind.ts';
import type { Db } from '#src/platform/database/database.ts';

/** The kinds of activity shown to clients. */
const kinds = (Object.keys(changeKinds) as ChangeKind[]).filter(
  (kind) => changeKinds[kind].portalHistory !== null,
);

/** Returns the kinds of activity for a person; without invoices for listeners. */
const kindsFor = (permission: Permission) =>
  permission === 'approve' ? kinds : kinds.filter((kind) => !invoiceChangeKinds.has(kind));

/** The most files that can be decided on in one page; of more, only the chosen ones can. */
const mostDecisions = 40;

/** Returns the files that have dialogs to approve them and to request changes. */
function filesToDecide(files: readonly ProjectFile[], chosen: readonly (string | null)[]): ProjectFile[] {
  const open = files.filter(canApprove);
  return open.length <= mostDecisions ? open : open.filter(({ id }) => chosen.includes(id));
}

export type FoundProject = NonNullable<Awaited<ReturnType<typeof findProject>>>;

/**
 * Returns a client's project with its page data; null if they have no such project or recording. `fileId` selects the
 * recording in the player; the default is the one waiting for approval, or the newest. `decideId` is the file to decide on
 * in a project with many.
 */
export async function findProject(
  db: Db,
  { clientId, permission }: Pick<ClientPerson, 'clientId' | 'permission'>,
  {
    projectId,
    fileId,
    decideId = null,
  }: { readonly projectId: string; readonly fileId: string | null; readonly decideId?: string | null },
) {
  if (!validate(projectId)) return null;
  const { id, number, name, description, status, progress, dueOn, revisionRounds } = projects;
  const moved = whenDelivered(db, projects);
  const shown = { id, number, name, description, status, progress, dueOn, revisionRounds };
  const [row] = await db
    .select({ ...shown, deliveredAt: moved.at, ...uploadSpaceColumns })
    .from(projects)
    .leftJoinLateral(moved, sql`true`)
    .where(and(eq(id, projectId), eq(projects.clientId, clientId)));
  if (!row) return null;
  const { limitBytes, usedBytes, count, ...project } = row;
  const files = await listProjectFiles(db, projectId);
  const recording = await findRecording(db, files, fileId);
  if (recording === null && fileId !== null) return null;
  const chosen = [decideId, recording?.file.id ?? null];
  const toDecide = permission === 'approve' ? filesToDecide(files, chosen) : [];
  return {
    recording,
    /** The file that the page is about. */
    openFor: decideId ?? recording?.file.id ?? null,
    toDecide,
    project,
    files,
    sent: {
      files: await listClientUploads(db, projectId),
      space: uploadSpaceOf({ limitBytes, usedBytes, count }),
      requests: await listUploadRequests(db, projectId),
    },
    delivered: await findDelivered(db, project, files),
    sheets: await listReportsToApprove(db, toDecide),
    milestones: await listMilestones(db, projectId),
    messages: await listMessages(db, { projectId, clientId }, { limit: 2 }),
    activity: await listProjectActivity(db, projectId, { limit: 100, kinds: kindsFor(permission), clientId }),
  };
}
