import { desc, eq, sql } from 'drizzle-orm';
import { validate } from 'uuid';
import { contactEmail } from '#src/features/accounts/people/clients.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { deskColumns } from '#src/features/invoices/desk/invoice-list.ts';
import { listDrafts } from '#src/features/invoices/form/drafts.ts';
import { findOwnForm } from '#src/features/invoices/form/find-form.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { listMessages } from '#src/features/messages/find-messages.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { listProjectActivity, whenDelivered } from '#src/features/projects/project-activity.ts';
import { listMilestones } from '#src/features/projects/milestones/milestones.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { listProjectFiles } from '#src/features/files/list-project-files.ts';
import { listRemovedFiles } from '#src/features/files/removed/removed-files.ts';
import { listClientUploads } from '#src/features/files/client-uploads/list-client-uploads.ts';
import { uploadSpaceColumns, uploadSpaceOf } from '#src/features/files/client-uploads/client-upload-space.ts';
import { listUploadRequests } from '#src/features/files/upload-requests/upload-requests.ts';
import { listOpenComments } from '#src/features/review/changes/list-open-comments.ts';
import { findRecording } from '#src/features/review/player/find-recording.ts';
import { invoiceChangeKinds } from '#src/features/notifications/kinds/find-kind.ts';
import type { Db } from '#src/platform/database/database.ts';

/** Returns a project's invoices and drafts, and the data of the form of a new one. */
const findMoney = async (db: Db, projectId: string, today: string) => ({
  invoices: await db
    .select(deskColumns)
    .from(invoices)
    .where(eq(invoices.projectId, projectId))
    .orderBy(desc(invoices.number)),
  drafts: await listDrafts(db, projectId),
  form: await findOwnForm(db, today),
});

/** The client's other projects by name, as a column of a `projects` query. */
const otherProjects = sql<{ readonly id: string; readonly name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', other.id, 'name', other.name) order by other.name), '[]')
  from projects other
  where other.client_id = ${projects.clientId} and other.id <> ${projects.id})`;

/** Returns the data of the desk's project page; null if there is no such project. */
export async function findProjectPage(
  db: Db,
  {
    projectId,
    fileId,
    canSeeMoney,
    today,
  }: {
    readonly projectId: string;
    /** The recording in the player. */
    readonly fileId: string | null;
    readonly canSeeMoney: boolean;
    /** YYYY-MM-DD. */
    readonly today: string;
  },
) {
  if (!validate(projectId)) return null;
  const moved = whenDelivered(db, projects);
  const [row] = await db
    .select({
      project: projects,
      deliveredAt: moved.at,
      otherProjects,
      space: uploadSpaceColumns,
      messageCount: db.$count(messages, eq(messages.projectId, projects.id)),
      client: { id: clients.id, name: clients.name, email: contactEmail },
    })
    .from(projects)
    .innerJoin(clients, eq(clients.id, projects.clientId))
    .leftJoinLateral(moved, sql`true`)
    .where(eq(projects.id, projectId));
  if (!row) return null;
  const { deliveredAt, messageCount, client, project, space } = row;
  const files = await listProjectFiles(db, projectId);
  return {
    project: { ...project, deliveredAt },
    client,
    files,
    openComments: await listOpenComments(db, projectId, files),
    otherProjects: row.otherProjects,
    removed: await listRemovedFiles(db, projectId),
    sent: {
      files: await listClientUploads(db, projectId),
      space: uploadSpaceOf(space),
      requests: await listUploadRequests(db, projectId),
    },
    recording:
      (await findRecording(db, files, fileId, 'team')) ?? (await findRecording(db, files, null, 'team')),
    milestones: await listMilestones(db, projectId),
    messages: await listMessages(db, { projectId, clientId: client.id }, { limit: 30 }),
    messageCount,
    /** Null for members who may not see them. */
    money: canSeeMoney ? await findMoney(db, projectId, today) : null,
    activity: await listProjectActivity(db, projectId, {
      limit: 200,
      ...(canSeeMoney ? {} : { without: invoiceChangeKinds }),
    }),
  };
}

export type ProjectPageData = NonNullable<Awaited<ReturnType<typeof findProjectPage>>>;
