import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { validate } from 'uuid';
import { activity } from '#src/features/accounts/activity.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { fileApprovals, fileComments, files } from '#src/features/portal/files/file.table.ts';
import { messages } from '#src/features/portal/messages/message.table.ts';
import { milestones } from './milestone.table.ts';
import { activityKinds } from './project-activity-kinds.ts';
import { projects } from './project.table.ts';
import { recordingOf } from '#src/features/portal/files/recording.ts';

const shownMessages = 2;
const shownDeeds = 8;

const listMilestones = (db: Db, projectId: string) =>
  db
    .select({
      id: milestones.id,
      title: milestones.title,
      description: milestones.description,
      dueOn: milestones.dueOn,
      completedAt: milestones.completedAt,
    })
    .from(milestones)
    .where(eq(milestones.projectId, projectId))
    .orderBy(asc(milestones.position), asc(milestones.id));

const listFiles = (db: Db, projectId: string) =>
  db
    .select({
      id: files.id,
      name: files.name,
      kind: files.kind,
      sizeBytes: files.sizeBytes,
      sha256: files.sha256,
      needsApproval: files.needsApproval,
      durationMs: files.durationMs,
      uploadedAt: files.uploadedAt,
      approvedBy: fileApprovals.approvedBy,
      approvedByName: fileApprovals.approvedByName,
      approvedAt: fileApprovals.approvedAt,
    })
    .from(files)
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(eq(files.projectId, projectId))
    .orderBy(desc(files.uploadedAt), desc(files.id));

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

/** What was said about the moments of a file, in their order. */
export const listComments = (db: Db, fileId: string) =>
  db
    .select({
      id: fileComments.id,
      authorId: fileComments.authorId,
      authorName: fileComments.authorName,
      sender: fileComments.sender,
      atMs: fileComments.atMs,
      content: fileComments.content,
      doneAt: fileComments.doneAt,
      doneByName: fileComments.doneByName,
    })
    .from(fileComments)
    .where(eq(fileComments.fileId, fileId))
    .orderBy(asc(fileComments.atMs), asc(fileComments.madeAt), asc(fileComments.id));

async function findPeaks(db: Db, fileId: string): Promise<string | null> {
  const [file] = await db.select({ peaks: files.peaks }).from(files).where(eq(files.id, fileId));
  return file?.peaks ?? null;
}

export type ProjectFile = Awaited<ReturnType<typeof listFiles>>[number];
export type ProjectMilestone = Awaited<ReturnType<typeof listMilestones>>[number];

export type ProjectDeed = Awaited<ReturnType<typeof listDeeds>>[number];
export type FileComment = Awaited<ReturnType<typeof listComments>>[number];
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
    files: await listFiles(db, projectId),
    milestones: await listMilestones(db, projectId),
    messages: await listLatestMessages(db, projectId),
    deeds: await listDeeds(db, clientId, projectId),
  };
  const recording = recordingOf(found.files, fileId);
  if (!recording) return fileId === null ? { ...found, recording } : null;
  const [peaks, comments] = [
    await findPeaks(db, recording.file.id),
    await listComments(db, recording.file.id),
  ];
  return { ...found, recording: { ...recording, peaks, comments } };
}
