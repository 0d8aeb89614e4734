import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import { listMessages } from '#src/features/messages/list-messages.ts';
import { changeKinds, type ChangeKind } from '#src/features/notices/kinds/notice-kinds.ts';
import { listProjectActivity } from '#src/features/projects/list-project-activity.ts';
import { listMilestones } from '#src/features/projects/milestones/list-milestones.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { listProjectFiles } from '#src/features/recordings/files/list-project-files.ts';
import { listSheetsToApprove } from '#src/features/recordings/sheet/find-sheet.ts';
import { findRecording } from '#src/features/recordings/review/find-recording.ts';
import type { Db } from '#src/platform/database/database.ts';

/** The activity that a client is shown: what there is a sentence for. */
const kinds = (Object.keys(changeKinds) as ChangeKind[]).filter(
  (kind) => changeKinds[kind].portalHistory !== null,
);

export type FoundProject = NonNullable<Awaited<ReturnType<typeof findProject>>>;

/**
 * A client's project with what its page shows; null where they have no such project or recording. `fileId`
 * chooses the recording in the player; without it, it is the one that waits for approval, or the newest.
 */
export async function findProject(
  db: Db,
  clientId: string,
  { projectId, fileId }: { readonly projectId: string; readonly fileId: string | null },
) {
  if (!validate(projectId)) return null;
  const { id, number, name, description, status, progress, dueOn, revisionRounds } = projects;
  const [project] = await db
    .select({ id, number, name, description, status, progress, dueOn, revisionRounds })
    .from(projects)
    .where(and(eq(id, projectId), eq(projects.clientId, clientId)));
  if (!project) return null;
  const files = await listProjectFiles(db, projectId);
  const found = {
    project,
    files,
    sheets: await listSheetsToApprove(db, files),
    milestones: await listMilestones(db, projectId),
    messages: await listMessages(db, projectId, { limit: 2 }),
    activity: await listProjectActivity(db, projectId, { limit: 8, kinds, clientId }),
  };
  const recording = await findRecording(db, found.files, fileId);
  return recording === null && fileId !== null ? null : { ...found, recording };
}
