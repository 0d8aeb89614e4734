import { and, asc, eq, isNull, lt, notExists } from 'drizzle-orm';
import site from '#content/site.yaml';
import notices from '#content/notices.yaml';
import { daysAfter, type Calendar } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeFailure } from '#src/platform/database/sql-state.ts';
import type { Log } from '#src/platform/log.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { JobHandler } from '#src/platform/jobs/queue-worker.ts';
import type { RetryPolicy } from '#src/platform/jobs/retry-policy.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { invoices } from './invoice.table.ts';
import { lockClient } from '#src/features/accounts/people/clients.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

export const invoiceOverdueQueue = 'invoice-overdue';

export type InvoiceOverdueJob = { readonly invoiceId: string };

/** The job only needs our own database, so it is retried soon and for about two days. */
export const overdueRetry: RetryPolicy = { firstS: 30, longestS: 3600, times: 50 };

/** Maximum number of missed notices sent at once. */
const mostMissed = 100;

/** The services that invoices need; `calendar` defaults to the studio's. */
export type InvoiceServices = QueueServices & { readonly calendar?: Calendar };

/** Returns when an invoice is announced as overdue: the studio's morning after the due date (YYYY-MM-DD). */
const noticeAt = (calendar: Calendar, dueOn: string) =>
  calendar.momentAt(daysAfter(dueOn, 1), notices.daily.hour);

/** Queues the job that announces an invoice as overdue on the morning after its due date, once per invoice. */
export async function planOverdueNotice(
  tx: Db,
  { jobs, calendar = studioCalendar }: Pick<InvoiceServices, 'jobs' | 'calendar'>,
  { id, dueOn }: { readonly id: string; /** YYYY-MM-DD. */ readonly dueOn: string },
): Promise<void> {
  const data: InvoiceOverdueJob = { invoiceId: id };
  await jobs.enqueue(tx, [{ queue: invoiceOverdueQueue, id, data, startAfter: noticeAt(calendar, dueOn) }]);
}

/**
 * Queues another notice for the next morning for an invoice that is pending again, if its job may already have run and
 * found nothing to announce. Until then the original job is still queued.
 */
export async function planNoticeAgain(
  tx: Db,
  { clock, jobs, calendar = studioCalendar }: InvoiceServices,
  { id, dueOn }: { readonly id: string; /** YYYY-MM-DD. */ readonly dueOn: string },
): Promise<void> {
  const now = clock.now();
  if (now < noticeAt(calendar, dueOn)) return;
  const data: InvoiceOverdueJob = { invoiceId: id };
  const startAfter = calendar.nextAt(now, notices.daily.hour);
  await jobs.enqueue(tx, [{ queue: invoiceOverdueQueue, data, startAfter }]);
}

/**
 * Returns a pending invoice not yet announced as overdue, locked with its client until the transaction ends; else null.
 */
async function lockUnannounced(tx: Db, invoiceId: string) {
  const [known] = await tx
    .select({ clientId: invoices.clientId })
    .from(invoices)
    .where(eq(invoices.id, invoiceId));
  if (!known || !(await lockClient(tx, known.clientId))) return null;
  const [invoice] = await tx
    .select({
      clientId: invoices.clientId,
      projectId: invoices.projectId,
      code: invoices.code,
      dueOn: invoices.dueOn,
      project: projects.name,
    })
    .from(invoices)
    .innerJoin(projects, eq(projects.id, invoices.projectId))
    .where(and(eq(invoices.id, invoiceId), eq(invoices.state, 'pending')))
    .for('update', { of: invoices });
  if (!invoice) return null;
  const announced = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.kind, 'invoice-overdue'), eq(notifications.subjectId, invoiceId)));
  return announced.length > 0 ? null : invoice;
}

/** Announces an invoice as overdue, once, if it is past its due date and still pending. */
async function announceOverdue(tx: Db, services: InvoiceServices, invoiceId: string): Promise<void> {
  const invoice = await lockUnannounced(tx, invoiceId);
  if (!invoice) return;
  const { calendar = studioCalendar, clock, jobs } = services;
  const { clientId, projectId, code, dueOn, project } = invoice;
  if (dueOn >= calendar.dayOf(clock.now())) {
    // Queued for another time zone than the studio's. Its own id is in use by the running job.
    const data: InvoiceOverdueJob = { invoiceId };
    await jobs.enqueue(tx, [{ queue: invoiceOverdueQueue, data, startAfter: noticeAt(calendar, dueOn) }]);
    return;
  }
  const nobody = { id: null, name: site.name };
  await announce(tx, services, nobody, {
    kind: 'invoice-overdue',
    clientId,
    projectId,
    subjectId: invoiceId,
    details: { project, invoice: code },
    notify: 'invoice-overdue',
  });
}

/**
 * Announces invoices that have been overdue for a whole day without a notice, as after a change of the studio's time
 * zone. Returns their number; a failed one is logged and retried.
 */
export async function announceMissed(
  services: InvoiceServices & { readonly db: Db; readonly log: Pick<Log, 'warn'> },
): Promise<number> {
  const { db, log, clock, calendar = studioCalendar } = services;
  const yesterday = daysAfter(calendar.dayOf(clock.now()), -1);
  const isAnnounced = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.kind, 'invoice-overdue'), eq(notifications.subjectId, invoices.id)));
  const missed = await db
    .select({ id: invoices.id })
    .from(invoices)
    .innerJoin(clients, and(eq(clients.id, invoices.clientId), isNull(clients.erasedAt)))
    .where(and(eq(invoices.state, 'pending'), lt(invoices.dueOn, yesterday), notExists(isAnnounced)))
    .orderBy(asc(invoices.number))
    .limit(mostMissed);
  for (const { id } of missed) {
    try {
      await db.transaction((tx) => announceOverdue(tx, services, id));
    } catch (error) {
      log.warn('an overdue invoice could not be announced', { invoice: id, reason: describeFailure(error) });
    }
  }
  return missed.length;
}

/** Returns the job that announces an invoice as overdue. */
export function invoiceOverdueJob(
  services: InvoiceServices & { readonly db: Db },
): JobHandler<InvoiceOverdueJob> {
  return {
    async run({ invoiceId }) {
      try {
        await services.db.transaction((tx) => announceOverdue(tx, services, invoiceId));
        return { ok: true };
      } catch (error) {
        return { ok: false, permanent: false, reason: describeFailure(error) };
      }
    },
  };
}
