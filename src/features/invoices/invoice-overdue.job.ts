import { and, eq, lt } from 'drizzle-orm';
import site from '#content/site.yaml';
import notices from '#content/notices.yaml';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeFailure } from '#src/platform/database/sql-state.ts';
import type { JobHandler, Jobs } from '#src/platform/jobs/jobs.ts';
import type { RetryPolicy } from '#src/platform/jobs/retry-policy.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { studioDayOf } from '#src/features/workspace/moment-text.ts';
import { invoiceCodeOf } from './invoice-status.ts';
import { invoices } from './invoice.table.ts';
import { hourOfDay } from '#src/platform/next-morning.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

export const invoiceOverdueQueue = 'invoice-overdue';

export type InvoiceOverdueJob = { readonly invoiceId: string };

/** The job needs our own database alone, so it is tried again soon and for about two days. */
export const overdueRetry: RetryPolicy = { firstS: 30, longestS: 3600, times: 50 };

const dayMs = 86_400_000;

/** Plans the job that announces an invoice as overdue, on the morning after its due date. */
export async function planOverdueNotice(
  tx: Db,
  jobs: Pick<Jobs, 'enqueue'>,
  { id, dueOn }: { readonly id: string; /** YYYY-MM-DD. */ readonly dueOn: string },
): Promise<void> {
  // A due date ends at midnight UTC, which can be later than the studio's morning.
  const dueEnds = new Date(Date.parse(`${dueOn}T00:00:00Z`) + dayMs);
  const morning = hourOfDay(studioDayOf(dueEnds), notices.daily.hour, notices.daily.timeZone);
  const startAfter = morning > dueEnds ? morning : dueEnds;
  const data: InvoiceOverdueJob = { invoiceId: id };
  // With the invoice's own id, so that planning it twice makes one job.
  await jobs.enqueue(tx, [{ queue: invoiceOverdueQueue, id, data, startAfter }]);
}

/** Announces an invoice as overdue if it is past its due date and still pending; never a second time. */
async function announceOverdue(tx: Db, services: AnnounceServices, invoiceId: string): Promise<void> {
  const [invoice] = await tx
    .select({
      clientId: invoices.clientId,
      projectId: invoices.projectId,
      number: invoices.number,
      project: projects.name,
    })
    .from(invoices)
    .innerJoin(projects, eq(projects.id, invoices.projectId))
    .where(
      and(
        eq(invoices.id, invoiceId),
        eq(invoices.state, 'pending'),
        lt(invoices.dueOn, studioDayOf(services.clock.now())),
      ),
    )
    .for('update', { of: invoices });
  if (!invoice) return;
  const { clientId, projectId, number, project } = invoice;
  const announced = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.kind, 'invoice-overdue'), eq(notifications.subjectId, invoiceId)));
  if (announced.length > 0) return;
  const nobody = { id: null, name: site.name };
  await announce(tx, services, nobody, {
    kind: 'invoice-overdue',
    clientId,
    projectId,
    subjectId: invoiceId,
    details: { project, invoice: invoiceCodeOf(number) },
    notify: 'invoice-overdue',
  });
}

/** The job that announces an invoice as overdue. */
export function invoiceOverdueJob(services: {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue'>;
}): JobHandler<InvoiceOverdueJob> {
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
