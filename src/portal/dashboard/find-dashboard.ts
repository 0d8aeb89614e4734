import { and, asc, desc, eq, exists, isNull, ne, sql } from 'drizzle-orm';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import { waitingFor } from '#src/features/notifications/panel/notifications.ts';
import type { Db } from '#src/platform/database/database.ts';
import { figureKey } from '#src/features/files/covers/recording-figure.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import { fileApprovals, files } from '#src/features/files/store/file.table.ts';
import { uploadCount, uploadNumber } from '#src/features/files/file-name.tsx';
import { listOpenRequests } from '#src/features/files/upload-requests/upload-requests.ts';
import { waitsForApproval } from '#src/features/files/list-project-files.ts';
import { openMinor } from '#src/features/invoices/balance.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { milestones } from '#src/features/projects/milestones/milestone.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** Number of items of each kind on the dashboard. */
const shown = { projects: 3, waiting: 6, notifications: 20, milestones: 40 };

/** Number of matching rows, also beyond the limit. */
const total = sql<number>`count(*) over ()`.mapWith(Number);

/** In review, in progress, backlog, delivered; each by due date. */
const projectOrder = [
  sql`array_position(array['review', 'in-progress', 'backlog', 'delivered'], ${projects.status})`,
  sql`${projects.dueOn} asc nulls last`,
  projects.number,
];

const listProjects = (db: Db, clientId: string) =>
  db
    .select({
      id: projects.id,
      number: projects.number,
      name: projects.name,
      description: projects.description,
      status: projects.status,
      progress: projects.progress,
      dueOn: projects.dueOn,
      total,
    })
    .from(projects)
    .where(eq(projects.clientId, clientId))
    .orderBy(...projectOrder)
    .limit(shown.projects);

const listWaitingFiles = (db: Db, clientId: string) =>
  db
    .select({
      id: files.id,
      name: files.name,
      uploadNumber,
      uploadCount,
      kind: files.kind,
      mediaType: files.mediaType,
      peaks: files.peaks,
      figureKey,
      projectId: projects.id,
      project: projects.name,
      total,
    })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .leftJoin(soundMeasurements, eq(soundMeasurements.sha256, files.sha256))
    .where(and(eq(projects.clientId, clientId), waitsForApproval))
    .orderBy(desc(files.uploadedAt), desc(files.id))
    .limit(shown.waiting);

/** Returns the pending invoices, or those whose payment the studio has to confirm; earliest due date first. */
const listInvoices = (db: Db, clientId: string, state: 'pending' | 'reported') =>
  db
    .select({
      id: invoices.id,
      code: invoices.code,
      currency: invoices.currency,
      openMinor,
      state: invoices.state,
      dueOn: invoices.dueOn,
      total,
    })
    .from(invoices)
    .where(and(eq(invoices.clientId, clientId), eq(invoices.state, state)))
    .orderBy(asc(invoices.dueOn), invoices.number)
    .limit(shown.waiting);

const listNotifications = (db: Db, person: ClientPerson) =>
  db
    .select({
      id: notifications.id,
      kind: notifications.kind,
      projectId: notifications.projectId,
      subjectId: notifications.subjectId,
      details: notifications.details,
    })
    .from(notifications)
    .where(waitingFor(db, person))
    .orderBy(desc(notifications.madeAt), desc(notifications.id))
    .limit(shown.notifications);

/** Returns the milestones of the project due next that has an open one. */
const listNextMilestones = (db: Db, clientId: string) =>
  db
    .select({
      id: milestones.id,
      title: milestones.title,
      description: milestones.description,
      dueOn: milestones.dueOn,
      completedAt: milestones.completedAt,
      projectId: projects.id,
      project: projects.name,
    })
    .from(milestones)
    .innerJoin(projects, eq(projects.id, milestones.projectId))
    .where(
      eq(
        milestones.projectId,
        db
          .select({ id: projects.id })
          .from(projects)
          .where(
            and(
              eq(projects.clientId, clientId),
              ne(projects.status, 'delivered'),
              exists(
                db
                  .select({ one: sql`1` })
                  .from(milestones)
                  .where(and(eq(milestones.projectId, projects.id), isNull(milestones.completedAt))),
              ),
            ),
          )
          .orderBy(sql`${projects.dueOn} asc nulls last`, projects.number)
          .limit(1),
      ),
    )
    .orderBy(milestones.position)
    .limit(shown.milestones);

/** Returns the dashboard data for one of a client's people, in seven queries. Listeners get no invoices. */
export async function findDashboard(db: Db, person: ClientPerson) {
  const { clientId, permission } = person;
  const listOwed = (state: 'pending' | 'reported') =>
    permission === 'approve' ? listInvoices(db, clientId, state) : [];
  return {
    projects: await listProjects(db, clientId),
    files: await listWaitingFiles(db, clientId),
    requests: await listOpenRequests(db, clientId),
    invoices: await listOwed('pending'),
    reported: await listOwed('reported'),
    notifications: await listNotifications(db, person),
    milestones: await listNextMilestones(db, clientId),
  };
}

export type Dashboard = Awaited<ReturnType<typeof findDashboard>>;
