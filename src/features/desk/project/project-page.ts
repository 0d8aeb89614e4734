import { asc, count, desc, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { listProjectFiles } from '#src/features/recordings/files/list-project-files.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { milestones } from '#src/features/projects/milestones/milestone.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { findRecording } from '#src/features/recordings/review/find-recording.ts';
import type { Db } from '#src/platform/database/database.ts';

const messagesShown = 30;
const deedsShown = 40;

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
  const files = await listProjectFiles(db, projectId);
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
    recording: (await findRecording(db, files, fileId)) ?? (await findRecording(db, files, null)),
    milestones: steps,
    files,
    messages: thread.toReversed(),
    messageCount,
    invoices: bills,
    activity: deeds,
  };
}

export type ProjectPageData = NonNullable<Awaited<ReturnType<typeof findProjectPage>>>;
