import { asc, count, desc, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import { activity } from '#src/features/accounts/activity.table.ts';
import { people } from '#src/features/accounts/person.table.ts';
import { fileApprovals, files } from '#src/features/portal/files/file.table.ts';
import { listComments, type ProjectFile } from '#src/features/portal/projects/find-project.ts';
import { invoices } from '#src/features/portal/invoices/invoice.table.ts';
import { messages } from '#src/features/portal/messages/message.table.ts';
import { milestones } from '#src/features/portal/projects/milestone.table.ts';
import { projects } from '#src/features/portal/projects/project.table.ts';
import { recordingOf } from '#src/features/portal/files/recording.ts';
import type { Db } from '#src/platform/database/database.ts';

const messagesShown = 30;
const deedsShown = 40;

type FileRow = {
  readonly file: typeof files.$inferSelect;
  readonly approval: typeof fileApprovals.$inferSelect | null;
};

/** The recording for the player: the one asked for, else the one that waits; null where nothing sounds. */
async function findRecording(db: Db, rows: readonly FileRow[], fileId: string | null) {
  const sounds = rows.map(({ file, approval }): ProjectFile => {
    const { approvedBy = null, approvedByName = null, approvedAt = null } = approval ?? {};
    return { ...file, approvedBy, approvedByName, approvedAt };
  });
  const recording = recordingOf(sounds, fileId) ?? recordingOf(sounds, null);
  if (!recording) return null;
  const peaks = rows.find(({ file }) => file.id === recording.file.id)?.file.peaks ?? null;
  return { ...recording, peaks, comments: await listComments(db, recording.file.id) };
}

/** Everything that the desk's page of a project shows, in eight queries. Null: there is no such project. */
export async function findProjectPage(
  db: Db,
  {
    projectId,
    fileId,
  }: { readonly projectId: string; /** The one in the player. */ readonly fileId: string | null },
) {
  if (!validate(projectId)) return null;
  const [found] = await db
    .select({ project: projects, client: { id: people.id, name: people.name, email: people.email } })
    .from(projects)
    .innerJoin(people, eq(people.id, projects.clientId))
    .where(eq(projects.id, projectId));
  if (!found) return null;
  const steps = await db
    .select()
    .from(milestones)
    .where(eq(milestones.projectId, projectId))
    .orderBy(asc(milestones.position), asc(milestones.id));
  const fileRows = await db
    .select({ file: files, approval: fileApprovals })
    .from(files)
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(eq(files.projectId, projectId))
    .orderBy(desc(files.uploadedAt), desc(files.id));
  const thread = await db
    .select()
    .from(messages)
    .where(eq(messages.projectId, projectId))
    .orderBy(desc(messages.sentAt), desc(messages.id))
    .limit(messagesShown);
  const [{ total: messageCount } = { total: 0 }] = await db
    .select({ total: count() })
    .from(messages)
    .where(eq(messages.projectId, projectId));
  const bills = await db
    .select()
    .from(invoices)
    .where(eq(invoices.projectId, projectId))
    .orderBy(desc(invoices.number));
  const deeds = await db
    .select()
    .from(activity)
    .where(eq(activity.projectId, projectId))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(deedsShown);
  return {
    ...found,
    recording: await findRecording(db, fileRows, fileId),
    milestones: steps,
    files: fileRows,
    messages: thread.toReversed(),
    messageCount,
    invoices: bills,
    activity: deeds,
  };
}

export type ProjectPageData = NonNullable<Awaited<ReturnType<typeof findProjectPage>>>;
