import { and, desc, eq, inArray } from 'drizzle-orm';
import { validate } from 'uuid';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { listProjectFiles } from '#src/features/recordings/files/list-project-files.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { listMilestones } from '#src/features/projects/milestones/list-milestones.ts';
import { activityKinds } from '#src/features/projects/project-activity-kinds.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { findRecording } from '#src/features/recordings/review/find-recording.ts';

const shownMessages = 2;
const shownDeeds = 8;

/** The newest messages, oldest of them first. */
async function listLatestMessages(db: Db, projectId: string) {
  const { id, authorName, sender, content, sentAt } = messages;
  const newest = await db
    .select({ id, authorName, sender, content, sentAt })
    .from(messages)
    .where(eq(messages.projectId, projectId))
    .orderBy(desc(sentAt), desc(id))
    .limit(shownMessages);
  return newest.toReversed();
}

/** What was lately done in the project, of what its client may see. */
const listDeeds = (db: Db, clientId: string, projectId: string) =>
  db
    .select({
      id: activity.id,
      at: activity.at,
      actorId: activity.actorId,
      actorName: activity.actorName,
      kind: activity.kind,
      details: activity.details,
    })
    .from(activity)
    .where(
      and(
        eq(activity.projectId, projectId),
        eq(activity.clientId, clientId),
        inArray(activity.kind, [...activityKinds]),
      ),
    )
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(shownDeeds);

export type ProjectDeed = Awaited<ReturnType<typeof listDeeds>>[number];
export type FoundProject = NonNullable<Awaited<ReturnType<typeof findProject>>>;

/**
 * A client's project with all that its page shows, in eight queries; null where there is none of theirs. `fileId` chooses the
 * recording in the review player and has to be one of the project; without it the player has the one that waits.
 */
export async function findProject(
  db: Db,
  clientId: string,
  { projectId, fileId }: { readonly projectId: string; readonly fileId: string | null },
) {
  if (!validate(projectId)) return null;
  const { id, number, name, description, status, progress, dueOn } = projects;
  const [project] = await db
    .select({ id, number, name, description, status, progress, dueOn })
    .from(projects)
    .where(and(eq(id, projectId), eq(projects.clientId, clientId)));
  if (!project) return null;
  const found = {
    project,
    files: await listProjectFiles(db, projectId),
    milestones: await listMilestones(db, projectId),
    messages: await listLatestMessages(db, projectId),
    deeds: await listDeeds(db, clientId, projectId),
  };
  const recording = await findRecording(db, found.files, fileId);
  return recording === null && fileId !== null ? null : { ...found, recording };
}
